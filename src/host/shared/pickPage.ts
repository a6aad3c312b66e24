import * as vscode from 'vscode';
import { formatAge } from '../../app/cost/formatAge.ts';

/** A page of several, as a person is asked about it. */
export interface PageChoice<T> {
  /** Counted from 1, in the order in which the pages were loaded. */
  readonly number: number;
  /** When it was sent, milliseconds since 1970. */
  readonly sentAt: number;
  readonly bodyBytes: number;
  /** What else tells it from the others. */
  readonly detail?: string;
  readonly page: T;
}

/**
 * Asks which of several pages is meant.
 * @returns the only one unasked; undefined where there is none, or none was picked
 */
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
