import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, createBrotliCompress, createDeflate, createGzip, gzipSync } from 'node:zlib';
import type { ErrorKind, ChargeStatus } from '../../../src/client/errors.ts';
import { type SocketResponder, toHttpResponse } from './faultServer.ts';

/** A fault and the client's error. */
export interface Fault {
  readonly name: string;
  readonly behave: SocketResponder;
  /** Valid error kinds; several if they depend on how far the engine reads. */
  readonly kinds: readonly ErrorKind[];
  readonly spent: ChargeStatus;
}

const json = 'Content-Type: application/json';
const good = '{"data":{"id":"1"}}';
const okHead = `HTTP/1.1 200 OK\r\n${json}\r\n`;
const gigabyte = 1024 * 1024 * 1024;

/** Writes a piece every few milliseconds until the connection closes. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5);
  socket.on('close', () => clearInterval(timer));
}

/** A gigabyte of zeros, created on demand. */
function zeros(): Readable {
  const piece = Buffer.alloc(64 * 1024);
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < gigabyte; sent += piece.length) {
        yield piece;
      }
    })(),
  );
}

const bomb =
  (encoding: 'gzip' | 'deflate' | 'br'): SocketResponder =>
  (socket) => {
    const compress =
      encoding === 'gzip'
        ? createGzip({ level: 1 })
        : encoding === 'deflate'
          ? createDeflate({ level: 1 })
          : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    socket.write(`${okHead}Content-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`);
    socket.on('close', () => compress.destroy());
    zeros()
      .on('error', () => undefined)
      .pipe(compress)
      .on('error', () => socket.destroy())
      .pipe(socket);
  };

const sends =
  (bytes: string | Uint8Array): SocketResponder =>
  (socket) => {
    socket.write(bytes);
  };

const sendsAndEnds =
  (bytes: string | Uint8Array): SocketResponder =>
  (socket) => {
    socket.end(bytes);
  };

const sendsAndResets =
  (bytes: string): SocketResponder =>
  (socket) => {
    socket.write(bytes, () => socket.resetAndDestroy());
  };

const brokenGzip = (): Buffer => {
  const bytes = gzipSync(good.repeat(50));
  bytes.fill(0xff, 20, 40);
  return bytes;
};

