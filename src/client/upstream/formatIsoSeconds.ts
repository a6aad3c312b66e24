/** Past the year 9999 a moment is not written with four digits. */
const latestMs = 253_402_300_799_999;

/** The platform's "Wed Oct 10 20:19:24 +0000 2018", or ISO 8601. */
const timePattern = /^(?:\w{3} \w{3} \d{2} [\d:]{8} \+0000 \d{4}|\d{4}-\d{2}-\d{2}T.+)$/;

/**
 * A moment as the simple format writes it, `2018-10-10T20:19:24Z` (assumption 4.5).
 * @param value a text of the platform or of ISO, or milliseconds
 * @returns undefined for anything else
 */
export function formatIsoSeconds(value: unknown): string | undefined {
  const ms = typeof value === 'string' && timePattern.test(value) ? Date.parse(value) : value;
  return typeof ms === 'number' && ms >= 0 && ms <= latestMs ? `${new Date(ms).toISOString().slice(0, 19)}Z` : undefined;
}

export function formatIsoSecondsFromMsText(value: unknown): string | undefined {
  return formatIsoSeconds(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
}
