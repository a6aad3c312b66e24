import type { Clock } from '../../client/clock.ts';

/** What one request without a key tells about the way to an address. */
export type Probe =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly durationMs: number;
      /** How far this machine's clock is ahead of the service's, milliseconds; undefined where its answer has no date. */
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

/**
 * Asks an address for its root, without key, cookie or query, and follows no redirect. It carries no key, so it cannot be
 * billed.
 * @param fetch the host's, so that it takes the way that calls take
 */
export async function probe(baseUrl: string, fetch: typeof globalThis.fetch, clock: Clock): Promise<Probe> {
  const begin = clock.now();
  try {
    const response = await fetch(baseUrl, {
      method: 'GET',
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const end = clock.now();
    const date = Date.parse(response.headers.get('date') ?? '');
    return {
      kind: 'answered',
      status: response.status,
      durationMs: end - begin,
      // the header has whole seconds, and was written about half way between
      skewMs: Number.isNaN(date) ? undefined : (begin + end) / 2 - (date + 500),
    };
  } catch (error) {
    return { kind: 'failed', durationMs: clock.now() - begin, codes: codesOf(error) };
  }
}

/** Codes and names only: messages may repeat an address with its query. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < deepestCause; at = at.cause, depth += 1) {
    codes.push('code' in at && typeof at.code === 'string' ? at.code : at.name);
  }
  return codes;
}
