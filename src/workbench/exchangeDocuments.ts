import * as vscode from 'vscode';
import { addNoChargeSentence } from '../core/cost/formatCost.ts';
import { withHandleAsUserId } from '../core/requests/placeholderUserId.ts';
import { SocialDataError } from '../client/errors.ts';
import { type Exchange, decodeBodyText } from '../client/exchange.ts';
import { runInSlices } from './timeSlicer.ts';
import type { RecentExchangeCache, Services } from './services.ts';

export const exchangeScheme = 'social-data';

/** Shows raw JSON as records. Such a URI's query is the URI of the JSON document. */
export const recordsScheme = 'social-data-records';

/** Above this size, closed documents' bodies are dropped. */
const maxCachedBodyBytes = 128 * 1024 * 1024;

/** `exact`: the body unchanged · `formatted`: with line breaks between its tokens. */
export type DocumentLayout = 'exact' | 'formatted';

export function toExchangeUri(exchange: Exchange, layout: DocumentLayout): vscode.Uri {
  const name = exchange.request.endpointId.replace(/^\w+\./, '');
  const format = exchange.request.format === 'raw' ? '.raw' : '';
  return vscode.Uri.from({
    scheme: exchangeScheme,
    path: `/${formatTabName(exchange, name)}${format}.json`,
    query: exchange.id,
    fragment: layout === 'formatted' ? layout : '',
  });
}

export function getDocumentLayout(uri: vscode.Uri): DocumentLayout {
  return uri.fragment === 'formatted' ? 'formatted' : 'exact';
}

/** Undefined if the document doesn't show a response, or is closed. */
export function getDocumentExchange(cache: RecentExchangeCache, uri: vscode.Uri | undefined): Exchange | undefined {
  return uri?.scheme === exchangeScheme ? cache.get(uri.query) : undefined;
}

/**
 * Shows the body without parsing it, so 20-digit numbers remain exact. A file system, because VS Code restores its
 * documents after a reload, unlike a content provider's.
 */
export function registerExchangeDocuments(services: Services): vscode.Disposable {
  const read = async (uri: vscode.Uri) => {
    const exchange = await loadStoredExchange(services, uri.query);
    const text = exchange === undefined ? createGoneDocumentText() : await formatExchangeText(exchange, getDocumentLayout(uri));
    return { bytes: new TextEncoder().encode(text), at: exchange?.sentAt ?? 0 };
  };
  const refuse = (uri: vscode.Uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const files: vscode.FileSystemProvider = {
    // a response never changes
    onDidChangeFile: () => new vscode.Disposable(() => undefined),
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => {
      const { bytes, at } = await read(uri);
      const permissions = vscode.FilePermission.Readonly;
      return { type: vscode.FileType.File, ctime: at, mtime: at, size: bytes.byteLength, permissions };
    },
    readFile: async (uri) => (await read(uri)).bytes,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.workspace.registerFileSystemProvider(exchangeScheme, files, { isReadonly: true, isCaseSensitive: true });
}

async function formatExchangeText(exchange: Exchange, layout: DocumentLayout): Promise<string> {
  // VS Code can't open text with NUL characters; JSON never contains any
  const text = decodeBodyText(exchange).replaceAll('\0', '\u2400');
  if (layout === 'exact') {
    return text;
  }
  const { formatJsonInSteps } = await import('../client/json/formatJson.ts');
  return await runInSlices(formatJsonInSteps(text));
}

/** Finds a response in the cache or, after a window reload, in its fixture or history. */
export async function loadStoredExchange(
  { exchanges, store, log, fileResponse }: Pick<Services, 'exchanges' | 'store' | 'log' | 'fileResponse'>,
  id: string,
): Promise<Exchange | undefined> {
  const existing = exchanges.get(id);
  if (existing !== undefined) {
    return existing;
  }
  try {
    const stored = (await fileResponse(id)) ?? (await store()).exchanges.exchange(id);
    if (stored !== undefined) {
      exchanges.put(stored);
    }
    return stored;
  } catch (error) {
    log.error(
      `Response ${id} couldn't be read from the store: ${error instanceof SocialDataError ? (error.facts.code ?? error.kind) : String(error)}`,
    );
    return undefined;
  }
}

/** Contains the responses of open and recently closed documents. */
export function createRecentExchangeCache(): RecentExchangeCache {
  const cache = new Map<string, Exchange>();
  return {
    get: (id) => cache.get(id),
    put: (exchange) => {
      cache.delete(exchange.id);
      cache.set(exchange.id, exchange);
      let bytes = [...cache.values()].reduce((sum, { body }) => sum + body.length, 0);
      for (const [id, { body }] of cache) {
        if (bytes <= maxCachedBodyBytes) {
          break;
        }
        if (id !== exchange.id && !isExchangeDocumentOpen(id)) {
          cache.delete(id);
          bytes -= body.length;
        }
      }
    },
  };
}

function isExchangeDocumentOpen(exchangeId: string): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === exchangeScheme && uri.query === exchangeId);
}

export async function showExchange(
  { exchanges }: Pick<Services, 'exchanges'>,
  exchange: Exchange,
  layout: DocumentLayout = 'formatted',
): Promise<void> {
  exchanges.put(exchange);
  // a response that isn't JSON can't be formatted
  const uri = toExchangeUri(exchange, exchange.value === undefined ? 'exact' : layout);
  // independent of the default encoding
  const document = await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' });
  await vscode.window.showTextDocument(document, { preview: false });
}

function createGoneDocumentText(): string {
  // a string, because JSON doesn't allow comments
  return JSON.stringify(
    addNoChargeSentence(vscode.l10n.t('This response is no longer in history.'), vscode.l10n.t('Refresh to load it.')),
  );
}

function formatTabName(exchange: Exchange, name: string): string {
  const subject = Object.values(withHandleAsUserId(exchange.request.params)).find((value) => typeof value === 'string');
  const safe =
    typeof subject === 'string'
      ? subject
          .replace(/[^\p{L}\p{N}_@#-]+/gu, ' ')
          .trim()
          .slice(0, 40)
      : '';
  return safe === '' ? name : `${name} ${safe}`;
}
