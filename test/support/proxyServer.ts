import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A typical proxy: forwards plain requests and opens TLS tunnels. */
export interface ProxyServer extends AsyncDisposable {
  /** "http://127.0.0.1:port" */
  readonly address: string;
  /** Requests in order: "CONNECT host:port" or "GET http://host:port/path". */
  readonly requests: readonly string[];
}

/** @param refusal the status for every tunnel; by default, tunnels for any host connect to 127.0.0.1 */
export async function startProxyServer(refusal?: number): Promise<ProxyServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(refusal ?? 200, { 'content-type': 'application/json' }).end('{"data":{}}');
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy()));
  });
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url ?? ''}`);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const behind = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      behind.pipe(socket).pipe(behind);
    });
    sockets.add(behind.on('close', () => sockets.delete(behind)).on('error', () => socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
