import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { SelfSignedCertificate } from './selfSignedCertificate.ts';

/** A server's behavior after a request has arrived: it writes to the bare connection. */
export type SocketResponder = (socket: Socket, request: string) => void | Promise<void>;

export interface FaultServer {
  /** scheme://127.0.0.1:port */
  readonly origin: string;
  readonly port: number;
  /** The heads of requests that arrived completely. */
  readonly requests: readonly string[];
  /** The number of connections. */
  connections(): number;
  close(): Promise<void>;
}

const tlsHandshake = 0x16;

/** Reads requests from bare connections and lets the behavior respond. */
export async function startFaultServer(behave: SocketResponder, tls?: SelfSignedCertificate): Promise<FaultServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const attend = (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    let text = '';
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy()); // the client closed the connection, which is what the test checks
    socket.on('data', (chunk: Buffer) => {
      if (text === '' && chunk[0] === tlsHandshake && tls === undefined) {
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'); // like web servers for TLS on a plain port
        return;
      }
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end !== -1) {
        const request = text.slice(0, end);
        text = text.slice(end + 4);
        requests.push(request);
        void behave(socket, request);
      }
    });
  };
  const server: Server =
    tls === undefined ? createPlainServer(attend) : createTlsServer({ key: tls.key, cert: tls.cert }, attend);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => opened,
    close: () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A complete response as bytes, with a content length. */
export function toHttpResponse(body: string | Uint8Array, headers: readonly string[] = [], status = '200 OK'): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${bytes.length}`, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
