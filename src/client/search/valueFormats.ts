/**
 * A value format in a query (primary reference, GET /search; assumptions 5.18 to 5.22). `holds` checks what `pattern` can't
 * (a real date, a place on the globe); `says` follows "takes".
 */
export interface ValueFormat {
  readonly pattern: RegExp;
  readonly holds?: (value: string) => boolean;
  readonly says: string;
  readonly example: string;
}

/** Not blank and without `"`, which can't be escaped in a query (assumptions 5.10, 5.22). */
const quotableTextPattern = /^\s*[^\s"][^"]*$/;

export const valueFormats = {
  language: {
    pattern: /^[a-z]{2,3}(-[A-Za-z0-9]+)?$/,
    says: 'a language code like en, und, or zh-cn',
    example: 'en',
  },
  date: {
    pattern: /^\d{4}-\d{2}-\d{2}(_\d{2}:\d{2}:\d{2}_UTC)?$/,
    holds: isCalendarDate,
    says: 'a date like 2026-01-31 or 2026-01-31_23:59:59_UTC',
    example: '2026-01-31',
  },
  digits: { pattern: /^[0-9]+$/, says: 'a string of digits', example: '1767225600' },
  id: { pattern: /^[0-9]{1,30}$/, says: 'an ID of 1 to 30 digits', example: '1234567890123456789' },
  count: { pattern: /^[0-9]+$/, says: 'a whole number, 0 or more', example: '10' },
  duration: { pattern: /^\d+[dhms]$/, says: 'a duration like 7d, 12h, 30m, or 45s', example: '7d' },
  distance: { pattern: /^\d+(\.\d+)?(km|mi)$/, says: 'a distance like 10km or 5mi', example: '10km' },
  geocode: {
    pattern: /^-?\d+(\.\d+)?,-?\d+(\.\d+)?,\d+(\.\d+)?(km|mi)$/,
    holds: isValidGeocode,
    says: 'in the format latitude,longitude,radius, like 37.78,-122.41,10km',
    example: '37.78,-122.41,10km',
  },
  handle: {
    pattern: /^@?[A-Za-z0-9_]{1,15}$/,
    says: 'a handle of 1 to 15 letters, digits, or underscores',
    example: 'river_desk',
  },
  hashtag: {
    pattern: /^#?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_\u200c\u200d]*$/u,
    says: 'a hashtag of letters, digits, or underscores',
    example: 'opendata',
  },
  text: { pattern: quotableTextPattern, says: 'text without double quotes', example: 'open data' },
} as const satisfies Readonly<Record<string, ValueFormat>>;

export type ValueFormatName = keyof typeof valueFormats;

export function hasValueFormat(value: string, name: ValueFormatName): boolean {
  const format: ValueFormat = valueFormats[name];
  return format.pattern.test(value) && (format.holds?.(value) ?? true);
}

function isCalendarDate(value: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (value.match(/\d+/g) ?? []).map(Number);
  // Date.UTC would read the years 0 to 99 as 1900 to 1999
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const sameDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return sameDay && hour < 24 && minute < 60 && second < 60;
}

function isValidGeocode(value: string): boolean {
  const [latitude = Number.NaN, longitude = Number.NaN, radius = Number.NaN] = value.split(',').map(Number.parseFloat);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && radius > 0;
}
