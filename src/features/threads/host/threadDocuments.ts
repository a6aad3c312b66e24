import { tryParseJson } from '../../../client/json/tryParseJson.ts';
import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { readDocumentThreadPage, type FoundThread, type ThreadPage, toThreadPage, findThreadsInText } from '../threadPage.ts';
import { toThreadRequest } from '../threadQuery.ts';
import type { ResponseFormat } from '../../../client/endpoint.ts';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { getPermalinkBase, getConnectionPermalinkBase } from '../../../core/connections/responseConnection.ts';
import { getDocumentExchange, loadStoredExchange, toExchangeUri } from '../../../workbench/exchangeDocuments.ts';
import type { Services } from '../../../workbench/services.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';

export function readThreadPage(services: Pick<Services, 'connections'>, exchange: Exchange): ThreadPage {
  const request = toThreadRequest(exchange);
  return getThreadDocumentUri(exchange.id) === undefined
    ? toThreadPage(toPage(exchange, { endpoint: tweet, site: getPermalinkBase(exchange) }), request)
    : readDocumentThreadPage(decodeBodyText(exchange), request, getDocumentSite(services));
}

/** Documents don't say which service they came from, so links use the selected connection. */
function getDocumentSite({ connections }: Pick<Services, 'connections'>): string {
  return getConnectionPermalinkBase(connections.isLocal(connections.selected('primary')));
}

function isThreadResponse({ request }: Exchange): boolean {
  return request.endpointId === tweet.id || request.endpointId === 'primary.tweetArticle';
}

/** Finds a response in memory, its document, or history. Doesn't send requests. */
export async function loadThreadResponse(services: Services, exchangeId: string): Promise<Exchange | undefined> {
  const exchange =
    getThreadDocumentUri(exchangeId) === undefined
      ? await loadStoredExchange(services, exchangeId)
      : (services.exchanges.get(exchangeId) ?? (await reopenDocumentAsExchange(services, exchangeId)));
  return exchange !== undefined && isThreadResponse(exchange) ? exchange : undefined;
}

/** The exchange id for a thread that was read from a document: `document:<id of the focal post>:<uri>`. */
const threadDocumentIdPattern = /^document:(\d{1,30}):(.+)$/su;

/** Returns undefined for a response from a service. */
export function getThreadDocumentUri(exchangeId: string): vscode.Uri | undefined {
  const address = threadDocumentIdPattern.exec(exchangeId)?.[2];
  return address === undefined ? undefined : vscode.Uri.parse(address, true);
}

/** Wraps a document in an exchange without a price, so it's shown like a response. */
function createDocumentExchange(uri: vscode.Uri, text: string, focalId: string, format: ResponseFormat): Exchange {
  const params = { tweetId: focalId };
  return {
    id: `document:${focalId}:${uri.toString()}`,
    request: { service: 'primary', endpointId: tweet.id, params, format, method: 'GET', baseUrl: '', target: '' },
    status: 200,
    headers: {},
    body: new TextEncoder().encode(text),
    receipt: { price: undefined, balance: undefined, refunded: false, retried: false },
    sentAt: 0,
    durationMs: 0,
    attempts: 0,
    value: tryParseJson(text), // for paging only; `readThreadPage` reads the posts from the body
    warnings: [],
    from: 'history',
  };
}

/** Returns undefined if the file was deleted, or if an unsaved document was closed. */
async function reopenDocumentAsExchange({ log }: Services, exchangeId: string): Promise<Exchange | undefined> {
  const uri = getThreadDocumentUri(exchangeId);
  const focalId = threadDocumentIdPattern.exec(exchangeId)?.[1];
  if (uri === undefined || focalId === undefined) {
    return undefined;
  }
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open === undefined && uri.scheme === 'untitled') {
    return undefined;
  }
  try {
    const document = open ?? (await vscode.workspace.openTextDocument(uri));
    return createDocumentExchange(uri, document.getText(), focalId, 'raw');
  } catch (error) {
    log.error(`A thread couldn't be read from its document: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/**
 * Finds the conversation in a JSON document: a response, a fixture, or any file with posts. Shows a quick pick if there are
 * several, and a message if the document has no posts. Doesn't send requests.
 * @returns undefined if the document has no posts, or on cancel
 */
export async function findOrPickThreadInDocument(services: Services, uri: vscode.Uri): Promise<Exchange | undefined> {
  const response = getDocumentExchange(services.exchanges, uri);
  if (response !== undefined) {
    return await findOrPickThreadInResponse(services, response, { uri });
  }
  const text = await readDocumentText(uri);
  return text === undefined ? undefined : await findOrPickThreadInText(services, uri, text);
}

/** @param postId the focal post; without it, see findOrPickThreadInDocument */
export async function findOrPickThreadInResponse(
  services: Services,
  exchange: Exchange,
  { uri = toExchangeUri(exchange, 'exact'), postId }: { readonly uri?: vscode.Uri; readonly postId?: string | undefined },
): Promise<Exchange | undefined> {
  return postId === undefined && isThreadResponse(exchange)
    ? exchange
    : await findOrPickThreadInText(services, uri, decodeBodyText(exchange), postId);
}

async function findOrPickThreadInText(
  services: Services,
  uri: vscode.Uri,
  text: string,
  postId?: string,
): Promise<Exchange | undefined> {
  const { format, threads } = findThreadsInText(text, getDocumentSite(services));
  if (threads.length === 0) {
    showRefusal(addNoChargeSentence(vscode.l10n.t('No posts found in this document.')));
    return undefined;
  }
  if (postId !== undefined) {
    return createDocumentExchange(uri, text, postId, format);
  }
  const chosen = threads.length === 1 ? threads[0] : await pickThread(threads);
  return chosen === undefined ? undefined : createDocumentExchange(uri, text, chosen.focal.id, format);
}

async function readDocumentText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  } catch (error) {
    const why = sanitizeForVsCode(error instanceof Error ? error.message : String(error));
    showRefusal(addNoChargeSentence(vscode.l10n.t("Couldn't read the document: {0}.", why)));
    return undefined;
  }
}

async function pickThread(threads: readonly FoundThread[]): Promise<FoundThread | undefined> {
  const items = threads.map((thread) => {
    const { record } = thread.focal;
    return {
      label: sanitizeForVsCode(`@${record.author?.handle ?? ''}`),
      description: thread.count === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', thread.count),
      detail: sanitizeForVsCode(record.text ?? ''),
      thread,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Open as Thread'),
    placeHolder: vscode.l10n.t('This document contains {0} conversations. Which one do you want to open?', threads.length),
    matchOnDetail: true,
  });
  return chosen?.thread;
}
