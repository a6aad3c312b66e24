import * as vscode from 'vscode';

/** A text to start from, and where it was found. */
export interface OfferedText {
  readonly from: 'selection' | 'clipboard';
  readonly text: string;
}

const longestOffered = 512;

/**
 * The text selected in the active editor or, failing that, a link on the clipboard.
 * The clipboard may hold anything, so only a link is taken from it, and nothing of it is logged.
 * @param fits whether a text leads to a choice
 */
export async function offeredText(fits: (text: string) => boolean): Promise<OfferedText | undefined> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined ? '' : editor.document.getText(editor.selection).trim();
  if (isOfferable(selected) && fits(selected)) {
    return { from: 'selection', text: selected };
  }
  const copied = (await vscode.env.clipboard.readText()).trim();
  return /^https?:\/\/\S+$/i.test(copied) && isOfferable(copied) && fits(copied)
    ? { from: 'clipboard', text: copied }
    : undefined;
}

function isOfferable(text: string): boolean {
  return text !== '' && text.length <= longestOffered && !text.includes('\n');
}
