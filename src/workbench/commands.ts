import * as vscode from 'vscode';
import type { ResponseFormat } from '../client/endpoint.ts';
import type { ResponseReuse } from '../client/policies/send.ts';
import { recordActions, threadViewCommands } from '../core/channel/pageCommands.ts';
import { admitArguments, isDocumentBehind, withPass } from './commandGuard.ts';
import type { ConnectionStep } from './open.ts';
import type { TreeNode } from './tree/treeNode.ts';

interface ArgumentsByTarget {
  readonly nothing: [];
  readonly text: [text?: string];
  /** @param reuse `only`: it was offered for free. @param connection default: the selected ones */
  readonly lookUp: [text?: string, reuse?: Extract<ResponseReuse, string>, connection?: string];
  /** @param connection default: prompts for one. @param step the only thing to ask for */
  readonly connection: [connection?: string, step?: ConnectionStep];
  /** A tab's menu passes it, but a view's menu doesn't. */
  readonly document: [document?: vscode.Uri];
  /** @param reuse `only`: it was offered for free */
  readonly further: [document?: vscode.Uri, reuse?: 'only'];
  readonly row: [node?: TreeNode];
  readonly rows: [node?: TreeNode, selected?: readonly TreeNode[]];
  /** Rows of the *Fixtures* view, or a fixture's file. Default: the active editor. */
  readonly fixtures: [place?: TreeNode | vscode.Uri, selected?: readonly TreeNode[]];
  /**
   * @param place a tree row, a document, a file, a tab, or the `data-vscode-context` of a place on a page; default: what is active
   * @param selected the tree's selection, which VS Code adds
   * @param offer `priced`: the price was shown
   */
  readonly records: [place?: unknown, selected?: unknown, offer?: unknown];
  readonly call: [endpointId?: string, params?: Readonly<Record<string, unknown>>, format?: ResponseFormat];
}

/** All commands, without `socialData.`, by area and target. */
export const commands = {
  lookUp: { lookUp: ['anything'], nothing: ['selection'] },
  search: { text: ['run'] },
  users: { text: ['pin'], nothing: ['search'] },
  lists: { text: ['pin'], nothing: ['search'] },
  communities: { text: ['pin'], nothing: ['search'] },
  explore: { row: ['load', 'loadMore', 'stop'] },
  threads: {
    lookUp: ['view'],
    nothing: ['openInEditor', 'moveToSideBar'],
    document: ['back', 'forward', 'complete', ...threadViewCommands],
  },
  results: { nothing: ['filter'] },
  requests: {
    call: ['callEndpoint'],
    further: ['nextPage', 'switchFormat'],
    document: ['switchLayout', 'convert'],
  },
  records: { records: recordActions },
  collect: { rows: ['pause', 'resume', 'collectNew', 'openFolder', 'remove'] },
  agents: { nothing: ['stop'] },
  fixtures: {
    fixtures: ['copyTestSnippet', 'compare'],
    nothing: ['refreshAll', 'keepAll', 'undoAll', 'check', 'exportMsw', 'switchCounts'],
    rows: ['reveal', 'rename', 'delete', 'undo'],
  },
  fixtureServer: { nothing: ['start', 'stop', 'show'], rows: ['answerWith', 'useSavedResponse'] },
  sandbox: { nothing: ['copyAddress', 'writeEnv'] },
  connections: { connection: ['manage'], nothing: ['select'] },
  walkthrough: { nothing: ['open'] },
  activity: { rows: ['keep', 'stopKeeping', 'delete'] },
  spending: { nothing: ['show', 'setBudget', 'export'] },
  history: { nothing: ['search', 'clear', 'startNew'] },
  log: { nothing: ['show'] },
} as const satisfies Readonly<Record<string, { readonly [K in keyof ArgumentsByTarget]?: readonly string[] }>>;

type Commands = typeof commands;

type CommandIdsByAreaAndTarget<A extends keyof Commands, K> = K extends keyof Commands[A]
  ? Commands[A][K] extends readonly (infer Name extends string)[]
    ? `socialData.${A}.${Name}`
    : never
  : never;

export type CommandArguments = {
  readonly [
    K in keyof ArgumentsByTarget as { readonly [A in keyof Commands]: CommandIdsByAreaAndTarget<A, K> }[keyof Commands]
  ]: ArgumentsByTarget[K];
};

export type CommandId = keyof CommandArguments;

const targetById: ReadonlyMap<string, string> = new Map(
  Object.entries(commands).flatMap(([area, kinds]) =>
    Object.entries<readonly string[]>(kinds).flatMap(([target, names]) =>
      names.map((name) => [`socialData.${area}.${name}`, target] as const),
    ),
  ),
);

export const commandIds: readonly string[] = [...targetById.keys()];

/**
 * Arguments that make a command send a request without showing its price first. Without arguments, a command acts like a key
 * press.
 */
const spendsAtOnce: Partial<Readonly<Record<CommandId, (args: readonly unknown[]) => boolean>>> = {
  'socialData.threads.view': ([id, reuse]) => id !== undefined && reuse !== 'only',
  // a results page shows a thread's price above its records
  'socialData.records.open': ([place]) => typeof place === 'object' && place !== null && 'page' in place,
  'socialData.records.refresh': ([, , offer]) => offer === 'priced',
  'socialData.requests.callEndpoint': ([, params]) => params !== undefined,
  'socialData.requests.nextPage': ([document, reuse]) => isDocumentBehind(document) && reuse !== 'only',
  'socialData.requests.switchFormat': ([document, reuse]) => isDocumentBehind(document) && reuse !== 'only',
};

/** The guard checks arguments from elsewhere. */
export function registerTypedCommand<C extends CommandId>(
  id: C,
  handler: (...args: Partial<CommandArguments[C]>) => unknown,
): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
    const given = await admitArguments(id, args, targetById.get(id), spendsAtOnce[id]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- VS Code passes anything; handlers treat each as optional
    return given === undefined ? undefined : await handler(...(given as Partial<CommandArguments[C]>));
  });
}

export function toCommand<C extends CommandId>(id: C, title: string, ...args: CommandArguments[C]): vscode.Command {
  return { command: id, title, arguments: withPass(args) };
}
