import * as vscode from 'vscode';
import type { ExportFormat } from '../../protocol/resultsContract.ts';
import { toFixtureName } from '../../fixtures/naming.ts';
import { toCsv } from '../../results/export/csv.ts';
import { foreignText } from '../shared/foreignText.ts';
import type { Services } from '../shared/services.ts';
import type { ResultsSession } from './resultsSession.ts';

/** Saves records into a file that the person picks. Makes no call. */
export async function saveRecords(
  services: Services,
  session: ResultsSession,
  format: ExportFormat,
  wanted: readonly number[],
): Promise<void> {
  const rows = wanted.filter((row) => row < session.records.size); // a page may have kept places of other records
  const subject = Object.values(session.texts).find((text) => text !== '') ?? '';
  const name = toFixtureName(`${session.endpoint.id.replace(/^\w+\./, '')}-${subject}`);
  await saveFile(
    services,
    `${name}.${format}`,
    async () => await toBytes(session, format, rows),
    vscode.l10n.t('{0} records', rows.length),
  );
}

/** Saves the picture of a plot. */
export async function savePlot(
  services: Services,
  { name, format, data }: { readonly name: string; readonly format: 'svg' | 'png'; readonly data: string },
): Promise<void> {
  const bytes = format === 'svg' ? new TextEncoder().encode(data) : Buffer.from(data, 'base64');
  await saveFile(
    services,
    `${toFixtureName(name)}.${format}`,
    async () => await Promise.resolve(bytes),
    vscode.l10n.t('the plot'),
  );
}

async function toBytes(session: ResultsSession, format: ExportFormat, rows: readonly number[]): Promise<Uint8Array> {
  const { records, endpoint } = session;
  switch (format) {
    case 'csv':
      return new TextEncoder().encode(toCsv(await records.table(rows)));
    case 'ndjson':
      return new TextEncoder().encode((await records.texts(rows)).map((line) => `${line}\n`).join(''));
    case 'parquet': {
      const { toParquet } = await import('../../results/export/parquet.ts');
      return toParquet(await records.table(rows), { endpoint: endpoint.id, records: records.kind });
    }
  }
}

async function saveFile({ log }: Services, name: string, make: () => Promise<Uint8Array>, what: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) {
    return;
  }
  try {
    await vscode.workspace.fs.writeFile(target, await make());
  } catch (error) {
    const reason = foreignText(error instanceof Error ? error.message : String(error));
    log.error(`${name} could not be saved: ${reason}`);
    await vscode.window.showErrorMessage(
      vscode.l10n.t('{0} could not be saved: {1}. Nothing was spent; what is loaded is still here.', name, reason),
    );
    return;
  }
  const open = vscode.l10n.t('Open');
  const picked = await vscode.window.showInformationMessage(
    vscode.l10n.t('Saved {0} in {1}.', what, foreignText(target.path.split('/').at(-1) ?? name)),
    open,
  );
  if (picked === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}
