import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responseTo } from './responseTo.ts';

/** A loopback service that responds after a few milliseconds and records who sent which query. */
export interface CountingService extends AsyncDisposable {
  readonly origin: string;
  /** The requests' keys for each query, in order. Each window has its own key. */
  readonly requestedBy: ReadonlyMap<string, readonly string[]>;
}

/** Milliseconds. Long enough for several windows' calls to overlap. */
const maxDelayMs = 30;

/** @param onRequest called with each request's key */
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
