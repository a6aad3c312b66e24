import * as vscode from 'vscode';
import { isDrawnNode } from './tree/treeNode.ts';

/** Marks arguments that this extension put into a lens, a row, or a status bar item. Others can't create a pass. */
const passes = new WeakSet<object>();

export function withPass(args: readonly unknown[]): unknown[] {
  const pass = {};
  passes.add(pass);
  return [...args, pass];
}

/** True if the document isn't the active editor: a menu can name a different document, a keybinding can't. */
export function isDocumentBehind(document: unknown): boolean {
  const front = vscode.window.activeTextEditor?.document.uri.toString();
  return document !== undefined && !(document instanceof vscode.Uri && document.toString() === front);
}

let isAnyServicePaid = () => true;

export function setPaidServiceCheck(check: () => boolean): void {
  isAnyServicePaid = check;
}

/**
 * Confirms arguments from elsewhere (an agent, another extension, or a keybinding) before they spend money, and rejects forged tree
 * rows. Omits what isn't text from texts, because a view's title passes the focused row.
 * @returns undefined if the command must not run
 */
export async function admitArguments(
  id: string,
  args: readonly unknown[],
  target = '',
  spends?: (args: readonly unknown[]) => boolean,
): Promise<readonly unknown[] | undefined> {
  const passed = args.filter((arg) => !(typeof arg === 'object' && arg !== null && passes.has(arg)));
  if (passed.length < args.length) {
    return passed;
  }
  if (/^(?:rows?|fixtures)$/.test(target) && !areRowsOrFiles(passed)) {
    return undefined;
  }
  const takesTexts = /^(?:text|lookUp|connection)$/.test(target);
  const given = takesTexts ? passed.map((one) => (typeof one === 'string' ? one : undefined)) : passed;
  const isAllowed = spends?.(given) !== true || !isAnyServicePaid() || (await isConfirmed(id, given));
  return isAllowed ? given : undefined;
}

/** Accepts rows or files. A menu also passes the selection or the place it was opened in. */
function areRowsOrFiles([place, selected]: readonly unknown[]): boolean {
  return [place, ...(Array.isArray(selected) ? (selected as readonly unknown[]) : [])].every(
    (one) => one === undefined || one === null || one instanceof vscode.Uri || (typeof one === 'object' && isDrawnNode(one)),
  );
}

async function isConfirmed(id: string, args: readonly unknown[]): Promise<boolean> {
  const { l10n } = vscode;
  const run = l10n.t('Run');
  const { sanitizeForVsCode, shortenText } = await import('../core/text/stripHiddenCharacters.ts');
  const detail = [
    l10n.t('Another extension, an AI agent, or a keybinding wants to run this command. It may send a paid request.'),
    shortenText(sanitizeForVsCode(JSON.stringify(args)), 300),
  ].join('\n');
  // Enter presses the first button, and the dialog may appear while the user types
  const picked = await vscode.window.showWarningMessage(
    l10n.t('Run {0}?', id),
    { modal: true, detail },
    l10n.t("Don't Run"),
    run,
  );
  return picked === run;
}
