import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { computeMaxPrice, isFreeQuote } from '../../../core/cost/cost.ts';
import { toCurlCommand } from '../../../core/requests/snippets.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { sliceJsonAtPath } from '../../../client/json/sliceJson.ts';
import { type RecordPath, toPage } from '../../../client/records/toPage.ts';
import { copyText, showRefusal } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import { type FixturePurpose, pinConnections, type Services } from '../../../workbench/services.ts';
import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { PagedNode, RecordNode } from './tree/recordNode.ts';
import { listLookUpRequests } from '../index.ts';
import { toRecordUrl, isExpandableRow, type TreeRecord, getTrendQuery } from '../../../core/records/treeRecord.ts';
import { type PinStore, isPinInput, type PinInput, type PinKind, pinKindsByView, type PinView } from '../../../core/pins.ts';

interface RowResponse {
  readonly exchange: Exchange;
  readonly path: RecordPath;
}

/** Shows a post from its row's stored response if loading the thread costs money; otherwise opens the thread. */
export async function showPost(node: TreeNode | undefined, services: Services): Promise<void> {
  const post = node instanceof RecordNode && node.threadOffer !== 'only' && node.record.kind === 'post' ? node.record : undefined;
  const response = node === undefined || post === undefined ? undefined : await findResponseOfRow(services, node);
  if (response === undefined) {
    return await viewThread(node, services);
  }
  await services.open.responseThread(response.exchange, post?.id);
}

/** Opens the thread. If that costs money, the price is shown first. */
export async function viewThread(node: TreeNode | undefined, { open }: Pick<Services, 'open'>): Promise<void> {
  if (node instanceof RecordNode && node.record.kind === 'post') {
    await open.thread(node.record.id, { reuse: node.threadOffer, connection: node.connection });
  }
}

export async function copyLink(nodes: readonly TreeNode[]): Promise<void> {
  await copyLinesOrRefuse(filterRecordNodes(nodes).flatMap((node) => toRecordUrl(node.record, node.site) ?? []));
}

export async function copyId(nodes: readonly TreeNode[]): Promise<void> {
  await copyLinesOrRefuse(filterRecordNodes(nodes).flatMap(({ record }) => ('id' in record ? (record.id ?? []) : [])));
}

export async function copyHandle(nodes: readonly TreeNode[]): Promise<void> {
  await copyLinesOrRefuse(
    filterRecordNodes(nodes).flatMap(({ record }) => {
      const user = record.kind === 'post' ? record.author : record.kind === 'user' ? record : undefined;
      return user?.handle === undefined ? [] : [`@${user.handle}`];
    }),
  );
}

/** Copies the exact JSON of each record: one alone, several as an array. */
export async function copyJson(nodes: readonly TreeNode[], services: Services): Promise<void> {
  const responses = await findRowResponsesAndReportMissing(services, filterRecordNodes(nodes));
  const texts = responses.flatMap(({ exchange, path }) => sliceJsonAtPath(decodeBodyText(exchange), path) ?? []);
  if (texts.length > 0) {
    await copyLinesOrRefuse([texts.length === 1 ? texts.join() : `[${texts.join(',\n')}]`]);
  }
}

/** Contains a placeholder for the key. */
export async function copyAsCurl(nodes: readonly TreeNode[], services: Services): Promise<void> {
  const { connections } = services;
  const [{ exchange } = {}] = await findRowResponsesAndReportMissing(services, nodes.slice(0, 1));
  if (exchange !== undefined) {
    await copyLinesOrRefuse([toCurlCommand(exchange.request, connections.authenticationOf(exchange))]);
  }
}

/** Opens the error response if the last load failed. */
export async function openResponse(nodes: readonly TreeNode[], services: Services): Promise<void> {
  const [node] = nodes;
  const failed = node instanceof PagedNode ? node.source.state.failure?.error.exchange : undefined;
  const exchange = failed ?? (await findRowResponsesAndReportMissing(services, nodes.slice(0, 1)))[0]?.exchange;
  if (exchange !== undefined) {
    await showExchange(services, exchange);
  }
}

export async function saveAsFixture(nodes: readonly TreeNode[], services: Services): Promise<void> {
  await saveRowsAsFixtures(nodes, services, 'asReceived');
}

export async function savePseudonymized(nodes: readonly TreeNode[], services: Services): Promise<void> {
  await saveRowsAsFixtures(nodes, services, 'pseudonymized');
}

