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
  /** What has been asked so far, in order. */
  readonly requests: readonly SeenRequest[];
  /** The bodies that were answered, in order. */
  readonly bodies: readonly Buffer[];
  forget(): void;
  close(): Promise<void>;
}

/** An address of this machine at which nothing listens: no server that asks for a free port is ever given this one. */
export const unreachableOrigin = 'http://127.0.0.1:2';

/**
 * Stands before a service on loopback and keeps what passes.
 * @param origin where the service is now, by each request
 * @param hold what a response waits for before it is passed on, by the target that was asked; nothing when left out
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

/** What a mock service answers. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** A service that answers whatever the test says, when it says so, and keeps what was asked. */
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
  const { port } = server.address() as AddressInfo; // a TCP server's address is an object
  return `http://127.0.0.1:${port}`;
}

async function closed(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
