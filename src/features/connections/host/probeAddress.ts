import type { Clock } from '../../../client/clock.ts';
import { parseHttpDate } from '../../../client/toResponseError.ts';
import type { Transport } from '../../../client/transport.ts';

export type ProbeResult =
  | {
      readonly kind: 'reached';
      readonly status: number;
      readonly durationMs: number;
      /** How far this machine's clock is ahead of the service's, in milliseconds; undefined if the response doesn't have a date. */
      readonly skewMs: number | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly durationMs: number;
      /** From the outermost error to its deepest cause: "ENOTFOUND", "CERT_HAS_EXPIRED". */
      readonly codes: readonly string[];
    };

const timeoutMs = 10_000;
const deepestCause = 8;

const maxBodyBytes = 8 * 1024 * 1024;

/**
 * Sends a request to an address's root without following redirects. It can't be billed, because it doesn't contain a key, cookie,
 * or query.
 */
export async function probeAddress(baseUrl: string, transport: Pick<Transport, 'send'>, clock: Clock): Promise<ProbeResult> {
  const begin = clock.now();
  const startedAt = clock.monotonicNow();
  try {
    const request = { method: 'GET', url: baseUrl, headers: {} } as const;
    const response = await transport.send(request, { signal: AbortSignal.timeout(timeoutMs), maxBodyBytes });
    const end = clock.now();
    const date = parseHttpDate(response.headers.get('date')?.[0] ?? '');
    return {
      kind: 'reached',
      status: response.status,
      durationMs: clock.monotonicNow() - startedAt,
      // the header has whole seconds, and was written between the request and the response
      skewMs: date === undefined ? undefined : (begin + end) / 2 - (date + 500),
    };
  } catch (error) {
    return { kind: 'failed', durationMs: clock.monotonicNow() - startedAt, codes: listErrorCodes(error) };
  }
}

/** Messages may contain the address, so only codes and names are returned. */
function listErrorCodes(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < deepestCause; at = at.cause, depth += 1) {
    codes.push('code' in at && typeof at.code === 'string' ? at.code : at.name);
  }
  return [...new Set(codes)];
}
