import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nobody listens on, for a server that does not say which one it took. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port');
  return address.port;
}
