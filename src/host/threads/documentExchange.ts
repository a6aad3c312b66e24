import * as vscode from 'vscode';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Format } from '../../client/endpoint.ts';

/** An id of a thread that was read from a document: whose thread it is, and the document's address. */
const documentId = /^document:(\d{1,30}):(.+)$/su;

/** The document that a thread was read from; undefined for an answer of a service. */
export function documentUriOf(exchangeId: string): vscode.Uri | undefined {
  const address = documentId.exec(exchangeId)?.[2];
  return address === undefined ? undefined : vscode.Uri.parse(address, true);
}

/** A document in the place of an answer, so that a thread can be read from it: it cost nothing and nobody was asked. */
export function documentExchange(uri: vscode.Uri, text: string, focalId: string, format: Format): Exchange {
  return {
    id: `document:${focalId}:${uri.toString()}`,
    request: {
      service: 'primary',
      endpointId: tweet.id,
      params: { tweetId: focalId },
      format,
      method: 'GET',
      baseUrl: '',
      target: '',
    },
    status: 200,
    headers: {},
    body: new TextEncoder().encode(text),
    receipt: { price: undefined, balance: undefined, refunded: false, retried: false },
    sentAt: 0,
    durationMs: 0,
    attempts: 0,
    value: valueOf(text),
    warnings: [],
    from: 'history',
  };
}

/** What paging reads; the posts are read from the text. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it leads nowhere
  }
}

/**
 * The document of a thread that is shown again.
 * @returns undefined for what is no document, or a text that was never saved and is closed
 * @throws what VS Code throws where the file is gone
 */
export async function reopenDocument(exchangeId: string): Promise<Exchange | undefined> {
  const uri = documentUriOf(exchangeId);
  const focalId = documentId.exec(exchangeId)?.[1];
  if (uri === undefined || focalId === undefined) {
    return undefined;
  }
  const standing = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (standing === undefined && uri.scheme === 'untitled') {
    return undefined;
  }
  const document = standing ?? (await vscode.workspace.openTextDocument(uri));
  return documentExchange(uri, document.getText(), focalId, 'raw');
}
