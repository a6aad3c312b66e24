import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../src/build/projectFolders.ts';
import { measureCpuMs } from '../support/measureCpuMs.ts';
import { regexLiterals } from '../support/regexLiterals.ts';

/** What patterns repeat. */
const units = [
  '.',
  ' ',
  '\n',
  ',',
  '-',
  '_',
  '/',
  '\\',
  '"',
  '(',
  ']',
  '@a ',
  '#1',
  'a',
  'A',
  '1',
  'a1',
  '0.',
  '&#x41',
  '=',
  '😀',
];
const starts = ['', 'a', 'http://'];
const ends = ['!', '\n"'];

/** A text by its parts, at any length. */
interface Recipe {
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

const recipesOf = (of: readonly string[]): readonly Recipe[] =>
  of.flatMap((unit) => starts.flatMap((start) => ends.map((end) => ({ start, unit, end }))));
const toText = ({ start, unit, end }: Recipe, length: number): string => start + unit.repeat(length / unit.length) + end;

const shortLength = 22;
const screenLength = 3_000;
const commonRecipes = recipesOf(units);
const commonTexts = commonRecipes.map((recipe) => toText(recipe, screenLength));

/** Runs of letters and signs that an expression names: what only it repeats. */
function namedUnits(source: string): readonly string[] {
  const plain = source
    .replaceAll(/\\u\{?[\da-f]+\}?|\\[pP]\{[^}]*\}|\\\w|\(\?[:<=!]+|\[[^\]]*\]|\{[\d,]*\}/g, ' ')
    .replaceAll(/\\([^\w])/g, '$1');
  return plain.split(/[ ()|*+?^$]+/).filter((unit) => unit.length > 1);
}

/** Looks for every match: who looks for the first one alone does no more. */
function search(regex: RegExp, text: string): void {
  text.replaceAll(regex, '');
}

function isSlow(regex: RegExp, text: string): boolean {
  const startedAt = performance.now();
  search(regex, text);
  return performance.now() - startedAt > 1;
}

/** A text on which the time of an expression grows faster than the text does. */
function slowText(source: string, flags: string): Recipe | undefined {
  const regex = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const named = recipesOf(namedUnits(source));
  const recipes = [...commonRecipes, ...named];
  // a time that doubles with each character is found before anything longer is tried
  const short = recipes.find(
    (recipe) => isSlow(regex, toText(recipe, shortLength)) && measureCpuMs(() => search(regex, toText(recipe, shortLength))) > 3,
  );
  if (short !== undefined) return short;
  const texts = [...commonTexts, ...named.map((recipe) => toText(recipe, screenLength))];
  return recipes.find((recipe, at) => {
    if (!isSlow(regex, texts[at] ?? '')) return false;
    const [once, twice] = [8_000, 16_000].map((length) => {
      const text = toText(recipe, length);
      return measureCpuMs(() => search(regex, text));
    });
    return once !== undefined && twice !== undefined && twice > 10 && twice > 3 * once;
  });
}

const { root } = projectFolders;
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['src/build/**'] }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));
const literals = new Map(sources.flatMap(({ file, text }) => regexLiterals(text).map((literal) => [literal, file] as const)));

describe('the regular expressions of src', () => {
  it('are found, and all of them stand there as they are', () => {
    assert.ok(literals.size > 200);
    assert.deepEqual(regexLiterals('const a = b / c / d; f(/x\\/[/]+/gu, `${/y/}`)'), ['/x\\/[/]+/gu', '/y/']);
    assert.deepEqual(
      sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ file }) => file),
      [],
    );
  });

  it('are noticed where they look again from each character, or try every way to divide a text', () => {
    assert.notEqual(slowText('\\s+$', ''), undefined);
    assert.notEqual(slowText('^(a+)+$', ''), undefined);
    assert.equal(slowText('a+', ''), undefined);
  });

  it('take a time that grows with a text as the text does, whoever wrote it', () => {
    const slow = [...literals].flatMap(([literal, file]) => {
      const end = literal.lastIndexOf('/');
      const found = slowText(literal.slice(1, end), literal.slice(end + 1));
      return found === undefined ? [] : [`${literal} in ${file}: ${JSON.stringify(found)}`];
    });
    assert.deepEqual(slow, []);
  });
});
