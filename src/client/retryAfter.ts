import type { Exchange } from './exchange.ts';

/**
 * How long the service asked to wait, counted from when its answer arrived: `Retry-After` as seconds or as a date.
 * A date is measured against the answer's own `Date`, so that a wrong clock here does not shorten the wait. Of several
 * values the longest counts.
 * @returns milliseconds; undefined when the header is missing or says nothing usable (garbage, negative, a past date)
 */
export function retryAfterMs(exchange: Pick<Exchange, 'headers' | 'sentAt' | 'durationMs'>): number | undefined {
  const header = exchange.headers['retry-after'];
  if (header === undefined) {
    return undefined;
  }
  const serverNow = Date.parse(exchange.headers['date'] ?? '');
  const now = Number.isNaN(serverNow) ? arrivedAt(exchange) : serverNow;
  const waits = header.split(/,\s*(?=\S*\s*(?:,|$)|[A-Z][a-z]{2},)/).flatMap((value) => waitOf(value.trim(), now) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** When a call may be tried again, milliseconds since 1970. */
export function retryAt(exchange: Pick<Exchange, 'headers' | 'sentAt' | 'durationMs'>): number | undefined {
  const wait = retryAfterMs(exchange);
  return wait === undefined ? undefined : arrivedAt(exchange) + wait;
}

/** When an answer arrived, milliseconds since 1970. */
export function arrivedAt(exchange: Pick<Exchange, 'sentAt' | 'durationMs'>): number {
  return exchange.sentAt + exchange.durationMs;
}

function waitOf(value: string, now: number): number | undefined {
  if (/^\d{1,12}(\.\d{1,6})?$/.test(value)) {
    return Math.ceil(Number(value) * 1000);
  }
  // Only the date formats of HTTP: Date.parse alone would take "-5" for a year.
  const date = /^[A-Z][a-z]{2,8},? /.test(value) ? Date.parse(value) : Number.NaN;
  return date > now ? date - now : undefined;
}
