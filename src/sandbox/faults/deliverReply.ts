import type { ServerResponse } from 'node:http';
import { billingHeaderNames } from '../billing.ts';
import type { SandboxReply } from '../reply.ts';
import type { WireFault } from './faultRuleSchema.ts';

/** How an answer goes out, where it does not simply go out. */
export interface Delivery {
  /** Milliseconds before its first byte. */
  readonly latencyMs: number;
  readonly fault: { readonly kind: WireFault; readonly bytes: number | undefined } | undefined;
}

const trickleMs = 50;
const defaultFaultBodyBytes = { garbage: 512, oversize: 64 * 1024 * 1024, gzipBomb: 1024 * 1024 * 1024 } as const;
/** Where a redirect leads: to this very sandbox, so that following it shows in its log and nowhere else. */
const redirectTarget = '/redirected-by-a-fault';
const signInPageHtml = '<!doctype html><title>Sign in to the network</title><p>This network asks you to sign in.';

/** A reply, and where it goes. */
interface ReplyAndResponse {
  readonly response: ServerResponse;
  readonly reply: SandboxReply;
  /** The request takes no body. */
  readonly isHead: boolean;
}

/** The status that goes out: a fault of some kinds puts another answer in the place of the one that was made. */
export function getDeliveredStatus(status: number, kind: WireFault | undefined): number {
  return kind === 'redirect' ? 302 : kind === 'html200' ? 200 : status;
}

/** Sends an answer as its delivery says. Whatever waits or goes on ends with the connection. */
export function deliverReply(sending: ReplyAndResponse, { latencyMs, fault }: Delivery): void {
  const send = (): void => (fault === undefined ? sendReply(sending) : sendSpoiledReply(sending, fault.kind, fault.bytes));
  if (latencyMs <= 0) return send();
  const timer = setTimeout(send, latencyMs);
  sending.response.once('close', () => clearTimeout(timer));
}

/** Sends an answer as it is. */
export function sendReply({ response, reply, isHead }: ReplyAndResponse): void {
  response.writeHead(reply.status, [...reply.headers]);
  response.end(isHead ? undefined : reply.bytes);
}

function sendSpoiledReply(sending: ReplyAndResponse, kind: WireFault, bytes: number | undefined): void {
  const { response, reply } = sending;
  const status = getDeliveredStatus(reply.status, kind);
  const instead = (other: Partial<SandboxReply>): void => sendReply({ ...sending, reply: { ...reply, status, ...other } });
  switch (kind) {
    case 'reset':
      return sendFirstBytes(sending, bytes, () => response.socket?.resetAndDestroy());
    case 'stall':
      return sendFirstBytes(sending, bytes, () => undefined);
    case 'truncate':
      return sendFirstBytes(sending, bytes ?? reply.bytes.length >> 1, () => response.socket?.end());
    case 'trickle':
      return trickleReply(sending, Math.max(1, bytes ?? 1));
    case 'garbage':
      return streamSizedBody(sending, bytes ?? defaultFaultBodyBytes.garbage, generateNoise);
    case 'badUtf8':
      return instead(replaceReplyBytes(reply, insertInvalidUtf8(reply.bytes)));
    case 'duplicateHeader':
      return instead({ headers: [...reply.headers, ...createContradictingHeaders(reply.headers)] });
    case 'html200': {
      const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(signInPageHtml.length)];
      return instead({ headers, bytes: Buffer.from(signInPageHtml) });
    }
    case 'redirect':
      return instead({ headers: ['Location', redirectTarget, 'Content-Length', '0'], bytes: Buffer.alloc(0) });
    case 'oversize':
      return streamSizedBody(sending, Math.max(16, bytes ?? defaultFaultBodyBytes.oversize), generateOversizeBody);
    case 'gzipBomb':
      return streamPieces(sending, ['Content-Encoding', 'gzip'], generateGzipBomb(bytes ?? defaultFaultBodyBytes.gzipBomb));
  }
}

/** Sends nothing at all, or the head and the first bytes of the body, and then does what comes next. */
function sendFirstBytes({ response, reply }: ReplyAndResponse, bytes: number | undefined, next: () => void): void {
  if (bytes === undefined) return next();
  response.writeHead(reply.status, [...reply.headers]);
  response.flushHeaders();
  // one byte at least stays away, or it would be whole
  const sent = reply.bytes.subarray(0, Math.min(bytes, reply.bytes.length - 1));
  response.write(sent.length === 0 ? '' : sent, next);
}

