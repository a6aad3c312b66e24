import type { ServerResponse } from 'node:http';
import type { SandboxReply } from '../reply.ts';
import type { WireFault } from './faultRules.ts';

export interface Delivery {
  readonly latencyMs: number;
  readonly fault: { readonly kind: WireFault; readonly bytes: number | undefined } | undefined;
}

interface ReplyAndResponse {
  readonly response: ServerResponse;
  readonly reply: SandboxReply;
  readonly isHead: boolean;
}

/** Sends an answer as its delivery says. Whatever waits or goes on ends with the connection. */
export function deliverReply(sending: ReplyAndResponse, { latencyMs, fault }: Delivery): void {
  const send = (): void => (fault === undefined ? sendReply(sending) : sendSpoiledReply(sending, fault.kind, fault.bytes));
  if (latencyMs <= 0) return send();
  const timer = setTimeout(send, latencyMs);
  sending.response.once('close', () => clearTimeout(timer));
}

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

function sendFirstBytes({ response, reply }: ReplyAndResponse, bytes: number | undefined, next: () => void): void {
  if (bytes === undefined) return next();
  response.writeHead(reply.status, [...reply.headers]);
  response.flushHeaders();
  // one byte at least stays away, or it would be whole
  const sent = reply.bytes.subarray(0, Math.min(bytes, reply.bytes.length - 1));
  response.write(sent.length === 0 ? '' : sent, next);
}
