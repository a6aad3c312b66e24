import { formatJson } from '../../../client/json/formatJson.ts';
import { type ExportFormat, exportFormatNames, exportFormats, type ResultsContract } from '../resultsContract.ts';
import type { HostHandlers } from '../../../core/channel/channel.ts';
import { readPlotScript } from '../../../workbench/page/webviewPage.ts';
import { copyText, showRefusal } from '../../../workbench/dialogs.ts';
import type { FixtureSource, Services } from '../../../workbench/services.ts';
import { pickRecords, toFixtureName } from '../../fixtures/index.ts';
import type { ResultsSession } from './resultsSession.ts';
import { saveFile } from '../../../workbench/services/saveFile.ts';
import * as vscode from 'vscode';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import { actOnRecords } from '../../records/host/index.ts';
import { joinJsonRecords, toCsv } from '../../../core/table/tableText.ts';
import { formatRecordCount } from '../../../workbench/formatCounts.ts';
import type { LoadedRecords } from './loadedRecords.ts';

/** The handlers that use loaded records. They don't send requests. */
export function createRecordsRequestHandlers(services: Services, session: ResultsSession) {
  return {
    posts: async ({ series, rows }) => (series === session.records.series ? session.records.posts(rows) : []),
    json: async ({ rows }) => session.records.texts(rows).map(formatJson),
    save: async ({ format, rows }) => await saveRecords(services, session, format, rows),
    copy: async ({ text }) => await copyText(text),
    act: async ({ action, rows }) => await actOnRecords(services, action, [createResultsTarget(services, session, rows)]),
    plotScript: () => readPlotScript(services.context),
  } satisfies Partial<HostHandlers<ResultsContract>['requests']>;
}

/** @param rows empty for all loaded records */
export function createResultsTarget(
  services: Services,
  session: Pick<ResultsSession, 'connection' | 'endpoint' | 'records' | 'texts'>,
  rows: readonly number[],
): RecordTarget {
  const { connection, records } = session;
  const all = rows.length === 0 ? Array.from({ length: records.size }, (_, row) => row) : rows;
  const [first] = rows;
  const record = first === undefined ? undefined : records.recordAt(first);
  const postId = record?.kind === 'post' ? record.id : undefined;
  return {
    records: rows.flatMap((row) => records.recordAt(row) ?? []),
    connection,
    responses: async () => await Promise.resolve(records.responsesOf(rows).map((exchange) => ({ exchange }))),
    missing: vscode.l10n.t('No results loaded.'),
    // the page shows the price above its records
    ...(postId === undefined ? {} : { open: async () => await services.open.thread(postId, { connection }) }),
    source: () => toFixtureSource(records, rows),
    json: () => joinJsonRecords(records.texts(all.filter((row) => row < records.size))),
    export: async () => {
      const formats = exportFormats.map((format) => ({ label: exportFormatNames[format], format }));
      const picked = await vscode.window.showQuickPick(formats, { title: vscode.l10n.t('Export') });
      await (picked === undefined ? undefined : saveRecords(services, session, picked.format, all));
    },
  };
}

/** Doesn't send requests. */
export async function saveRecords(
  services: Services,
  session: Pick<ResultsSession, 'records' | 'endpoint' | 'texts'>,
  format: ExportFormat,
  wanted: readonly number[],
): Promise<void> {
  const { records, endpoint, texts } = session; // a new query may replace these while the user picks a folder
  const rows = wanted.filter((row) => row < records.size); // a restored page may have other records' indexes
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
        const { toParquet } = await import('../../../core/table/parquet.ts');
        const file = toParquet(columns, records.rows(rows), { endpoint: endpoint.id, records: records.kind });
        leftOut = file.leftOut;
        return file.bytes;
      }
    }
  };
  const remark = () => (leftOut === 0 ? '' : vscode.l10n.t("Values omitted because they don't fit their column: {0}.", leftOut));
  const what =
    rows.length < records.size ? vscode.l10n.t('{0} of {1} records', rows.length, records.size) : formatRecordCount(rows.length);
  await saveFile(services, { name: `${name}.${format}`, what, make, remark });
}

const maxFixturePages = 200;

/** Undefined after showing why the records can't be saved. */
function toFixtureSource(records: LoadedRecords, rows: readonly number[]): FixtureSource | undefined {
  const [first, second] = records.responses;
  const isAll = rows.length === 0 || rows.length === records.size;
  const count = isAll ? records.responses.length : records.responsesOf(rows).length;
  if (first === undefined || count > maxFixturePages) {
    showRefusal(
      first === undefined
        ? vscode.l10n.t('No results loaded.')
        : vscode.l10n.t('A fixture can hold at most {0} pages. Select only the records you need.', maxFixturePages),
    );
    return undefined;
  }
  return isAll
    ? { kind: second === undefined ? 'response' : 'pages', exchanges: [...records.responses] }
    : createSelectedFixtureSource(records, rows);
}

function createSelectedFixtureSource(records: LoadedRecords, rows: readonly number[]): FixtureSource {
  const pages = records.selected(rows);
  const stored = pages.map(({ exchange, records: wanted }) => pickRecords(exchange, wanted));
  if (stored.every((exchange) => exchange !== undefined)) {
    const names = pages.flatMap(({ records: wanted }) => wanted.map(({ kind, id, path }) => [kind, id ?? path]));
    return { kind: 'records', exchanges: stored, selection: JSON.stringify(names) };
  }
  return { kind: pages.length === 1 ? 'response' : 'pages', exchanges: pages.map(({ exchange }) => exchange) };
}
