import * as fc from 'fast-check';
import type { JsonPath } from '../../../../src/client/json/sliceJson.ts';

/** JSON with its parts, as an oracle for positions. */
export interface JsonSketch {
  readonly text: string;
  readonly kind: 'scalar' | 'list' | 'object';
  /** In text order; a name may occur twice. */
  readonly members: readonly (readonly [name: string | number, value: JsonSketch])[];
}

const whiteSpace = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 2 });

const pieces = [
  'a',
  'é',
  '😀',
  '\ud800',
  ' ',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '//',
  '\\"',
  '\\\\',
  '\\/',
  '\\n',
  '\\u0061',
  '\\uDC00',
];
const stringToken = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((some) => `"${some.join('')}"`);

const numbers = ['0', '-0', '1.10e5', '1.0E+2', '-1.5e-7', '12345678901234567890', '0.1000', '1e999'];
const scalarToken = fc.oneof(
  fc.constantFrom('true', 'false', 'null', ...numbers),
  fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
  stringToken,
);

/** Few names, so they collide; some have a meaning in JavaScript. */
const plainName = fc.constantFrom('"a"', '"b"', '"id"', '""', '"0"', '"{"', '"__proto__"', '"constructor"', '"length"');
const anyName = fc.oneof(plainName, fc.constantFrom('"\\u0061"', '"\\u0069d"'), stringToken);

function sketchOf(nameToken: fc.Arbitrary<string>): fc.Arbitrary<JsonSketch> {
  return fc.letrec<{ sketch: JsonSketch }>((tie) => ({
    sketch: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      scalarToken.map((text): JsonSketch => ({ text, kind: 'scalar', members: [] })),
      fc
        .tuple(whiteSpace, fc.array(fc.tuple(whiteSpace, tie('sketch'), whiteSpace), { maxLength: 4 }))
        .map(([empty, items]): JsonSketch => ({
          text: `[${items.length === 0 ? empty : items.map(([before, { text }, after]) => before + text + after).join(',')}]`,
          kind: 'list',
          members: items.map(([, item], index) => [index, item]),
        })),
      fc
        .tuple(
          whiteSpace,
          fc.array(fc.tuple(whiteSpace, nameToken, whiteSpace, whiteSpace, tie('sketch'), whiteSpace), { maxLength: 5 }),
        )
        .map(([empty, members]): JsonSketch => ({
          text: `{${members.length === 0 ? empty : members.map(([a, name, b, c, { text }, d]) => `${a}${name}${b}:${c}${text}${d}`).join(',')}}`,
          kind: 'object',
          members: members.map(([, name, , , value]) => [String(JSON.parse(name)), value]),
        })),
    ),
  })).sketch;
}

/** Random JSON, with whitespace, duplicate names, escapes, lone surrogates, and numbers beyond doubles. */
export const jsonSketch: fc.Arbitrary<JsonSketch> = sketchOf(anyName);

/** A sketch's paths with their values; parsers use the last of duplicate names. */
export function* placesOf(
  whole: JsonSketch,
  path: JsonPath = [],
): Generator<{ readonly path: JsonPath; readonly place: JsonSketch }> {
  yield { path, place: whole };
  for (const [name, value] of new Map(whole.members)) {
    yield* placesOf(value, [...path, name]);
  }
}

/** A sketch's objects that JSON.parse returns, in the order in which they end. */
export function* objectsOf(whole: JsonSketch): Generator<JsonSketch> {
  for (const value of new Map(whole.members).values()) {
    yield* objectsOf(value);
  }
  if (whole.kind === 'object') {
    yield whole;
  }
}
