import type { Clock } from '../../../client/clock.ts';
import { parseHttpDate } from '../../../client/toResponseError.ts';
import type { Transport } from '../../../client/transport.ts';

export type ProbeResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly durationMs: number;
      /** How far this machine's clock is ahead of the service's, milliseconds; undefined where its response has no date. */
      readonly skewMs: number | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly durationMs: number;
      /** From the outermost failure to the innermost: "ENOTFOUND", "CERT_HAS_EXPIRED"; what an operator can look up. */
      readonly codes: readonly string[];
    };

const timeoutMs = 10_000;
const deepestCause = 8;

/** More than any page at the root of a service. */
const maxBodyBytes = 8 * 1024 * 1024;

/**
 * Asks an address for its root, without key, cookie or query, and follows no redirect. It carries no key, so it cannot be
 * billed.
 * @param transport the one that calls go through
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
      kind: 'answered',
      status: response.status,
      durationMs: clock.monotonicNow() - startedAt,
      // the header has whole seconds, and was written about half way between
      skewMs: date === undefined ? undefined : (begin + end) / 2 - (date + 500),
    };
  } catch (error) {
    return { kind: 'failed', durationMs: clock.monotonicNow() - startedAt, codes: listErrorCodes(error) };
  }
}

/** Codes and names only: messages may repeat an address with its query. */
function listErrorCodes(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < deepestCause; at = at.cause, depth += 1) {
    codes.push('code' in at && typeof at.code === 'string' ? at.code : at.name);
  }
  return [...new Set(codes)];
}
