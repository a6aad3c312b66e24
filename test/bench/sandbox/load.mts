// The sandbox bench's load, in its own process: requests one page from one server repeatedly on persistent connections, and
// counts complete responses. It only parses enough to separate responses, so the server is slower than the load.
import { connect } from 'node:net';
import { type LoadReport, loadOrderSchema } from './loadOrder.mts';

process.on('message', (message) => {
  const { port, path, headers, connections, ms } = loadOrderSchema.parse(message);
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const startedAt = performance.now();
  let calls = 0;
  let bytes = 0;
  const onResponse = (length: number): boolean => {
    calls += 1;
    bytes += length;
    return performance.now() - startedAt < ms;
  };
  const lanes = Array.from({ length: connections }, () => lane(port, request, onResponse));
  void Promise.all(lanes).then(
    () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      process.send?.({ perSecond: calls / seconds, bytesEach: bytes / calls } satisfies LoadReport);
    },
    (error: unknown) => {
      throw error;
    },
  );
});

/**
 * Sends requests on one connection.
 * @param onResponse called with each body's length; returns true to send another request
 */
function lane(port: number, request: Buffer, onResponse: (length: number) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let length = 0;
  let left = 0;
  const take = (size: number, chunk: Uint8Array): boolean => {
    const data = Buffer.from(chunk.buffer, chunk.byteOffset, size);
    if (left > 0) left -= size;
    else {
      // the heads are short, and every server sends them in one piece
      const end = data.indexOf('\r\n\r\n');
      const head = data.toString('latin1', 0, end + 2);
      const stated = /^HTTP\/1\.1 200 [\s\S]*\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
      if (stated === undefined) {
        socket.destroy(new Error(`not the page, or of no stated length: ${head}`));
        return false;
      }
      length = Number(stated);
      left = length - (size - end - 4);
    }
    if (left < 0) socket.destroy(new Error('the answer is longer than it says'));
    else if (left === 0) {
      if (onResponse(length)) socket.write(request);
      else socket.end();
    }
    return true;
  };
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: { buffer: new Uint8Array(64 * 1024), callback: take },
  });
  socket.once('connect', () => socket.write(request));
  socket.once('error', reject);
  socket.once('close', () => resolve());
  return promise;
}

process.on('disconnect', () => process.exit());
