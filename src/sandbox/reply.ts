import type { Service } from '../client/endpoint.ts';

// see serveOnLoopback.ts
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface SandboxReply {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** Increased when the sandbox's response to a request changes. */
const responsesVersion = '1';
const maxNotes = 8;
const maxNoteLength = 600;

/**
 * `{error: "…"}` (assumption T5) or `{error: {code, message, details}}` (gateway reference, Authentication; assumption 7.1).
 * @param extra additional fields for a Primary API body, such as `attempts`
 */
export function toErrorBody(
  service: Service,
  status: number,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
): unknown {
  switch (service) {
    case 'primary':
      return { error: message, ...extra };
    case 'gateway':
      return { error: { code: status, message: STATUS_CODES[status] ?? 'Error', details: message } };
  }
}

/** Assumption 1.18. */
export function toSandboxReply(status: number, body: unknown, headers: readonly string[]): SandboxReply {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    status,
    bytes,
    headers: ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length), ...headers],
  };
}

/** Marks a response as synthetic, even after it's saved (assumption 1.19). */
export function toSandboxHeader(marksResponses: boolean): readonly string[] {
  return marksResponses ? ['X-Sandbox', responsesVersion] : [];
}

/** Percent-encodes all but printable ASCII. */
export function toNotesHeader(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  const shown = [...new Set(notes)].slice(0, maxNotes).join('; ');
  // a Buffer replaces lone surrogates, for which encodeURIComponent throws
  const ascii = shown.replace(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()));
  return ['X-Sandbox-Note', ascii.length > maxNoteLength ? `${ascii.slice(0, maxNoteLength - 3)}...` : ascii];
}
