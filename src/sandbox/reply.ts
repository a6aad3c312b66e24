import type { Service } from '../client/endpoint.ts';

// see serveOnLoopback.ts, which brings the module along
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface SandboxReply {
  readonly status: number;
  /** Name and value by turns. */
  readonly headers: readonly string[];
  readonly bytes: Buffer;
}

/** The version of the sandbox's answers: raised when a saved response would come out differently. */
const responsesVersion = '1';
const maxNotes = 8;
const maxNoteLength = 600;

/**
 * Words an error as its service does: `{error: "…"}` (assumption T5) or `{error: {code, message, details}}`
 * (gateway reference, Authentication; assumption 7.1).
 * @param extra further fields of the primary service's body, as `attempts` of an empty search
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

/** Makes a reply of a body (assumption 1.18). */
export function toSandboxReply(status: number, body: unknown, headers: readonly string[]): SandboxReply {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    status,
    bytes,
    headers: ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(bytes.length), ...headers],
  };
}

/** Says that a response is synthetic, so that a saved one says so too (assumption 1.19). */
export function toSandboxHeader(marksResponses: boolean): readonly string[] {
  return marksResponses ? ['X-Sandbox', responsesVersion] : [];
}

/** What was ignored or guessed, as one header of plain ASCII: anything else in it is percent-encoded. */
export function toNotesHeader(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  const shown = [...new Set(notes)].slice(0, maxNotes).join('; ');
  // by way of bytes, because encodeURIComponent throws at half a surrogate pair
  const ascii = shown.replace(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(Buffer.from(text).toString()));
  return ['X-Sandbox-Note', ascii.length > maxNoteLength ? `${ascii.slice(0, maxNoteLength - 3)}...` : ascii];
}
