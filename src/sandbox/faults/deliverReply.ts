import type { ServerResponse } from 'node:http';
import type { SandboxReply } from '../reply.ts';
import type { WireFault } from './faultRuleSchema.ts';

/** How an answer goes out, where it does not simply go out. */
export interface Delivery {
  /** Milliseconds before its first byte. */
  readonly latencyMs: number;
  readonly fault: { readonly kind: WireFault; readonly bytes: number | undefined } | undefined;
}

/** A reply, and where it goes. */
interface ReplyAndResponse {
  readonly response: ServerResponse;
  readonly reply: SandboxReply;
  /** The request takes no body. */
  readonly isHead: boolean;
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
  switch (kind) {
    case 'reset':
      return sendFirstBytes(sending, bytes, () => response.socket?.resetAndDestroy());
    case 'truncate':
      return sendFirstBytes(sending, bytes ?? reply.bytes.length >> 1, () => response.socket?.end());
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
