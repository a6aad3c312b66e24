import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo } from './answerTo.ts';

/** A service on loopback that answers every question a few milliseconds later and counts who asked what. */
export interface CountingService extends AsyncDisposable {
  readonly origin: string;
  /** Who asked each question, in the order in which the requests came; an asker is known by its key. */
  readonly askers: ReadonlyMap<string, readonly string[]>;
}

/** The most milliseconds until an answer: long enough that windows meet while a call is under way. */
const longestMs = 30;

/** @param onRequest told whose request came, before it is answered */
export async function startCountingService(onRequest: (key: string) => void = () => undefined): Promise<CountingService> {
  const askers = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const question = new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
    const key = String(request.headers['x-api-key']);
    askers.set(question, [...(askers.get(question) ?? []), key]);
    onRequest(key);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-price-per-call': '0.0002' });
      response.end(JSON.stringify(answerTo(question)));
    }, Math.random() * longestMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    askers,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
