import * as vscode from 'vscode';
import { type CopyOutcome, longestCopy } from '../../protocol/resultsContract.ts';
import { jsonList } from '../../results/export/jsonList.ts';
import { longWork, type Working } from '../shared/longWork.ts';
import type { LoadedRecords } from './loadedRecords.ts';

/** How long a word of success stands in the status bar, in milliseconds. */
const statusMs = 3_000;

/** Puts a text on the clipboard, and says so. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), statusMs);
}

/**
 * Puts the exact JSON of records on the clipboard: one alone, several as a list. Made here, where they are: to the page and
 * back, each of them would be copied a dozen times.
 */
export async function copyAsJson(records: LoadedRecords, wanted: readonly number[], patience?: number): Promise<CopyOutcome> {
  const rows = wanted.filter((row) => row < records.size); // a page may have kept places of other records
  const title = vscode.l10n.t('Copying {0} records', rows.length);
  const lines = await longWork(title, async (working) => await shortEnough(records, rows, working), patience);
  switch (lines) {
    case 'tooMuch':
      return lines;
    case 'cancelled':
      void vscode.window.showInformationMessage(vscode.l10n.t('Cancelled: nothing was copied and nothing was spent.'));
      return lines;
    default:
      await copyText(jsonList(lines));
      return 'copied';
  }
}

/** Reads no further than a clipboard takes. */
async function shortEnough(
  records: LoadedRecords,
  rows: readonly number[],
  { signal, told }: Working,
): Promise<readonly string[] | 'tooMuch' | 'cancelled'> {
  const lines: string[] = [];
  let length = 0;
  for await (const { ready, read } of records.pickTexts(rows)) {
    for (const line of ready) {
      lines.push(line);
      length += line.length + 2;
    }
    if (length > longestCopy) {
      return 'tooMuch';
    }
    if (signal.aborted) {
      return 'cancelled';
    }
    told(read / rows.length);
  }
  return lines;
}
