import { formatJson } from '../../../client/json/formatJson.ts';
import type { ResultsContract, RecordAction, ExportFormat } from '../resultsContract.ts';
import type { HostHandlers } from '../../../core/channel/channel.ts';
import { openLink, readPlotScript } from '../../../workbench/page/webviewPage.ts';
import { copyText, showRefusal, askWhereToSave, pickPage } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import type { FixturePurpose, FixtureSource, Services } from '../../../workbench/services.ts';
import { pickRecords, toFixtureName } from '../../fixtures/index.ts';
import type { ResultsSession } from './resultsSession.ts';
import * as vscode from 'vscode';
import type { AnyRecord } from '../../../client/records/readRecord.ts';
import { getPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { type PinInput, toPinInput } from '../../../core/pins.ts';
import { getTrendQuery, toRecordUrl, toTreeRecord } from '../../../core/records/treeRecord.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { joinJsonRecords, toCsv } from '../../../core/table/tableText.ts';
import { formatRecordCount } from '../../../workbench/formatCounts.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { refuseContentWithKey } from '../../../workbench/services/refuseContentWithKey.ts';
import type { LoadedRecords } from './loadedRecords.ts';

/** The handlers that use loaded records. They don't send requests. */
export function createRecordsRequestHandlers(services: Services, session: ResultsSession) {
  return {
    posts: async ({ series, rows }) => (series === session.records.series ? session.records.posts(rows) : []),
    json: async ({ rows }) => session.records.texts(rows).map(formatJson),
    save: async ({ format, rows }) => await saveRecords(services, session, format, rows),
    copy: async ({ text }) => await copyText(text),
    copyAsJson: async ({ rows }) => {
      const { records } = session;
      await copyText(joinJsonRecords(records.texts(rows.filter((row) => row < records.size))));
    },
    saveAsFixture: async ({ rows, isPseudonymized }) =>
      await saveSelectedOrLoadedAsFixture(
        services,
        session.records,
        rows,
        isPseudonymized === true ? 'pseudonymized' : 'asReceived',
      ),
    pin: async ({ rows }) => await pinRecords(services, session, rows),
    onRecord: async ({ action, row }) => await actOnRecord(services, action, session, row),
    plotScript: () => readPlotScript(services.context),
    savePlot: async (picture) => await savePlot(services, picture),
  } satisfies Partial<HostHandlers<ResultsContract>['requests']>;
}

async function actOnRecord(
  { open }: Pick<Services, 'open'>,
  action: RecordAction,
  session: Pick<ResultsSession, 'connection' | 'records'>,
  row: number,
): Promise<void> {
  const { connection, records } = session;
  const record = records.recordAt(row);
  switch (action) {
    case 'openInBrowser': {
      const [response] = records.responsesOf([row]);
      const url = record === undefined || response === undefined ? undefined : toRecordUrl(record, getPermalinkBase(response));
      return url === undefined ? showRefusal(vscode.l10n.t('This record has no link.')) : await openLink(url);
    }
    case 'openThread': {
      const { id = '' } = record?.kind === 'post' ? record : {};
      return id === '' ? undefined : await open.thread(id, { connection });
    }
    case 'lookUpUser': {
      const handle = getRecordUserHandle(record);
      return handle === '' ? undefined : await open.user(handle, connection);
    }
    case 'search': {
      const query = record?.kind === 'trend' ? getTrendQuery(record) : '';
      return query === '' ? undefined : await open.search(query, connection);
    }
  }
}

/** Empty if the record doesn't have a user. */
function getRecordUserHandle(record: AnyRecord | undefined): string {
  const user = record?.kind === 'post' ? record.author : record;
  return user?.kind === 'user' || user?.kind === 'handleState' ? (user.handle ?? '') : '';
}

const statusBarMessageMs = 4_000;

export async function pinRecords(
  { pins }: Pick<Services, 'pins'>,
  { connection, records }: Pick<ResultsSession, 'connection' | 'records'>,
  rows: readonly number[],
): Promise<void> {
  const found = rows.flatMap((row): readonly PinInput[] => {
    const record = records.recordAt(row);
    const shown = record === undefined ? undefined : toTreeRecord(record, undefined);
    const pin = shown === undefined ? undefined : toPinInput(shown, connection);
    return pin === undefined ? [] : [pin];
  });
  const [first] = found;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t("This record can't be pinned."));
  }
  await pins.add(found);
  const { kind } = first;
  const view = kind === 'user' ? vscode.l10n.t('Users') : kind === 'list' ? vscode.l10n.t('Lists') : vscode.l10n.t('Communities');
  vscode.window.setStatusBarMessage(vscode.l10n.t('Pinned to {0}.', view), statusBarMessageMs);
}

interface FileToSave {
  readonly name: string;
  readonly what: string;
  readonly make: () => Promise<Uint8Array>;
  /** Appended to the message after saving. */
  readonly remark?: () => string;
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

async function savePlot(services: Services, { name, svg }: { readonly name: string; readonly svg: string }): Promise<void> {
  await saveFile(services, {
    name: `${toFixtureName(name)}.svg`,
    what: vscode.l10n.t('Plot'),
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
    log.error(`${file} couldn't be saved: ${reason}`);
    await vscode.window.showErrorMessage(addNoChargeSentence(vscode.l10n.t("{0} couldn't be saved: {1}.", file, reason)));
    return;
  }
  const open = vscode.l10n.t('Open');
  const message = `${vscode.l10n.t('Saved {0} to {1}.', what, file)} ${remark?.() ?? ''}`.trimEnd();
  const picked = await vscode.window.showInformationMessage(message, open);
  if (picked === open) {
    await vscode.commands.executeCommand('vscode.open', target);
  }
}

const maxFixturePages = 200;

export async function saveSelectedOrLoadedAsFixture(
  services: Services,
  records: LoadedRecords,
  rows: readonly number[],
  purpose: FixturePurpose = 'asReceived',
): Promise<void> {
  const [first, second] = records.responses;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t('No results loaded.'));
  }
  const isAll = rows.length === 0 || rows.length === records.size;
  const count = isAll ? records.responses.length : records.responsesOf(rows).length;
  if (count > maxFixturePages) {
    return showRefusal(vscode.l10n.t('A fixture can hold at most {0} pages. Select only the records you need.', maxFixturePages));
  }
  const source: FixtureSource = isAll
    ? { kind: second === undefined ? 'response' : 'pages', exchanges: [...records.responses] }
    : createSelectedFixtureSource(records, rows);
  await services.saveResponsesAsFixtures([source], purpose);
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

export async function openResponseOfRows(services: Services, records: LoadedRecords, rows: readonly number[]): Promise<void> {
  const choices = records.responsesOf(rows).map((response) => ({
    number: records.responses.indexOf(response) + 1,
    sentAt: response.sentAt,
    bodyBytes: response.body.byteLength,
    page: response,
  }));
  const placeHolder = vscode.l10n.t('Which page do you want to open?');
  const exchange = await pickPage(choices, { title: vscode.l10n.t('Open as JSON'), placeHolder });
  if (exchange !== undefined) {
    await showExchange(services, exchange);
  }
}
