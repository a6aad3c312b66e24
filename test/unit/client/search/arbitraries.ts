import * as fc from 'fast-check';
import { type FilterDefinition, filterDefinitions, type SearchFilters } from '../../../../src/client/search/filters.ts';
import type { ValueFormatName } from '../../../../src/client/search/valueFormats.ts';

const pieces = [
  ' ',
  '  ',
  '"',
  '(',
  ')',
  '-',
  '+',
  'OR',
  ':',
  '[',
  ']',
  '#',
  '@',
  '\t',
  '\u00a0',
  '\ud800',
  '😀',
  '❤️',
  'from:',
  'From:',
  'form:',
  'near:',
  'note:',
  'filter:',
  'filter:lnks',
  'since:',
  'nasa',
  'cats',
  'a',
  '2026-01-01',
  '10km',
  ':)',
  'हिन्दी',
  '//',
];

/** Strings in the query language, and any strings. */
export const queryTexts = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
const twoDigits = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));

const values: Readonly<Record<ValueFormatName, fc.Arbitrary<string>>> = {
  language: fc.constantFrom('en', 'und', 'zh-cn', 'ar'),
  date: fc
    .tuple(
      fc.date({ min: new Date('2006-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }),
      fc.option(fc.tuple(twoDigits(23), twoDigits(59), twoDigits(59))),
    )
    .map(([date, time]) => date.toISOString().slice(0, 10) + (time === null ? '' : `_${time.join(':')}_UTC`)),
  digits: digits(12),
  id: digits(30),
  count: digits(6),
  duration: fc.tuple(digits(3), fc.constantFrom('d', 'h', 'm', 's')).map((parts) => parts.join('')),
  distance: fc.tuple(digits(3), fc.constantFrom('', '.5'), fc.constantFrom('km', 'mi')).map((parts) => parts.join('')),
  geocode: fc
    .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -180, max: 180 }), fc.integer({ min: 1, max: 999 }))
    .map(([latitude, longitude, radius]) => `${latitude},${longitude},${radius}km`),
  handle: fc.stringMatching(/^@?[A-Za-z0-9_]{1,15}$/),
  hashtag: fc.oneof(fc.stringMatching(/^#?[A-Za-z0-9_]{1,20}$/), fc.constantFrom('हिन्दी', '#猫', 'می\u200cخواهم')),
  text: fc
    .oneof(
      fc.constantFrom('a b', 'OR', '-a', '(', ':)', 'note:x', 'from:nasa', "it's", '猫', 'a+b', '#tag', ' a '),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    // brackets and control characters have the right type and format, but are rejected
    .filter((text) => text.trim() !== '' && !/["[\]]/.test(text) && !/\p{Cc}/u.test(text)),
};

function valueOf(row: FilterDefinition): fc.Arbitrary<unknown> {
  switch (row.type) {
    case 'boolean':
      // one side of each opposite pair may be true
      return 'opposite' in row && row.key.startsWith('only') ? fc.constant(false) : fc.boolean();
    case 'number':
      return fc.nat({ max: 1_000_000 });
    case 'string':
      return values[row.format];
    case 'string[]':
      return fc.array(values[row.format], { maxLength: 3 });
  }
}

/** Filters with up to five valid values, far below the length limit. */
export const validFilters: fc.Arbitrary<SearchFilters> = fc
  .subarray(
    filterDefinitions.map((row: FilterDefinition) => row),
    { maxLength: 5 },
  )
  .chain((rows) => fc.tuple(...rows.map((row) => valueOf(row).map((value) => [row.key, value] as const))))
  .map((entries) => Object.fromEntries(entries));

/** Objects with valid keys and any values, and with invalid keys. */
export const anyFilters: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...filterDefinitions.map((row) => row.key as string)),
        fc.constantFrom('sinseId', 'onlyReplys', 'foo'),
      ),
      fc.oneof(
        fc.boolean(),
        fc.integer(),
        fc.double(),
        queryTexts,
        fc.constantFrom('en', '123', '2026-01-01', '10km'),
        fc.array(fc.oneof(queryTexts, fc.integer()), { maxLength: 3 }),
        fc.constant(null),
      ),
    ),
    { maxLength: 6 },
  )
  .map((entries) => Object.fromEntries(entries));
