import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface CountingProxy {
  /** http://127.0.0.1:PORT, to be followed by the same path as behind it. */
  readonly address: string;
  /** The requests so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** The response bodies, in order. */
  readonly bodies: readonly Buffer[];
  forget(): void;
  close(): Promise<void>;
}

/** A local address without a server: this port is never assigned as a free port. */
export const unreachableOrigin = 'http://127.0.0.1:2';

/**
 * A proxy for a service on loopback that stores requests and responses.
 * @param origin called for each request
 * @param hold called with a request's target; its promise delays the response
 */
export async function startCountingProxy(
  origin: () => string,
  hold: (target: string) => Promise<void> | undefined = () => undefined,
): Promise<CountingProxy> {
  const requests: SeenRequest[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    requests.push({ method, target: url, headers });
    const held = hold(url);
    const behind = origin();
    const onward = httpRequest(behind + url, { method, headers: { ...headers, host: new URL(behind).host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        bodies.push(body);
        void Promise.resolve(held).then(() => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          outgoing.end(body);
        });
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const address = await listen(server);
  return {
    address,
    requests,
    bodies,
    forget: () => {
      requests.length = 0;
      bodies.length = 0;
    },
    close: () => closed(server),
  };
}

/** A mock service's response. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** A service with responses from the test. Stores requests. */
export async function startMockService(
  response: (request: SeenRequest) => MockResponse | Promise<MockResponse>,
): Promise<Omit<CountingProxy, 'bodies'>> {
  const requests: SeenRequest[] = [];
  const respond = async (seen: SeenRequest, outgoing: ServerResponse) => {
    const { status, headers, body } = await response(seen);
    outgoing.writeHead(status, headers);
    outgoing.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const seen: SeenRequest = { method: incoming.method ?? 'GET', target: incoming.url ?? '/', headers: incoming.headers };
    requests.push(seen);
    void respond(seen, outgoing);
  });
  const address = await listen(server);
  return {
    address,
    requests,
    forget: () => {
      requests.length = 0;
    },
    close: () => closed(server),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server
  return `http://127.0.0.1:${port}`;
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