/** Faults after a request has arrived: each is sent once and may have been billed. */
export const brokenConnectionFaults: readonly Fault[] = [
  {
    name: 'a reset before the response',
    behave: (socket) => void socket.resetAndDestroy(),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  { name: 'a FIN before the response', behave: (socket) => void socket.end(), kinds: ['interrupted'], spent: 'maybe' },
  { name: 'silence', behave: () => undefined, kinds: ['timeout'], spent: 'maybe' },
  { name: 'silence within the headers', behave: sends('HTTP/1.1 200 OK\r\nContent-Ty'), kinds: ['timeout'], spent: 'maybe' },
  {
    name: 'silence within the body',
    behave: sends(`${okHead}Content-Length: 100\r\n\r\n{"data":`),
    kinds: ['timeout'],
    spent: 'maybe',
  },
  {
    name: 'a trickle of headers',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      drip(socket, 'a');
    },
    kinds: ['timeout'],
    spent: 'maybe',
  },
  {
    name: 'a trickle of body',
    behave: (socket) => {
      socket.write(`${okHead}Content-Length: 1000000\r\n\r\n`);
      drip(socket, ' ');
    },
    kinds: ['timeout'],
    spent: 'maybe',
  },
  {
    name: 'endless provisional responses',
    behave: (socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    kinds: ['timeout', 'interrupted'],
    spent: 'maybe',
  },
  {
    name: 'a body cut by a FIN',
    behave: sendsAndEnds(`${okHead}Content-Length: 100\r\n\r\n${good}`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'a body cut by a reset',
    behave: sendsAndResets(`${okHead}Content-Length: 100\r\n\r\n${good}`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'chunked, cut between chunks',
    behave: sendsAndEnds(`${okHead}Transfer-Encoding: chunked\r\n\r\n13\r\n${good}\r\n`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'chunked, cut within a chunk',
    behave: sendsAndEnds(`${okHead}Transfer-Encoding: chunked\r\n\r\n64\r\n${good}`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'an invalid chunk size',
    behave: sends(`${okHead}Transfer-Encoding: chunked\r\n\r\nzz\r\n${good}\r\n0\r\n\r\n`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'garbage',
    behave: sendsAndEnds(Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 37) % 256))),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  { name: 'another protocol', behave: sends('SSH-2.0-OpenSSH_9.9\r\n'), kinds: ['interrupted'], spent: 'maybe' },
  { name: 'an invalid status', behave: sends('HTTP/1.1 okay fine\r\n\r\n'), kinds: ['interrupted'], spent: 'maybe' },
  {
    name: 'two different lengths',
    behave: sends(`${okHead}Content-Length: 5\r\nContent-Length: 19\r\n\r\n${good}`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'a negative length',
    behave: sends(`${okHead}Content-Length: -1\r\n\r\n${good}`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'length and chunks at once',
    behave: sends(`${okHead}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'an unexpected switch of protocols',
    behave: sends('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    kinds: ['interrupted', 'unexpectedStatus'],
    spent: 'maybe',
  },
  {
    name: 'one header of 100 KB',
    behave: sends(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100 * 1024)}\r\n\r\n`),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: '100 KB of headers',
    behave: sends(
      `HTTP/1.1 200 OK\r\n${Array.from({ length: 2_000 }, (_, index) => `X-Many-${index}: ${'y'.repeat(40)}\r\n`).join('')}\r\n`,
    ),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'endless headers',
    behave: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, `X-Again: ${'z'.repeat(1_000)}\r\n`);
    },
    kinds: ['interrupted', 'timeout'],
    spent: 'maybe',
  },
  { name: 'a gzip bomb of 1 GB', behave: bomb('gzip'), kinds: ['tooLarge'], spent: 'maybe' },
  { name: 'a deflate bomb of 1 GB', behave: bomb('deflate'), kinds: ['tooLarge'], spent: 'maybe' },
  { name: 'a brotli bomb of 1 GB', behave: bomb('br'), kinds: ['tooLarge'], spent: 'maybe' },
  {
    name: 'a plain body that is too large',
    behave: sends(toHttpResponse(Buffer.alloc(2 * 1024 * 1024, 0x20), [json])),
    kinds: ['tooLarge'],
    spent: 'maybe',
  },
  {
    name: 'an endless body',
    behave: (socket) => {
      socket.write(`${okHead}Connection: close\r\n\r\n`);
      drip(socket, ' '.repeat(64 * 1024));
    },
    kinds: ['tooLarge'],
    spent: 'maybe',
  },
  {
    name: 'broken gzip',
    behave: sends(toHttpResponse(brokenGzip(), [json, 'Content-Encoding: gzip'])),
    kinds: ['interrupted', 'shape'],
    spent: 'maybe',
  },
  {
    name: 'gzip that is cut',
    behave: sends(toHttpResponse(gzipSync(good).subarray(0, 20), [json, 'Content-Encoding: gzip'])),
    kinds: ['interrupted', 'shape'],
    spent: 'maybe',
  },
  {
    name: 'broken brotli',
    behave: sends(toHttpResponse(brotliCompressSync(good.repeat(9)).fill(0xff, 4), [json, 'Content-Encoding: br'])),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
  {
    name: 'invalid gzip',
    behave: sends(toHttpResponse(good, [json, 'Content-Encoding: gzip'])),
    kinds: ['interrupted'],
    spent: 'maybe',
  },
];

/** Complete successful responses that are unreadable: charged, stored, never retried. */
export const unreadableFaults: readonly Fault[] = [
  {
    name: 'HTML with 200',
    behave: sends(toHttpResponse('<!doctype html><title>Sign in to the network</title>', ['Content-Type: text/html'])),
    kinds: ['shape'],
    spent: 'yes',
  },
  { name: 'an empty body with 200', behave: sends(toHttpResponse('', [json])), kinds: ['shape'], spent: 'yes' },
  { name: 'no content', behave: sends('HTTP/1.1 204 No Content\r\n\r\n'), kinds: ['shape'], spent: 'yes' },
  {
    name: 'JSON that is cut, with the length of the cut',
    behave: sends(toHttpResponse(good.slice(0, -3), [json])),
    kinds: ['shape'],
    spent: 'yes',
  },
  {
    name: 'JSON nested a million deep',
    behave: sends(toHttpResponse('['.repeat(500_000) + ']'.repeat(500_000), [json])),
    kinds: ['shape'],
    spent: 'yes',
  },
  {
    name: 'an unknown encoding',
    behave: sends(toHttpResponse('\u0001\u0002snap', [json, 'Content-Encoding: snappy'])),
    kinds: ['shape'],
    spent: 'yes',
  },
];
