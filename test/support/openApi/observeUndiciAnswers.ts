import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { toHeaderRecord } from './toHeaderRecord.ts';
import type { ReceivedAnswer } from './receivedAnswer.ts';

/** What is used of what undici publishes. */
interface Published {
  readonly request: { readonly method: string; readonly path: string };
}
type Head = Published & { readonly response: { readonly statusCode: number; readonly headers: readonly (Buffer | string)[] } };
type Chunk = Published & { readonly chunk: Buffer };

/**
 * Passes on every whole answer that undici gets in this process, whichever bundle it is in. An answer that breaks off
 * is none: its caller got an error.
 *
 * @returns what ends it
 */
export function observeUndiciAnswers(onAnswer: (answer: ReceivedAnswer) => void): () => void {
  const underWay = new WeakMap<object, Head['response'] & { readonly chunks: Buffer[] }>();
  const heads = (message: unknown): void => {
    const { request, response } = message as Head; // as undici documents its channels, here and below
    underWay.set(request, { ...response, chunks: [] });
  };
  const chunks = (message: unknown): void => {
    const { request, chunk } = message as Chunk;
    underWay.get(request)?.chunks.push(Buffer.from(chunk)); // a copy: undici uses its buffer again
  };
  const ends = (message: unknown): void => {
    const { request } = message as Published;
    const got = underWay.get(request);
    if (got === undefined) return;
    onAnswer({
      method: request.method,
      target: request.path,
      status: got.statusCode,
      headers: toHeaderRecord(got.headers.map(String)),
      text: Buffer.concat(got.chunks).toString(),
      isErrorRequested: false,
    });
  };
  const listeners = [
    ['undici:request:headers', heads],
    ['undici:request:bodyChunkReceived', chunks],
    ['undici:request:trailers', ends],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}
