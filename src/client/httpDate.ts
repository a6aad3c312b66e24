export const weekdayCommaPattern = /\b((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}),/g;

/** Only what begins as the date formats of HTTP do: Date.parse alone would take "-5" for a year. */
const leadingWeekdayPattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}[, ] */;
const timeZonePattern = / (?:GMT|UTC?|Z|[ECMP][SD]T|[+-]\d{2}:?\d{2})(?: \d{4})?$/;

/**
 * Reads a date in any of the three formats of HTTP (RFC 9110, 5.6.7). One that names no time zone is UTC, wherever this runs.
 * @returns milliseconds since 1970; undefined where it is none
 */
export function parseHttpDate(text: string): number | undefined {
  if (!leadingWeekdayPattern.test(text)) {
    return undefined;
  }
  const date = text.replace(leadingWeekdayPattern, '');
  const time = Date.parse(timeZonePattern.test(date) ? date : `${date} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
