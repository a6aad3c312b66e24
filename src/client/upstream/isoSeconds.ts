import { isDigits } from './node.ts';

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const upstreamLength = 'Wed Oct 10 20:19:24 +0000 2018'.length;
/** Past the year 9999 a moment is not written with four digits. */
const latestMs = 253_402_300_799_999;

/**
 * A moment as the simple format writes it, `2018-10-10T20:19:24Z` (decision 4.5).
 * @param value the platform's "Wed Oct 10 20:19:24 +0000 2018" (upstream shapes, section 2), an ISO text, or milliseconds
 * @returns undefined for anything else
 */
export function isoSeconds(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return value >= 0 && value <= latestMs ? fromMs(value) : undefined;
  }
  if (typeof value !== 'string') {
    return undefined;
  }
  return value.length === upstreamLength ? fromUpstream(value) : fromIso(value);
}

/** As isoSeconds, of milliseconds that are written as a text. */
export function isoOfMsText(value: unknown): string | undefined {
  return typeof value === 'string' && isDigits(value) ? isoSeconds(Number(value)) : isoSeconds(value);
}

/** By slices alone: every post and every account has one. */
function fromUpstream(text: string): string | undefined {
  const month = months.indexOf(text.slice(4, 7));
  const isWhole =
    month % 3 === 0 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.startsWith(' +0000 ', 19) &&
    isNumberAt(text, 8, 1, 31) &&
    isNumberAt(text, 11, 0, 23) &&
    isNumberAt(text, 14, 0, 59) &&
    isNumberAt(text, 17, 0, 60) &&
    isNumberAt(text, 26, 0, 99) &&
    isNumberAt(text, 28, 0, 99);
  return isWhole ? `${text.slice(26)}-${twoDigits(month / 3 + 1)}-${text.slice(8, 10)}T${text.slice(11, 19)}Z` : undefined;
}

/** Whether two digits stand there, and what they make is in its range. */
function isNumberAt(text: string, at: number, least: number, most: number): boolean {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  const number = tens * 10 + ones;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && number >= least && number <= most;
}

function fromIso(text: string): string | undefined {
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(10) !== 0x54) {
    return undefined;
  }
  const ms = Date.parse(text);
  return ms >= 0 && ms <= latestMs ? fromMs(ms) : undefined;
}

function fromMs(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}
