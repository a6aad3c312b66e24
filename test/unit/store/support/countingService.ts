import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responseTo } from './responseTo.ts';

/** A service on loopback that answers every query a few milliseconds later and counts who asked what. */
export interface CountingService extends AsyncDisposable {
  readonly origin: string;
  /** Who asked each query, in the order in which the requests came; a window is known by its key. */
  readonly requestedBy: ReadonlyMap<string, readonly string[]>;
}

/** The most milliseconds until a response: long enough that windows meet while a call is under way. */
const maxDelayMs = 30;

/** @param onRequest is given the key of a request that came, before it is answered */
export async function startCountingService(onRequest: (key: string) => void = () => undefined): Promise<CountingService> {
  const requestedBy = new Map<string, string[]>();
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
    const key = String(request.headers['x-api-key']);
    requestedBy.set(query, [...(requestedBy.get(query) ?? []), key]);
    onRequest(key);
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-price-per-call': '0.0002' });
      response.end(JSON.stringify(responseTo(query)));
    }, Math.random() * maxDelayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requestedBy,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
