import * as vscode from 'vscode';
import type { Format, Service } from '../../client/endpoint.ts';

/** Every command of the extension with the arguments it takes when another part runs it. */
export interface CommandArguments {
  'socialData.lookUp.anything': [text?: string];
  'socialData.users.lookUp': [handle?: string];
  'socialData.threads.view': [idOrLink?: string];
  'socialData.search.run': [query?: string];
  'socialData.lists.lookUp': [idOrLink?: string];
  'socialData.communities.lookUp': [idOrLink?: string];
  'socialData.requests.callEndpoint': [endpointId?: string, params?: Readonly<Record<string, unknown>>, format?: Format];
  'socialData.requests.callAgain': [document?: vscode.Uri];
  'socialData.requests.nextPage': [document?: vscode.Uri];
  'socialData.requests.switchFormat': [document?: vscode.Uri];
  'socialData.requests.switchLayout': [document?: vscode.Uri];
  'socialData.requests.copyAsCurl': [document?: vscode.Uri];
  'socialData.requests.showReceipt': [document?: vscode.Uri];
  'socialData.fixtures.save': [document?: vscode.Uri];
  'socialData.connection.select': [];
  'socialData.connection.setKey': [service?: Service];
  'socialData.connection.removeKey': [service?: Service];
  'socialData.activity.showSpend': [];
  'socialData.activity.setBudget': [];
  'socialData.activity.showLog': [];
}

export type CommandId = keyof CommandArguments;

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
