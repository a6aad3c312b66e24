import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { type CopyOutcome, type ExportFormat, maxCopyLength } from '../../protocol/resultsContract.ts';
import { toFixtureName } from '../../app/fixtures/naming.ts';
import { csvLineEnd, formatCsvHeader, formatCsvRow } from '../../app/table/export/tableText.ts';
import { joinJsonRecords, createLinesWriter } from '../../app/table/export/recordFileWriter.ts';
import { askWhereToSave, copyText } from '../shared/dialogs.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { runWithDelayedProgress, type ProgressContext } from './runWithDelayedProgress.ts';
import { refuseContentWithKey } from '../services/refuseContentWithKey.ts';
import type { Services } from '../shared/services.ts';
import type { ResultsSession } from './resultsSession.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import { buildRecordFile } from './readRecordsInRequestedOrder.ts';

function formatRecordCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{0} records', count);
}

/** What is saved: its name, in words, and how it is made; undefined where it was not wanted to the end. */
interface FileToSave {
  readonly name: string;
  readonly what: string;
  readonly make: (working: ProgressContext) => Promise<Uint8Array | undefined>;
  /** What is to be said of the file once it is made, in words; empty for nothing. */
  readonly remark?: () => string;
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
  let leftOut = 0;
  const make = async ({ signal, reportProgress }: ProgressContext): Promise<Uint8Array | undefined> => {
    const { columns } = records;
    const making = { signal, reportProgress: (read: number) => reportProgress(read / rows.length) };
    switch (format) {
      case 'csv': {
        const lines = records.pickRows(rows, (row) => formatCsvRow(columns, row));
        return await buildRecordFile(createLinesWriter(csvLineEnd, formatCsvHeader(columns)), lines, making);
      }
      case 'ndjson':
        return await buildRecordFile(createLinesWriter('\n'), records.pickTexts(rows), making);
      case 'parquet': {
        const { createParquetWriter } = await import('../../app/table/export/parquet.ts');
        const note = { endpoint: endpoint.id, records: records.kind };
        const file = createParquetWriter(columns, note);
        const bytes = await buildRecordFile(
          file,
          records.pickRows(rows, (row) => row),
          making,
        );
        leftOut = file.leftOut;
        return bytes;
      }
    }
  };
  const remark = () =>
    leftOut === 0 ? '' : vscode.l10n.t('Values left empty because they do not fit their column: {0}.', leftOut);
  const what =
    rows.length < records.size ? vscode.l10n.t('{0} of {1} records', rows.length, records.size) : formatRecordCount(rows.length);
  await saveFile(services, { name: `${name}.${format}`, what, make, remark }, patience);
}

export async function savePlot(
  services: Services,
  { name, svg }: { readonly name: string; readonly svg: string },
): Promise<void> {
  await saveFile(services, {
    name: `${toFixtureName(name)}.svg`,
    what: vscode.l10n.t('the plot'),
    make: async () => await Promise.resolve(new TextEncoder().encode(svg)),
  });
}

async function saveFile(services: Services, { name, what, make, remark }: FileToSave, patience?: number): Promise<void> {
  const { log } = services;
  const target = await askWhereToSave(vscode.l10n.t('Save {0}', what), name);
  if (target === undefined) {
    return;
  }
  const file = sanitizeForVsCode(target.path.split('/').at(-1) ?? name);
  const write = async (working: ProgressContext): Promise<'saved' | 'cancelled' | 'refused'> => {
    const bytes = await make(working);
    if (bytes === undefined || working.signal.aborted) {
      return 'cancelled';
    }
    if (await refuseContentWithKey(services, file, bytes)) {
      return 'refused';
    }
    await vscode.workspace.fs.writeFile(target, bytes);
    return 'saved';
  };
  let outcome: 'saved' | 'cancelled' | 'refused';
  try {
    outcome = await runWithDelayedProgress(vscode.l10n.t('Saving {0}', what), write, patience);
  } catch (error) {
    const reason = sanitizeForVsCode(error instanceof Error ? error.message : String(error));
    log.error(`${file} could not be saved: ${reason}`);
    await vscode.window.showErrorMessage(
      addNoChargeSentence(
        vscode.l10n.t('{0} could not be saved: {1}.', file, reason),
        vscode.l10n.t('What is loaded is still here.'),
      ),
    );
    return;
  }
  if (outcome === 'refused') {
    return;
  }
  if (outcome === 'cancelled') {
    void vscode.window.showInformationMessage(addNoChargeSentence(vscode.l10n.t('Cancelled: nothing was saved.')));
    return;
  }
  const open = vscode.l10n.t('Open');
  const said = `${vscode.l10n.t('Saved {0} in {1}.', what, file)} ${remark?.() ?? ''}`.trimEnd();
  const picked = await vscode.window.showInformationMessage(said, open);
  if (picked === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}

/**
 * Puts the exact JSON of records on the clipboard: one alone, several as a list. Made here, where they are: to the page and
 * back, each of them would be copied a dozen times.
 */
export async function copyRecordsAsJson(
  records: LoadedRecords,
  wanted: readonly number[],
  patience?: number,
): Promise<CopyOutcome> {
  const rows = wanted.filter((row) => row < records.size); // a page may have kept places of other records
  const title = vscode.l10n.t('Copying {0}', formatRecordCount(rows.length));
  const lines = await runWithDelayedProgress(
    title,
    async (working) => await readJsonLinesForClipboard(records, rows, working),
    patience,
  );
  switch (lines) {
    case 'tooMuch':
      return lines;
    case 'cancelled':
      void vscode.window.showInformationMessage(addNoChargeSentence(vscode.l10n.t('Cancelled: nothing was copied.')));
      return lines;
    default:
      await copyText(joinJsonRecords(lines));
      return 'copied';
  }
}

/** Reads no further than a clipboard takes. */
async function readJsonLinesForClipboard(
  records: LoadedRecords,
  rows: readonly number[],
  { signal, reportProgress }: ProgressContext,
): Promise<readonly string[] | 'tooMuch' | 'cancelled'> {
  const lines: string[] = [];
  let length = 0;
  for await (const { ready, read } of records.pickTexts(rows)) {
    for (const line of ready) {
      lines.push(line);
      length += line.length + 2;
    }
    if (length > maxCopyLength) {
      return 'tooMuch';
    }
    if (signal.aborted) {
      return 'cancelled';
    }
    reportProgress(read / rows.length);
  }
  return lines;
}
