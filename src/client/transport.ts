/** What goes out. The key is among the headers from here on, and only here. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, whole. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names; several headers of one name stay several values where the transport can tell. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** After content decoding. */
  readonly body: Uint8Array;
}

export interface WireOptions {
  readonly signal: AbortSignal;
  /** The most decoded bytes of a body; counted while it streams. */
  readonly maxBodyBytes: number;
}

/**
 * One request to one address: no retry, no redirect, no cache, no cookie.
 * Every cap and every policy lives above it.
 */
export interface Transport {
  /** A word for diagnostics: "undici", "host fetch". */
  readonly name: string;
  /** @throws TransportFault whenever no whole answer came, also after an abort. */
  send(request: WireRequest, options: WireOptions): Promise<WireResponse>;
  /** Lets go of the connections that are kept alive. */
  close(): Promise<void>;
}

export type TransportFaultReason =
  | 'network' // name resolution, refused, unreachable, reset, cut
  | 'certificate'
  | 'tooLarge'
  | 'malformed' // what came was not HTTP, or headers beyond any measure
  | 'decoding' // a broken content encoding
  | 'aborted';

/** No whole answer. `sent` tells whether the request may have reached the service (and may have been billed). */
export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  readonly reason: TransportFaultReason;
  readonly sent: boolean;
  readonly code: string | undefined;
  /** What had arrived: a status and headers, and the bytes of the body so far. */
  readonly partial: WireResponse | undefined;

  constructor(
    reason: TransportFaultReason,
    facts: {
      readonly sent: boolean;
      readonly code?: string | undefined;
      readonly cause?: unknown;
      readonly partial?: WireResponse | undefined;
    },
  ) {
    super(
      `${reason}${facts.code === undefined ? '' : ` (${facts.code})`}, ${facts.sent ? 'after' : 'before'} the request was sent`,
      {
        cause: facts.cause,
      },
    );
    this.reason = reason;
    this.sent = facts.sent;
    this.code = facts.code;
    this.partial = facts.partial;
  }
}