async function saveRowsAsFixtures(nodes: readonly TreeNode[], services: Services, purpose: FixturePurpose): Promise<void> {
  const responses = await findRowResponsesAndReportMissing(services, nodes);
  const each = [...new Map(responses.map(({ exchange }) => [exchange.id, exchange])).values()];
  if (each.length > 0) {
    const sources = each.map((exchange) => ({ kind: 'response', exchanges: [exchange] }) as const);
    await services.saveResponsesAsFixtures(sources, purpose);
  }
}

export async function openInBrowser(nodes: readonly TreeNode[], { connections }: Services): Promise<void> {
  const [node] = filterRecordNodes(nodes);
  const address = node === undefined ? undefined : toRecordUrl(node.record, node.site);
  if (address === undefined || node === undefined) {
    return;
  }
  if (connections.isLocal(node.connection)) {
    showRefusal(vscode.l10n.t('Sandbox sample data has no web pages.'));
    return;
  }
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

async function findRowResponsesAndReportMissing(
  services: Pick<Services, 'client' | 'connections'>,
  nodes: readonly TreeNode[],
): Promise<readonly RowResponse[]> {
  const responses: RowResponse[] = [];
  for (const node of nodes) {
    const response = await findResponseOfRow(services, node);
    responses.push(...(response === undefined ? [] : [response]));
  }
  const missing = nodes.length - responses.length;
  if (missing > 0) {
    showRefusal(
      addNoChargeSentence(
        responses.length === 0
          ? vscode.l10n.t("This row isn't in history. Refresh it, or look it up.")
          : vscode.l10n.t("Rows skipped because they aren't in history: {0}.", missing),
      ),
    );
  }
  return responses;
}

/** The response that contains a row's record, and the record's path in it. A pin uses a stored response. */
async function findResponseOfRow(
  services: Pick<Services, 'client' | 'connections'>,
  node: TreeNode,
): Promise<RowResponse | undefined> {
  if (node instanceof PagedNode) {
    const exchange = await node.exchangeOf();
    return exchange === undefined ? undefined : { exchange, path: [] };
  }
  if (!(node instanceof RecordNode)) {
    return undefined;
  }
  const { pages, record } = node;
  if (pages === undefined) {
    return await findStoredResponseOfPin(pinConnections(services, node.connection), record);
  }
  const exchange = await pages.exchangeOf(record);
  return exchange === undefined ? undefined : { exchange, path: record.path ?? [] };
}

/** Accepts a response of any age. */
async function findStoredResponseOfPin(services: Pick<Services, 'client'>, record: TreeRecord): Promise<RowResponse | undefined> {
  const client = await services.client();
  if (!isExpandableRow(record)) {
    return undefined;
  }
  for (const { endpoint, params } of listLookUpRequests(record)) {
    const stored = client.quote(endpoint, params, { reuse: 'only' });
    if (stored?.kind === 'stored') {
      const { exchange } = stored;
      // a handle may now belong to a different user
      const found = toPage(exchange, { endpoint }).records.find(({ kind, id }) => kind === record.kind && id === record.id);
      if (found?.path !== undefined) {
        return { exchange, path: found.path };
      }
    }
  }
  return undefined;
}

function filterRecordNodes(nodes: readonly TreeNode[]): readonly RecordNode[] {
  return nodes.filter((node) => node instanceof RecordNode);
}

async function copyLinesOrRefuse(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) {
    showRefusal(vscode.l10n.t('This row has nothing to copy.'));
    return;
  }
  await copyText(texts.join('\n'));
}

/** Opens a Space's page if that is free, otherwise the lookup, which shows the price. */
export async function openSpace(node: TreeNode | undefined, services: Pick<Services, 'open'>): Promise<void> {
  if (!(node instanceof RecordNode) || node.record.kind !== 'space') {
    return;
  }
  await services.open.lookUp(toRecordUrl(node.record, node.site), node.connection);
}

/** Opens a search for a trend's posts: results if they are free, otherwise a button with the price. */
export async function searchTrend(node: TreeNode | undefined, { open }: Pick<Services, 'open'>): Promise<void> {
  if (node instanceof RecordNode && node.record.kind === 'trend') {
    await open.search(getTrendQuery(node.record), node.connection);
  }
}

