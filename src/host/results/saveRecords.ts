import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import { type CopyOutcome, type ExportFormat, maxCopyLength } from '../../protocol/resultsContract.ts';
import { toFixtureName } from '../../app/fixtures/naming.ts';
import { joinJsonRecords, toCsv } from '../../app/table/export/tableText.ts';
import { askWhereToSave, copyText } from '../shared/dialogs.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { refuseContentWithKey } from '../services/refuseContentWithKey.ts';
import type { Services } from '../shared/services.ts';
import type { ResultsSession } from './resultsSession.ts';
import type { LoadedRecords } from './loadedRecords.ts';

function formatRecordCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 record') : vscode.l10n.t('{0} records', count);
}

/** What is saved: its name, in words, and how it is made. */
interface FileToSave {
  readonly name: string;
  readonly what: string;
  readonly make: () => Promise<Uint8Array>;
  /** What is to be said of the file once it is made, in words; empty for nothing. */
  readonly remark?: () => string;
}

/** Saves records into a file that the person picks. Makes no call. */
export async function saveRecords(
  services: Services,
  session: Pick<ResultsSession, 'records' | 'endpoint' | 'texts'>,
  format: ExportFormat,
  wanted: readonly number[],
): Promise<void> {
  const { records, endpoint, texts } = session; // another question may take their place while a person looks for a folder
  const rows = wanted.filter((row) => row < records.size); // a page may have kept places of other records
  const subject = Object.values(texts).find((text) => text !== '') ?? '';
  const name = toFixtureName(`${endpoint.id.replace(/^\w+\./, '')}-${subject}`);
  let leftOut = 0;
  const make = async (): Promise<Uint8Array> => {
    const { columns } = records;
    switch (format) {
      case 'csv':
        return new TextEncoder().encode(toCsv({ columns, rows: records.rows(rows) }));
      case 'ndjson':
        return new TextEncoder().encode([...records.texts(rows), ''].join('\n'));
      case 'parquet': {
        const { toParquet } = await import('../../app/table/export/parquet.ts');
        const file = toParquet(columns, records.rows(rows), { endpoint: endpoint.id, records: records.kind });
        leftOut = file.leftOut;
        return file.bytes;
      }
    }
  };
  const remark = () =>
    leftOut === 0 ? '' : vscode.l10n.t('Values left empty because they do not fit their column: {0}.', leftOut);
  const what =
    rows.length < records.size ? vscode.l10n.t('{0} of {1} records', rows.length, records.size) : formatRecordCount(rows.length);
  await saveFile(services, { name: `${name}.${format}`, what, make, remark });
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

async function saveFile(services: Services, { name, what, make, remark }: FileToSave): Promise<void> {
  const { log } = services;
  const target = await askWhereToSave(vscode.l10n.t('Save {0}', what), name);
  if (target === undefined) {
    return;
  }
  const file = sanitizeForVsCode(target.path.split('/').at(-1) ?? name);
  try {
    const bytes = await make();
    if (await refuseContentWithKey(services, file, bytes)) {
      return;
    }
    await vscode.workspace.fs.writeFile(target, bytes);
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
export async function copyRecordsAsJson(records: LoadedRecords, wanted: readonly number[]): Promise<CopyOutcome> {
  const text = joinJsonRecords(records.texts(wanted.filter((row) => row < records.size)));
  if (text.length > maxCopyLength) {
    return 'tooMuch';
  }
  await copyText(text);
  return 'copied';
}
