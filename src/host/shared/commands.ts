import * as vscode from 'vscode';
import type { Format, Service } from '../../client/endpoint.ts';
import type { Reuse } from '../../client/policies/send.ts';
import type { TreeNode } from './tree/treeNode.ts';

/** What VS Code gives a command of a menu in the results: the place that the menu was opened on. */
export interface ResultsContext {
  readonly row?: number;
  readonly column?: string;
}

/** What commands take when another part runs them, by what they work on. */
interface Arguments {
  readonly nothing: [];
  readonly text: [text?: string];
  /** @param reuse `only`: it was offered as free */
  readonly thread: [idOrLink?: string, reuse?: Extract<Reuse, string>];
  readonly service: [service?: Service];
  readonly document: [document?: vscode.Uri];
  /** @param reuse it was offered as free */
  readonly further: [document?: vscode.Uri, reuse?: 'only'];
  readonly row: [node?: TreeNode];
  readonly rows: [node?: TreeNode, selected?: readonly TreeNode[]];
  /** What a menu on a post was opened on, which its page says. */
  readonly post: [context?: unknown];
  readonly cell: [context?: ResultsContext];
  /** @param offer a person accepted what it was said to cost: it is asked at once */
  readonly question: [endpointId?: string, texts?: Readonly<Record<string, string>>, offer?: 'free' | 'priced'];
  readonly call: [endpointId?: string, params?: Readonly<Record<string, unknown>>, format?: Format];
}

/** Every command of the extension with what it works on. */
const commands = {
  'socialData.lookUp.anything': 'text',
  'socialData.users.lookUp': 'text',
  'socialData.threads.view': 'thread',
  'socialData.threads.open': 'thread',
  'socialData.threads.viewAnswer': 'document',
  'socialData.threads.openInEditor': 'nothing',
  'socialData.threads.complete': 'nothing',
  'socialData.threads.openAsJson': 'nothing',
  'socialData.threads.copyMarkdown': 'nothing',
  'socialData.threads.saveMarkdown': 'nothing',
  'socialData.threads.find': 'nothing',
  'socialData.threads.collapseAll': 'nothing',
  'socialData.threads.expandAll': 'nothing',
  'socialData.threads.onlyAuthor': 'nothing',
  'socialData.threadView.complete': 'nothing',
  'socialData.threadView.openAsJson': 'nothing',
  'socialData.threadView.copyMarkdown': 'nothing',
  'socialData.threadView.saveMarkdown': 'nothing',
  'socialData.threadView.find': 'nothing',
  'socialData.threadView.collapseAll': 'nothing',
  'socialData.threadView.expandAll': 'nothing',
  'socialData.threadView.onlyAuthor': 'nothing',
  'socialData.posts.openInBrowser': 'post',
  'socialData.posts.openThread': 'post',
  'socialData.posts.lookUpAuthor': 'post',
  'socialData.posts.pinAuthor': 'post',
  'socialData.posts.copyText': 'post',
  'socialData.posts.copyLink': 'post',
  'socialData.posts.copyId': 'post',
  'socialData.posts.copyJson': 'post',
  'socialData.posts.saveAsFixture': 'post',
  'socialData.posts.likes': 'post',
  'socialData.posts.reposts': 'post',
  'socialData.posts.quotes': 'post',
  'socialData.search.run': 'text',
  'socialData.lists.lookUp': 'text',
  'socialData.profile.open': 'document',
  'socialData.results.open': 'document',
  'socialData.results.ask': 'question',
  'socialData.trends.open': 'nothing',
  'socialData.jobs.open': 'nothing',
  'socialData.spaces.open': 'nothing',
  'socialData.results.openAsJson': 'nothing',
  'socialData.results.copyCell': 'cell',
  'socialData.results.copyAsJson': 'cell',
  'socialData.results.copyAsMarkdown': 'cell',
  'socialData.results.copyAsCsv': 'cell',
  'socialData.results.openInBrowser': 'cell',
  'socialData.results.openThread': 'cell',
  'socialData.results.saveAsFixture': 'cell',
  'socialData.results.save': 'cell',
  'socialData.results.filter': 'cell',
  'socialData.communities.lookUp': 'text',
  'socialData.requests.callEndpoint': 'call',
  'socialData.requests.callAgain': 'document',
  'socialData.requests.nextPage': 'further',
  'socialData.requests.switchFormat': 'further',
  'socialData.requests.switchLayout': 'document',
  'socialData.requests.copyAs': 'document',
  'socialData.requests.copyAsCurl': 'document',
  'socialData.requests.showReceipt': 'document',
  'socialData.records.show': 'document',
  'socialData.fixtures.openSidecar': 'row',
  'socialData.fixtures.reveal': 'row',
  'socialData.fixtures.save': 'document',
  'socialData.connection.select': 'nothing',
  'socialData.connection.setKey': 'service',
  'socialData.connection.removeKey': 'service',
  'socialData.users.pin': 'text',
  'socialData.users.search': 'nothing',
  'socialData.users.refresh': 'nothing',
  'socialData.lists.pin': 'text',
  'socialData.lists.search': 'nothing',
  'socialData.communities.pin': 'text',
  'socialData.communities.search': 'nothing',
  'socialData.communities.searchMembers': 'row',
  'socialData.pins.pin': 'rows',
  'socialData.pins.unpin': 'rows',
  'socialData.pins.export': 'nothing',
  'socialData.pins.import': 'nothing',
  'socialData.explore.load': 'row',
  'socialData.explore.retry': 'row',
  'socialData.explore.loadMore': 'row',
  'socialData.explore.stop': 'row',
  'socialData.explore.stopNow': 'row',
  'socialData.explore.callAgain': 'row',
  'socialData.explore.filter': 'row',
  'socialData.explore.clearFilter': 'row',
  'socialData.explore.close': 'row',
  'socialData.explore.openAnswer': 'row',
  'socialData.explore.viewThread': 'row',
  'socialData.explore.openInBrowser': 'row',
  'socialData.explore.copyLink': 'rows',
  'socialData.explore.copyId': 'rows',
  'socialData.explore.copyHandle': 'rows',
  'socialData.explore.copyJson': 'rows',
  'socialData.explore.copyAsCurl': 'row',
  'socialData.explore.saveAsFixture': 'rows',
  'socialData.connection.diagnose': 'nothing',
  'socialData.activity.open': 'rows',
  'socialData.activity.callAgain': 'rows',
  'socialData.activity.saveAsFixture': 'rows',
  'socialData.activity.copyAs': 'rows',
  'socialData.activity.copyAsCurl': 'rows',
  'socialData.activity.copyJson': 'rows',
  'socialData.activity.delete': 'rows',
  'socialData.activity.pin': 'rows',
  'socialData.activity.unpin': 'rows',
  'socialData.activity.groupByDay': 'nothing',
  'socialData.activity.groupByEndpoint': 'nothing',
  'socialData.activity.showSpend': 'nothing',
  'socialData.activity.setBudget': 'nothing',
  'socialData.activity.resume': 'nothing',
  'socialData.activity.clearHistory': 'nothing',
  'socialData.activity.exportLedger': 'nothing',
  'socialData.activity.showLog': 'nothing',
} as const satisfies Readonly<Record<string, keyof Arguments>>;

export type CommandId = keyof typeof commands;

/** The arguments of each command. */
export type CommandArguments = { readonly [C in CommandId]: Arguments[(typeof commands)[C]] };

/** The ids of all commands. */
export const commandIds: readonly string[] = Object.keys(commands);

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