/** Opens a row's loaded or stored pages as a table. Without pages, opens its request with the price on the button. */
export async function openAsTable(node: TreeNode | undefined, { open }: Pick<Services, 'open'>): Promise<void> {
  if (!(node instanceof PagedNode)) {
    return;
  }
  const { endpoint, params } = node.source.query;
  const exchanges = await findLoadedExchanges(node);
  if (exchanges.length > 0) {
    return await open.results(exchanges, 'table');
  }
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  await open.query(endpoint, texts, { view: 'table', connection: node.connection });
}

/** Stops at the first page that is no longer stored, because the pages after it can be loaded again. */
async function findLoadedExchanges({ source }: PagedNode): Promise<readonly Exchange[]> {
  const found: Exchange[] = [];
  for (const page of source.state.pages) {
    const exchange = await source.exchangeOf(page);
    if (exchange === undefined) {
      break;
    }
    found.push(exchange);
  }
  return found;
}

const pagedRowActions = {
  load: async ({ source: { session } }: PagedNode) => await (session.state.status === 'idle' ? session.load() : session.retry()),
  loadMore: async (row: PagedNode) => await row.loadMore(),
  stop: async ({ source: { session } }: PagedNode) => await Promise.resolve(session.stop()),
  callAgain: pickPagesAndCallAgain,
};

export type PagedRowAction = keyof typeof pagedRowActions;

/** Uses the row that the command was run on, or its nearest parent that loads pages. */
export async function actOnPagedRow(action: PagedRowAction, node: TreeNode | undefined): Promise<void> {
  let row = node;
  while (row !== undefined && !(row instanceof PagedNode)) {
    row = row.parent;
  }
  await (row === undefined ? showRefusal(vscode.l10n.t('Select an item in the tree first.')) : pagedRowActions[action](row));
}

/** Asks which pages to pay for. */
async function pickPagesAndCallAgain({ source, title }: PagedNode): Promise<void> {
  const loaded = Math.max(1, source.state.pages.length);
  const quote = source.quoteAgain();
  if (isFreeQuote(quote)) {
    return await source.session.refresh(loaded);
  }
  const again = [...new Set([loaded, 1])].map((pages) => ({
    pages,
    label: pages === 1 ? vscode.l10n.t('$(refresh) First page') : vscode.l10n.t('$(refresh) All {0} pages', pages),
    description: formatExpectedPrice(computeMaxPrice(quote, pages).amount),
  }));
  const picked = await vscode.window.showQuickPick(again, { title: vscode.l10n.t('Refresh: {0}', title) });
  await (picked === undefined ? undefined : source.session.refresh(picked.pages));
}

export async function pin(pins: PinStore, nodes: readonly TreeNode[]): Promise<void> {
  await pins.add(toPins(nodes));
}

export async function unpin(pins: PinStore, nodes: readonly TreeNode[]): Promise<void> {
  await pins.unpin(toPins(nodes));
}

/** Undefined if no row can be pinned. */
export function serializePinsForDrag(nodes: readonly TreeNode[]): string | undefined {
  const dragged = toPins(nodes);
  return dragged.length === 0 ? undefined : JSON.stringify(dragged);
}

/** Moves items that are already pinned before the drop target. */
export async function placeDroppedPins(
  pins: PinStore,
  view: PinView,
  target: TreeNode | undefined,
  text: string | undefined,
): Promise<void> {
  const dropped = parseDraggedPins(text);
  for (const kind of pinKindsByView[view]) {
    await pins.place(
      dropped.filter((item) => item.kind === kind),
      findPinIdOfDropTarget(target, kind),
    );
  }
}

function toPins(nodes: readonly TreeNode[]): readonly PinInput[] {
  return nodes.flatMap((node) => (node instanceof RecordNode ? (node.toPin() ?? []) : []));
}

/** Undefined for the empty area of the view. */
function findPinIdOfDropTarget(target: TreeNode | undefined, kind: PinKind): string | undefined {
  let node = target;
  while (node?.parent !== undefined) {
    node = node.parent;
  }
  return toPins(node === undefined ? [] : [node]).find((pin) => pin.kind === kind)?.id;
}

/** Validates the text, because another extension may use the same MIME type. */
function parseDraggedPins(text: string | undefined): readonly PinInput[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isPinInput) : [];
  } catch {
    return []; // not JSON
  }
}