function trickleReply({ response, reply }: ReplyAndResponse, size: number): void {
  response.writeHead(reply.status, [...reply.headers]);
  response.flushHeaders();
  let at = 0;
  const timer = setInterval(() => {
    response.write(reply.bytes.subarray(at, at + size));
    at += size;
    if (at >= reply.bytes.length) {
      clearInterval(timer);
      response.end();
    }
  }, trickleMs);
  response.once('close', () => clearInterval(timer));
}

function streamSizedBody(sending: ReplyAndResponse, size: number, toPieces: (size: number) => Iterator<Buffer, void>): void {
  streamPieces(sending, ['Content-Length', String(size)], toPieces(size));
}

/**
 * Sends pieces no faster than the other side takes them, until they end or the connection does.
 * One piece a turn: between two of them everybody else is answered.
 */
function streamPieces(
  { response, reply, isHead }: ReplyAndResponse,
  headers: readonly string[],
  pieces: Iterator<Buffer, void>,
): void {
  response.writeHead(reply.status, [...omitHeader(reply.headers, 'content-length'), ...headers]);
  if (isHead) return void response.end();
  const pump = (): void => {
    if (response.destroyed) return;
    const next = pieces.next();
    if (next.done === true) response.end();
    else if (response.write(next.value)) setImmediate(pump);
    else response.once('drain', () => setImmediate(pump));
  };
  pump();
}

function replaceReplyBytes(reply: SandboxReply, bytes: Buffer): SandboxReply {
  return { ...reply, bytes, headers: [...omitHeader(reply.headers, 'content-length'), 'Content-Length', String(bytes.length)] };
}

function omitHeader(headers: readonly string[], name: string): readonly string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== name);
}

/** Bytes that are neither JSON nor text, the same every time, piece by piece. */
function* generateNoise(length: number): Generator<Buffer, void> {
  let state = 0x2545f491;
  for (let left = length; left > 0; left -= streamedPieceBytes) {
    const bytes = Buffer.alloc(Math.min(left, streamedPieceBytes));
    for (let at = 0; at < bytes.length; at += 1) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x1b873593;
      bytes[at] = state >>> 24;
    }
    yield bytes;
  }
}

/** The body with two bytes that no UTF-8 has at the start of its first text value. */
function insertInvalidUtf8(bytes: Buffer): Buffer {
  const value = bytes.indexOf(':"');
  const at = value < 0 ? bytes.indexOf('"') + 1 : value + 2;
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xfe]), bytes.subarray(at)]);
}

/** A second value for each billing header; for the content type where there is none of them. */
function createContradictingHeaders(headers: readonly string[]): readonly string[] {
  const billed = billingHeaderNames.filter((name) => headers.includes(name));
  return billed.length === 0 ? ['Content-Type', 'text/plain'] : billed.flatMap((name) => [name, '123.45']);
}

const streamedPieceBytes = 64 * 1024;
const bombBlockInflatedBytes = 1024 * 1024;

/**
 * A JSON body of a given size, piece by piece, so that its size costs no memory.
 * @param bytes at least 16
 */
export function* generateOversizeBody(bytes: number): Generator<Buffer, void> {
  const start = Buffer.from('{"data":"');
  const end = Buffer.from('"}');
  yield start;
  const block = Buffer.alloc(streamedPieceBytes, 'x');
  for (let left = bytes - start.length - end.length; left > 0; left -= block.length) {
    yield left < block.length ? block.subarray(0, left) : block;
  }
  yield end;
}

/**
 * A gzip member that inflates to that many spaces and `{}`. One compressed mebibyte is made and sent again and again:
 * after a full flush a block refers to nothing before it.
 * @param bytes what it inflates to, rounded up to whole mebibytes and two
 */
export function* generateGzipBomb(bytes: number): Generator<Buffer, void> {
  // loaded with the first bomb: most starts send none
  const { constants, crc32, deflateRawSync } = process.getBuiltinModule('node:zlib');
  const spaces = Buffer.alloc(bombBlockInflatedBytes, ' ');
  const block = deflateRawSync(spaces, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const end = Buffer.from('{}');
  let checksum = 0;
  let size = 0;
  yield Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  while (size < bytes) {
    checksum = crc32(spaces, checksum);
    size += bombBlockInflatedBytes;
    yield block;
  }
  yield deflateRawSync(end);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((size + end.length) % 2 ** 32, 4);
  yield trailer;
}
