import { isDigits } from './platformFields.ts';

const concatenatedMonthNames = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const upstreamLength = 'Wed Oct 10 20:19:24 +0000 2018'.length;
/** Past the year 9999 a moment is not written with four digits. */
const latestMs = 253_402_300_799_999;

/**
 * A moment as the simple format writes it, `2018-10-10T20:19:24Z` (assumption 4.5), by slices alone.
 * @param value the platform's "Wed Oct 10 20:19:24 +0000 2018" (upstream shapes, section 2), an ISO text, or milliseconds
 * @returns undefined for anything else
 */
export function formatIsoSeconds(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return value >= 0 && value <= latestMs ? formatMsAsIsoSeconds(value) : undefined;
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  return value.length === upstreamLength ? formatUpstreamTime(value) : normalizeIsoText(value);
}

/** As formatIsoSeconds, of milliseconds that are written as a text. */
export function formatIsoSecondsFromMsText(value: unknown): string | undefined {
  return typeof value === 'string' && isDigits(value) ? formatIsoSeconds(Number(value)) : formatIsoSeconds(value);
}

function formatUpstreamTime(text: string): string | undefined {
  const month = concatenatedMonthNames.indexOf(text.slice(4, 7));
  const isWhole =
    month % 3 === 0 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.startsWith(' +0000 ', 19) &&
    isTwoDigitsInRange(text, 8, 1, 31) &&
    isTwoDigitsInRange(text, 11, 0, 23) &&
    isTwoDigitsInRange(text, 14, 0, 59) &&
    isTwoDigitsInRange(text, 17, 0, 60) &&
    isTwoDigitsInRange(text, 26, 0, 99) &&
    isTwoDigitsInRange(text, 28, 0, 99);
  return isWhole ? `${text.slice(26)}-${padToTwoDigits(month / 3 + 1)}-${text.slice(8, 10)}T${text.slice(11, 19)}Z` : undefined;
}

/** Whether two digits stand there, and what they make is in its range. */
function isTwoDigitsInRange(text: string, at: number, least: number, most: number): boolean {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  const number = tens * 10 + ones;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && number >= least && number <= most;
}

function normalizeIsoText(text: string): string | undefined {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(10) !== 0x54) {
    return undefined;
  }
  const ms = Date.parse(text);
  return ms >= 0 && ms <= latestMs ? formatMsAsIsoSeconds(ms) : undefined;
}

/** By the calendar's own arithmetic, in years that begin in March so that the leap day is the last one; a Date takes longer. */
function formatMsAsIsoSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const days = Math.floor(seconds / 86_400) + 719_468; // since the first of March of the year 0
  const cycle = Math.floor(days / 146_097);
  const day = days - cycle * 146_097;
  const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365);
  const ofYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const date = ofYear - Math.floor((153 * march + 2) / 5) + 1;
  const time = seconds % 86_400;
  const clock = `${padToTwoDigits(Math.floor(time / 3600))}:${padToTwoDigits(Math.floor(time / 60) % 60)}:${padToTwoDigits(time % 60)}`;
  return `${year + cycle * 400 + (month <= 2 ? 1 : 0)}-${padToTwoDigits(month)}-${padToTwoDigits(date)}T${clock}Z`;
}

function padToTwoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
