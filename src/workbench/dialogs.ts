import * as vscode from 'vscode';
import { formatAge } from '../core/text/formatAge.ts';

export async function confirm(message: string, detail: string, button: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button;
}

/**
 * @param name suggested file name in the open folder
 * @returns undefined on cancel
 */
export async function askWhereToSave(
  title: string,
  name: string,
  filters: vscode.SaveDialogOptions['filters'] = {},
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const beside = folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) };
  return await vscode.window.showSaveDialog({ title, filters, ...beside });
}

export async function copyText(text: string, said = vscode.l10n.t('Copied.')): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(said, 4_000);
}

export function showRefusal(message: string): void {
  void vscode.window.showWarningMessage(message);
}

export interface PageChoice<T> {
  /** From 1, in the order in which the pages were loaded. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly bodyBytes: number;
  readonly detail?: string;
  readonly page: T;
}

/** @returns the only page without asking; undefined without pages, or on cancel */
export async function pickPage<T>(
  choices: readonly PageChoice<T>[],
  words: { readonly title: string; readonly placeHolder: string },
): Promise<T | undefined> {
  const [first, second] = choices;
  if (second === undefined) {
    return first?.page;
  }
  const items = choices.map(({ number, sentAt, bodyBytes, detail, page }) => ({
    label: vscode.l10n.t('Page {0}', number),
    description: `${formatAge(sentAt, Date.now())} · ${vscode.l10n.t('{0} bytes', bodyBytes)}`,
    ...(detail === undefined ? {} : { detail }),
    page,
  }));
  return (await vscode.window.showQuickPick(items, words))?.page;
}
