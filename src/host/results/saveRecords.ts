import * as vscode from 'vscode';
import type { ExportFormat } from '../../protocol/resultsContract.ts';
import { toFixtureName } from '../../fixtures/naming.ts';
import { csvEnd, csvHeader, csvLine } from '../../results/export/csv.ts';
import { linesFile } from '../../results/export/linesFile.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import { longWork, type Working } from '../shared/longWork.ts';
import type { Services } from '../shared/services.ts';
import { makeFile } from './makeFile.ts';
import type { ResultsSession } from './resultsSession.ts';

/** What is saved: its name, in words, and how it is made; undefined where it was not wanted to the end. */
interface Saving {
  readonly name: string;
  readonly what: string;
  readonly make: (working: Working) => Promise<Uint8Array | undefined>;
}

/** Saves records into a file that the person picks. Makes no call. */
export async function saveRecords(
  services: Services,
  session: Pick<ResultsSession, 'records' | 'endpoint' | 'texts'>,
  format: ExportFormat,
  wanted: readonly number[],
  patience?: number,
): Promise<void> {
  const { records, endpoint, texts } = session; // another question may take their place while a person looks for a folder
  const rows = wanted.filter((row) => row < records.size); // a page may have kept places of other records
  const subject = Object.values(texts).find((text) => text !== '') ?? '';
  const name = toFixtureName(`${endpoint.id.replace(/^\w+\./, '')}-${subject}`);
  const make = async ({ signal, told }: Working): Promise<Uint8Array | undefined> => {
    const { columns } = records;
    const making = { signal, told: (read: number) => told(read / rows.length) };
    switch (format) {
      case 'csv': {
        const lines = records.pickLines(rows, (row) => csvLine(columns, row));
        return await makeFile(linesFile(csvEnd, csvHeader(columns)), lines, making);
      }
      case 'ndjson':
        return await makeFile(linesFile('\n'), records.pickTexts(rows), making);
      case 'parquet': {
        const { parquetFile } = await import('../../results/export/parquet.ts');
        const note = { endpoint: endpoint.id, records: records.kind };
        return await makeFile(parquetFile(columns, note), records.pickRows(rows), making);
      }
    }
  };
  await saveFile(services, { name: `${name}.${format}`, what: vscode.l10n.t('{0} records', rows.length), make }, patience);
}

/** Saves the picture of a plot. */
export async function savePlot(
  services: Services,
  { name, format, data }: { readonly name: string; readonly format: 'svg' | 'png'; readonly data: string },
): Promise<void> {
  const bytes = format === 'svg' ? new TextEncoder().encode(data) : Buffer.from(data, 'base64');
  await saveFile(services, {
    name: `${toFixtureName(name)}.${format}`,
    what: vscode.l10n.t('the plot'),
    make: async () => await Promise.resolve(bytes),
  });
}

async function saveFile({ log }: Services, { name, what, make }: Saving, patience?: number): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) {
    return;
  }
  const file = foreignText(target.path.split('/').at(-1) ?? name);
  const write = async (working: Working): Promise<boolean> => {
    const bytes = await make(working);
    if (bytes === undefined || working.signal.aborted) {
      return false;
    }
    await vscode.workspace.fs.writeFile(target, bytes);
    return true;
  };
  let isSaved: boolean;
  try {
    isSaved = await longWork(vscode.l10n.t('Saving {0}', what), write, patience);
  } catch (error) {
    const reason = foreignText(error instanceof Error ? error.message : String(error));
    log.error(`${file} could not be saved: ${reason}`);
    await vscode.window.showErrorMessage(
      vscode.l10n.t('{0} could not be saved: {1}. Nothing was spent; what is loaded is still here.', file, reason),
    );
    return;
  }
  if (!isSaved) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Cancelled: nothing was saved and nothing was spent.'));
    return;
  }
  const open = vscode.l10n.t('Open');
  const picked = await vscode.window.showInformationMessage(vscode.l10n.t('Saved {0} in {1}.', what, file), open);
  if (picked === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}
