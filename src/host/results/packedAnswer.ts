import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Exchange } from '../../client/exchange.ts';

/** An answer as a tab holds it: all of it, its body packed, and nothing that was parsed. */
export interface PackedAnswer {
  readonly head: Omit<Exchange, 'body' | 'value'>;
  readonly packed: Uint8Array;
  /** The size of the body as it came. */
  readonly bodyBytes: number;
  /** Whether the body was read as JSON, no deeper than may be. */
  readonly isJson: boolean;
}

/** JSON of records becomes a tenth at any level; the fastest one costs less than parsing it. */
const level = 1;

export function packAnswer(exchange: Exchange): PackedAnswer {
  const { body, value } = exchange;
  // a copy: what comes from zlib stands at the begin of a far larger piece of memory
  const packed = new Uint8Array(deflateRawSync(body, { level }));
  const head = { ...exchange, body: undefined, value: undefined };
  return { head, packed, bodyBytes: body.byteLength, isJson: value !== undefined };
}

/** The answer as it came, byte for byte. */
export function unpackAnswer({ head, packed, isJson }: PackedAnswer): Exchange {
  const body = new Uint8Array(inflateRawSync(packed));
  const value: unknown = isJson ? JSON.parse(new TextDecoder().decode(body)) : undefined;
  return { ...head, body, value };
}
