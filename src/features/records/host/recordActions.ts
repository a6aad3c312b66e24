import * as vscode from 'vscode';
import type { Endpoint } from '../../../client/endpoint.ts';
import {
  gatewayTweetAnalytics,
  tweetArticle,
  tweetFavorites,
  tweetQuotes,
  tweetRetweets,
} from '../../../client/endpoints/table.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { sliceJsonAtPath } from '../../../client/json/sliceJson.ts';
import { toResponseError } from '../../../client/toResponseError.ts';
import type { PostRecord } from '../../../client/records/readRecord.ts';
import { getConnectionPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import type { PinInput } from '../../../core/pins.ts';
import { toPinInput } from '../../../core/records/pinnedRecord.ts';
import { getTrendQuery, toRecordUrl, toTreeRecord } from '../../../core/records/treeRecord.ts';
import { toPost } from '../../../core/records/toPost.ts';
import { toCurlCommand, toFetchSnippet, toPythonSnippet } from '../../../core/requests/snippets.ts';
import { formatAge } from '../../../core/text/formatAge.ts';
import { joinJsonRecords } from '../../../core/table/tableText.ts';
import { showResponse } from '../../../workbench/callAndShow.ts';
import { copyText, showRefusal } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import { openLink } from '../../../workbench/page/webviewPage.ts';
import type { RecordAction } from '../../../core/channel/pageCommands.ts';
import type { RecordResponse, RecordTarget } from '../../../workbench/recordTarget.ts';
import { type FixturePurpose, pinConnections, type Services } from '../../../workbench/services.ts';
import { formatPostPlainText, quoteThread } from '../../threads/index.ts';
import { compareWith } from '../../fixtures/host/index.ts';
import { describeMissingResponse, refresh } from './refresh.ts';
import { getExchangeKind, getResponseView } from '../../../core/records/responseView.ts';

type Act = (services: Services, targets: readonly RecordTarget[], isPriceShown: boolean) => Promise<void>;
type TargetRecord = RecordTarget['records'][number];
type ActOnFirst = (services: Services, target: RecordTarget, record: TargetRecord | undefined) => Promise<void>;

/** None sends a request, except `refresh` and `openAsThread` after the price was shown. */
export const actions: Readonly<Record<RecordAction, Act>> = {
  open: onFirst(openByKind),
  openAsPage: onFirst(openAsPage),
  openAsTable: onFirst(openAsTable),
  openAsThread: onFirst(openAsThread),
  openAsJson: onFirst(openAsJson),
  viewAuthor: onFirst(async ({ open }, target, record) => await withHandle(target, record, open.user)),
  searchTrend: onFirst(searchTrend),
  openInBrowser: onFirst(openInBrowser),
  viewLikes: openRelated(tweetFavorites),
  viewReposts: openRelated(tweetRetweets),
  viewQuotes: openRelated(tweetQuotes),
  viewAnalytics: openRelated(gatewayTweetAnalytics),
  viewArticle: openRelated(tweetArticle),
  refresh: async (services, targets, isPriceShown) => {
    const [first] = targets;
    if (first !== undefined) {
      await (first.refresh === undefined ? refresh(services, first, isPriceShown) : first.refresh(targets, isPriceShown));
    }
  },
  compareWith,
  pin,
  unpin: async ({ pins }, targets) => await pins.unpin(targets.flatMap(toPins)),
  saveAsFixture: async (services, targets) => await saveAsFixtures(services, targets, 'asReceived'),
  savePseudonymized: async (services, targets) => await saveAsFixtures(services, targets, 'pseudonymized'),
  export: onFirst(async (_services, target) => await target.export?.()),
  collect: onFirst(async ({ open }, target, record) => {
    const { connection } = target;
    const request = target.request ?? (record === undefined ? (await target.responses())[0]?.exchange.request : undefined);
    await open.collect({ request, record: record?.kind === 'line' ? undefined : record, connection });
  }),
  copyLink: copyFromRecords((record, { connection }, { connections }) => toRecordUrl(record, getSite(connections, connection))),
  copyText: async (services, targets) =>
    await copyLines(targets.flatMap((target) => target.text?.() ?? mapRecords(services, [target], toText))),
  copyHandle: copyFromRecords((record) => {
    const handle = getHandle(record);
    return handle === undefined ? undefined : `@${handle}`;
  }),
  copyId: copyFromRecords((record) => ('id' in record ? record.id : undefined)),
  copyAsJson,
  copyAsCurl: copyRequestAs('curl', toCurlCommand),
  copyAsFetch: copyRequestAs('fetch', toFetchSnippet),
  copyAsPython: copyRequestAs('Python', toPythonSnippet),
  copyAsHttpx: copyRequestAs('Python', (request, authentication) => toPythonSnippet(request, authentication, 'httpx')),
  copyAsMarkdown: async (_services, targets) => await copyLines(targets.flatMap(({ markdown }) => markdown?.() ?? [])),
  // a results page copies its cells and columns itself
  copyAsCsv: async () => await copyLines([]),
  copyCell: async () => await copyLines([]),
  pinAuthor: onFirst(async ({ open }, target, record) => await withHandle(target, record, open.pinUser)),
};

function onFirst(act: ActOnFirst): Act {
  return async (services, [target]) => (target === undefined ? undefined : await act(services, target, target.records[0]));
}

async function openAsTable({ open }: Services, target: RecordTarget): Promise<void> {
  if (target.openAsTable !== undefined) {
    return await target.openAsTable();
  }
  const responses = await findResponses([target]);
  await (responses.length === 0 ? undefined : open.results(toExchanges(responses), 'table'));
}

async function openAsJson(services: Services, target: RecordTarget): Promise<void> {
  if (target.openAsJson !== undefined) {
    return await target.openAsJson();
  }
  const pages = (await findResponses([target])).map(({ exchange, detail = '' }, at) => ({
    label: vscode.l10n.t('Page {0}', at + 1),
    description: `${formatAge(exchange.sentAt, Date.now())} · ${vscode.l10n.t('{0} bytes', exchange.body.byteLength)}`,
    detail,
    exchange,
  }));
  const placeHolder = vscode.l10n.t('Which page do you want to open?');
  const [first, second] = pages;
  const picked =
    second === undefined
      ? first
      : await vscode.window.showQuickPick(pages, { title: vscode.l10n.t('Open as JSON'), placeHolder });
  await (picked === undefined ? undefined : showExchange(services, picked.exchange));
}

const pageKinds: ReadonlySet<string | undefined> = new Set(['user', 'handleState', 'list', 'community', 'space']);

async function openByKind(services: Services, target: RecordTarget, record?: TargetRecord): Promise<void> {
  if (target.open !== undefined) {
    await target.open();
  } else if (record === undefined) {
    const [first, ...others] = toExchanges(await findResponses([target]));
    [first, ...others].forEach((exchange) => exchange?.from === 'history' && services.spend.addReopened(exchange));
    // a thread shows all of its stored pages
    if (first !== undefined && others.length > 0 && getResponseView(getExchangeKind(first)) !== 'thread') {
      await services.open.results([first, ...others]);
    } else if (first !== undefined) {
      // an error has no other view
      await (toResponseError(first) === undefined ? showResponse : showExchange)(services, first);
    }
  } else if (record.kind === 'post') {
    await openPost(services, target, record);
  } else if (record.kind === 'trend') {
    await searchTrend(services, target, record);
  } else {
    await (pageKinds.has(record.kind) ? openAsPage(services, target, record) : openAsJson(services, target));
  }
}

/** Shows a post from its stored response if loading the thread costs money. */
async function openPost(services: Services, target: RecordTarget, record: PostRecord): Promise<void> {
  const { id = '' } = record;
  const client = await pinConnections(services, target.connection).client();
  const [response] = quoteThread(client, id)?.kind === 'stored' ? [] : await target.responses();
  await (response === undefined ? openAsThread(services, target, record) : services.open.responseThread(response.exchange, id));
}

/** Opens a record's page if that is free, otherwise the lookup, which shows the price. */
async function openAsPage({ connections, open }: Services, target: RecordTarget, record?: TargetRecord): Promise<void> {
  const { connection } = target;
  const address = record === undefined ? undefined : toRecordUrl(record, getSite(connections, connection));
  if (record?.kind === 'user' || record?.kind === 'handleState') {
    await withHandle(target, record, open.user);
  } else {
    await (address === undefined ? withResponse(target, open.profile) : open.lookUp(address, connection));
  }
}

async function openAsThread({ open }: Services, target: RecordTarget, record?: TargetRecord): Promise<void> {
  if (target.openAsThread !== undefined) {
    await target.openAsThread();
  } else if (record?.kind === 'post' && record.id !== undefined) {
    await open.postThread(record.id, record.author?.handle, target.connection);
  } else {
    await withResponse(target, open.responseThread);
  }
}

/** Opens results if they are free, otherwise a search with the price on its button. */
async function searchTrend({ open }: Services, { connection }: RecordTarget, record?: TargetRecord): Promise<void> {
  await (record?.kind === 'trend' ? open.search(getTrendQuery(record), connection) : undefined);
}

async function openInBrowser({ connections }: Services, { connection }: RecordTarget, record?: TargetRecord): Promise<void> {
  const address = record === undefined ? undefined : toRecordUrl(record, getSite(connections, connection));
  if (address === undefined) {
    return showRefusal(vscode.l10n.t('This record has no link.'));
  }
  if (connections.isLocal(connection)) {
    return showRefusal(vscode.l10n.t('Sandbox sample data has no web pages.'));
  }
  await openLink(address);
}

/** Opens a form with the price on its button. */
function openRelated(endpoint: Endpoint): Act {
  const { service } = endpoint;
  return onFirst(async ({ connections, open }, { connection }, record) => {
    if (record?.kind !== 'post' || record.id === undefined) {
      return;
    }
    if (!connections.reaches(service, connections.names(connection)[service])) {
      return showRefusal(addNoChargeSentence(vscode.l10n.t('Select a Gateway API connection that has this post.')));
    }
    await open.query(endpoint, { [service === 'gateway' ? 'tweet_id' : 'tweetId']: record.id }, { connection });
  });
}

const statusBarMessageMs = 4_000;

async function pin(services: Services, targets: readonly RecordTarget[]): Promise<void> {
  const pins = targets.flatMap(toPins);
  const [first] = pins;
  if (first === undefined) {
    return showRefusal(vscode.l10n.t("This record can't be pinned."));
  }
  await services.pins.add(pins);
  const { l10n, window } = vscode;
  const view = first.kind === 'user' ? l10n.t('Users') : first.kind === 'list' ? l10n.t('Lists') : l10n.t('Communities');
  window.setStatusBarMessage(l10n.t('Pinned to {0}.', view), statusBarMessageMs);
}

function toPins({ records, connection }: RecordTarget): readonly PinInput[] {
  return records.flatMap((record) => {
    const row = record.kind === 'line' ? undefined : toTreeRecord(record, undefined);
    return (row === undefined ? undefined : toPinInput(row, connection)) ?? [];
  });
}

/** Several records of a response are saved once, a target's pages as one fixture. */
async function saveAsFixtures(services: Services, targets: readonly RecordTarget[], purpose: FixturePurpose): Promise<void> {
  const own = targets.flatMap(({ source }) => source?.() ?? []);
  const pages = (await findPages(targets.filter(({ source }) => source === undefined))).map(toExchanges);
  const each = [...new Map(pages.map((exchanges) => [exchanges[0]?.id, exchanges])).values()];
  const sources = each.map((exchanges) => ({ kind: exchanges.length === 1 ? 'response' : 'pages', exchanges }) as const);
  if (own.length + sources.length > 0) {
    await services.saveResponsesAsFixtures([...own, ...sources], purpose);
  }
}

/** The exact JSON: one record alone, several as an array. */
async function copyAsJson(_services: Services, targets: readonly RecordTarget[]): Promise<void> {
  const own = targets.flatMap(({ json }) => json?.() ?? []);
  const responses = await findResponses(targets.filter(({ json }) => json === undefined));
  const texts = [
    ...own,
    ...responses.flatMap(({ exchange, path = [] }) => sliceJsonAtPath(decodeBodyText(exchange), path) ?? []),
  ];
  if (texts.length > 0) {
    await copyText(joinJsonRecords(texts));
  }
}

/** Contains a placeholder for the key. */
function copyRequestAs(language: string, toSnippet: typeof toCurlCommand): Act {
  return onFirst(async ({ connections }, target) => {
    await withResponse(target, async (exchange) => {
      const said = vscode.l10n.t('Copied as {0}. Replace the placeholder with your key.', language);
      await copyText(toSnippet(exchange.request, connections.authenticationOf(exchange)), said);
    });
  });
}

async function withResponse(target: RecordTarget, act: (exchange: Exchange) => Promise<void>): Promise<void> {
  const [response] = await findResponses([target]);
  await (response === undefined ? undefined : act(response.exchange));
}

async function findResponses(targets: readonly RecordTarget[]): Promise<readonly RecordResponse[]> {
  return (await findPages(targets)).flat();
}

/** Each target's responses. Says which targets don't have any. */
async function findPages(targets: readonly RecordTarget[]): Promise<readonly (readonly RecordResponse[])[]> {
  const found = await Promise.all(targets.map(async (target) => await target.responses()));
  const missing = targets.filter((_target, at) => found[at]?.length === 0);
  if (missing.length > 0) {
    showRefusal(
      missing.length === targets.length
        ? describeMissingResponse(missing[0])
        : addNoChargeSentence(vscode.l10n.t("Rows skipped because they aren't in history: {0}.", missing.length)),
    );
  }
  return found.filter((responses) => responses.length > 0);
}

function toExchanges(responses: readonly RecordResponse[]): readonly Exchange[] {
  return responses.map(({ exchange }) => exchange);
}

function getSite(connections: Services['connections'], connection: string): string {
  return getConnectionPermalinkBase(connections.isLocal(connection));
}

function getHandle(record: TargetRecord | undefined): string | undefined {
  const user = record?.kind === 'post' ? record.author : record;
  return user?.kind === 'user' || user?.kind === 'handleState' ? user.handle : undefined;
}

async function withHandle(
  { connection }: RecordTarget,
  record: TargetRecord | undefined,
  act: (handle: string, connection: string) => Promise<void>,
): Promise<void> {
  const handle = getHandle(record);
  await (handle === undefined ? undefined : act(handle, connection));
}

type ToLine = (record: TargetRecord, target: RecordTarget, services: Services) => string | undefined;

const toText: ToLine = (record) =>
  record.kind === 'post'
    ? formatPostPlainText(toPost(record))
    : record.kind === 'line'
      ? (record.value ?? record.label)
      : record.kind === 'trend'
        ? record.name
        : undefined;

function mapRecords(services: Services, targets: readonly RecordTarget[], toLine: ToLine): readonly string[] {
  return targets.flatMap((target) => target.records.flatMap((record) => toLine(record, target, services) ?? []));
}

function copyFromRecords(toLine: ToLine): Act {
  return async (services, targets) => await copyLines(mapRecords(services, targets, toLine));
}

async function copyLines(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) {
    return showRefusal(vscode.l10n.t('This row has nothing to copy.'));
  }
  await copyText(texts.join('\n'));
}
