import * as vscode from 'vscode';
import type { Format, Service } from '../../client/endpoint.ts';
import type { TreeNode } from './tree/treeNode.ts';

/** Every command of the extension with the arguments it takes when another part runs it. */
export interface CommandArguments {
  'socialData.lookUp.anything': [text?: string];
  'socialData.users.lookUp': [handle?: string];
  'socialData.threads.view': [idOrLink?: string];
  'socialData.threads.open': [idOrLink?: string];
  'socialData.threads.viewAnswer': [document?: vscode.Uri];
  'socialData.threads.openInEditor': [];
  'socialData.threads.complete': [];
  'socialData.threads.openAsJson': [];
  'socialData.threads.copyMarkdown': [];
  'socialData.threads.saveMarkdown': [];
  'socialData.threads.find': [];
  'socialData.threads.collapseAll': [];
  'socialData.threads.expandAll': [];
  'socialData.threads.onlyAuthor': [];
  'socialData.threadView.complete': [];
  'socialData.threadView.openAsJson': [];
  'socialData.threadView.copyMarkdown': [];
  'socialData.threadView.saveMarkdown': [];
  'socialData.threadView.find': [];
  'socialData.threadView.collapseAll': [];
  'socialData.threadView.expandAll': [];
  'socialData.threadView.onlyAuthor': [];
  'socialData.posts.openInBrowser': [context?: unknown];
  'socialData.posts.openThread': [context?: unknown];
  'socialData.posts.lookUpAuthor': [context?: unknown];
  'socialData.posts.pinAuthor': [context?: unknown];
  'socialData.posts.copyText': [context?: unknown];
  'socialData.posts.copyLink': [context?: unknown];
  'socialData.posts.copyId': [context?: unknown];
  'socialData.posts.copyJson': [context?: unknown];
  'socialData.posts.saveAsFixture': [context?: unknown];
  'socialData.posts.likes': [context?: unknown];
  'socialData.posts.reposts': [context?: unknown];
  'socialData.posts.quotes': [context?: unknown];
  'socialData.search.run': [query?: string];
  'socialData.lists.lookUp': [idOrLink?: string];
  'socialData.results.open': [document?: vscode.Uri];
  'socialData.results.ask': [endpointId?: string, texts?: Readonly<Record<string, string>>];
  'socialData.trends.open': [];
  'socialData.jobs.open': [];
  'socialData.spaces.open': [];
  'socialData.results.openAsJson': [];
  'socialData.results.copyCell': [context?: ResultsContext];
  'socialData.results.copyAsJson': [context?: ResultsContext];
  'socialData.results.copyAsMarkdown': [context?: ResultsContext];
  'socialData.results.copyAsCsv': [context?: ResultsContext];
  'socialData.results.openInBrowser': [context?: ResultsContext];
  'socialData.results.openThread': [context?: ResultsContext];
  'socialData.results.saveAsFixture': [context?: ResultsContext];
  'socialData.results.save': [context?: ResultsContext];
  'socialData.results.filter': [context?: ResultsContext];
  'socialData.communities.lookUp': [idOrLink?: string];
  'socialData.requests.callEndpoint': [endpointId?: string, params?: Readonly<Record<string, unknown>>, format?: Format];
  'socialData.requests.callAgain': [document?: vscode.Uri];
  'socialData.requests.nextPage': [document?: vscode.Uri];
  'socialData.requests.switchFormat': [document?: vscode.Uri];
  'socialData.requests.switchLayout': [document?: vscode.Uri];
  'socialData.requests.copyAs': [document?: vscode.Uri];
  'socialData.requests.copyAsCurl': [document?: vscode.Uri];
  'socialData.requests.showReceipt': [document?: vscode.Uri];
  'socialData.records.show': [document?: vscode.Uri];
  'socialData.fixtures.openSidecar': [fixture?: TreeNode];
  'socialData.fixtures.reveal': [fixture?: TreeNode];
  'socialData.fixtures.save': [document?: vscode.Uri];
  'socialData.connection.select': [];
  'socialData.connection.setKey': [service?: Service];
  'socialData.connection.removeKey': [service?: Service];
  'socialData.users.pin': [handleOrLink?: string];
  'socialData.users.search': [];
  'socialData.users.refresh': [];
  'socialData.lists.pin': [idOrLink?: string];
  'socialData.lists.search': [];
  'socialData.communities.pin': [idOrLink?: string];
  'socialData.communities.search': [];
  'socialData.communities.searchMembers': [community?: TreeNode];
  'socialData.pins.pin': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.pins.unpin': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.pins.export': [];
  'socialData.pins.import': [];
  'socialData.explore.load': [pages?: TreeNode];
  'socialData.explore.retry': [pages?: TreeNode];
  'socialData.explore.loadMore': [pages?: TreeNode];
  'socialData.explore.callAgain': [node?: TreeNode];
  'socialData.explore.filter': [pages?: TreeNode];
  'socialData.explore.clearFilter': [pages?: TreeNode];
  'socialData.explore.close': [pages?: TreeNode];
  'socialData.explore.openAnswer': [node?: TreeNode];
  'socialData.explore.viewThread': [post?: TreeNode];
  'socialData.explore.openInBrowser': [node?: TreeNode];
  'socialData.explore.copyLink': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.explore.copyId': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.explore.copyHandle': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.explore.copyJson': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.explore.copyAsCurl': [node?: TreeNode];
  'socialData.explore.saveAsFixture': [node?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.connection.diagnose': [];
  'socialData.activity.open': [kept?: TreeNode];
  'socialData.activity.callAgain': [kept?: TreeNode];
  'socialData.activity.saveAsFixture': [kept?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.activity.copyAs': [kept?: TreeNode];
  'socialData.activity.copyAsCurl': [kept?: TreeNode];
  'socialData.activity.copyJson': [kept?: TreeNode];
  'socialData.activity.delete': [kept?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.activity.keep': [kept?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.activity.letGo': [kept?: TreeNode, selected?: readonly TreeNode[]];
  'socialData.activity.groupByDay': [];
  'socialData.activity.groupByEndpoint': [];
  'socialData.activity.showSpend': [];
  'socialData.activity.setBudget': [];
  'socialData.activity.resume': [];
  'socialData.activity.clearHistory': [];
  'socialData.activity.exportLedger': [];
  'socialData.activity.showLog': [];
}

/** What VS Code gives a command of a menu in the results: the place that the menu was opened on. */
export interface ResultsContext {
  readonly row?: number;
  readonly column?: string;
}

export type CommandId = keyof CommandArguments;

/** A record with every id, so that a command which is left out does not compile. */
const everyCommand: Readonly<Record<CommandId, true>> = {
  'socialData.lookUp.anything': true,
  'socialData.users.lookUp': true,
  'socialData.threads.view': true,
  'socialData.threads.open': true,
  'socialData.threads.viewAnswer': true,
  'socialData.threads.openInEditor': true,
  'socialData.threads.complete': true,
  'socialData.threads.openAsJson': true,
  'socialData.threads.copyMarkdown': true,
  'socialData.threads.saveMarkdown': true,
  'socialData.threads.find': true,
  'socialData.threads.collapseAll': true,
  'socialData.threads.expandAll': true,
  'socialData.threads.onlyAuthor': true,
  'socialData.threadView.complete': true,
  'socialData.threadView.openAsJson': true,
  'socialData.threadView.copyMarkdown': true,
  'socialData.threadView.saveMarkdown': true,
  'socialData.threadView.find': true,
  'socialData.threadView.collapseAll': true,
  'socialData.threadView.expandAll': true,
  'socialData.threadView.onlyAuthor': true,
  'socialData.posts.openInBrowser': true,
  'socialData.posts.openThread': true,
  'socialData.posts.lookUpAuthor': true,
  'socialData.posts.pinAuthor': true,
  'socialData.posts.copyText': true,
  'socialData.posts.copyLink': true,
  'socialData.posts.copyId': true,
  'socialData.posts.copyJson': true,
  'socialData.posts.saveAsFixture': true,
  'socialData.posts.likes': true,
  'socialData.posts.reposts': true,
  'socialData.posts.quotes': true,
  'socialData.search.run': true,
  'socialData.lists.lookUp': true,
  'socialData.results.open': true,
  'socialData.results.ask': true,
  'socialData.trends.open': true,
  'socialData.jobs.open': true,
  'socialData.spaces.open': true,
  'socialData.results.openAsJson': true,
  'socialData.results.copyCell': true,
  'socialData.results.copyAsJson': true,
  'socialData.results.copyAsMarkdown': true,
  'socialData.results.copyAsCsv': true,
  'socialData.results.openInBrowser': true,
  'socialData.results.openThread': true,
  'socialData.results.saveAsFixture': true,
  'socialData.results.save': true,
  'socialData.results.filter': true,
  'socialData.communities.lookUp': true,
  'socialData.requests.callEndpoint': true,
  'socialData.requests.callAgain': true,
  'socialData.requests.nextPage': true,
  'socialData.requests.switchFormat': true,
  'socialData.requests.switchLayout': true,
  'socialData.requests.copyAs': true,
  'socialData.requests.copyAsCurl': true,
  'socialData.requests.showReceipt': true,
  'socialData.records.show': true,
  'socialData.fixtures.openSidecar': true,
  'socialData.fixtures.reveal': true,
  'socialData.fixtures.save': true,
  'socialData.connection.select': true,
  'socialData.connection.setKey': true,
  'socialData.connection.removeKey': true,
  'socialData.users.pin': true,
  'socialData.users.search': true,
  'socialData.users.refresh': true,
  'socialData.lists.pin': true,
  'socialData.lists.search': true,
  'socialData.communities.pin': true,
  'socialData.communities.search': true,
  'socialData.communities.searchMembers': true,
  'socialData.pins.pin': true,
  'socialData.pins.unpin': true,
  'socialData.pins.export': true,
  'socialData.pins.import': true,
  'socialData.explore.load': true,
  'socialData.explore.retry': true,
  'socialData.explore.loadMore': true,
  'socialData.explore.callAgain': true,
  'socialData.explore.filter': true,
  'socialData.explore.clearFilter': true,
  'socialData.explore.close': true,
  'socialData.explore.openAnswer': true,
  'socialData.explore.viewThread': true,
  'socialData.explore.openInBrowser': true,
  'socialData.explore.copyLink': true,
  'socialData.explore.copyId': true,
  'socialData.explore.copyHandle': true,
  'socialData.explore.copyJson': true,
  'socialData.explore.copyAsCurl': true,
  'socialData.explore.saveAsFixture': true,
  'socialData.connection.diagnose': true,
  'socialData.activity.open': true,
  'socialData.activity.callAgain': true,
  'socialData.activity.saveAsFixture': true,
  'socialData.activity.copyAs': true,
  'socialData.activity.copyAsCurl': true,
  'socialData.activity.copyJson': true,
  'socialData.activity.delete': true,
  'socialData.activity.keep': true,
  'socialData.activity.letGo': true,
  'socialData.activity.groupByDay': true,
  'socialData.activity.groupByEndpoint': true,
  'socialData.activity.showSpend': true,
  'socialData.activity.setBudget': true,
  'socialData.activity.resume': true,
  'socialData.activity.clearHistory': true,
  'socialData.activity.exportLedger': true,
  'socialData.activity.showLog': true,
};

/** The ids of all commands. */
export const commandIds: readonly string[] = Object.keys(everyCommand);

/** Registers a command with the arguments that its id stands for. */
export function registerCommand<C extends CommandId>(
  id: C,
  handler: (...args: Partial<CommandArguments[C]>) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, handler);
}

/** Runs a command with the arguments that its id stands for. */
export async function runCommand<C extends CommandId>(id: C, ...args: CommandArguments[C]): Promise<void> {
  await vscode.commands.executeCommand(id, ...args);
}

/** A command for code lenses, status bar items and links. */
export function toCommand<C extends CommandId>(id: C, title: string, ...args: CommandArguments[C]): vscode.Command {
  return { command: id, title, arguments: args };
}
