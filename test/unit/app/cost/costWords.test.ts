import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';

const src = path.resolve(import.meta.dirname, '../../../../src');
const place = path.join('app', 'cost');

/** Titles of what shows spending: they say of nothing what it cost. */
const titles: ReadonlySet<string> = new Set([
  'Open Spend by Day and Endpoint',
  'Show Spend',
  'Spend of This Session',
  'Spent',
  'Spent Today',
]);

/** A text for people in a call of `l10n.t` or of a page's `t`. */
const localized = /\bt\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

const costWords =
  /\b(?:charged?|spen[dt]|spends|spending|costs?|prices?|pays?|paid(?! service)|bought|refunded|play money)\b|kept \{0\}|Resume \(|(?<!a )\bfree\b|≈|\$[\d{]/i;

/** The texts for people in a source that say what something cost, will cost, or that it costs nothing. */
function costTexts(source: string): readonly string[] {
  return Array.from(source.matchAll(localized), ([, , text = '']) => text).filter(
    (text) => costWords.test(text) && !titles.has(text),
  );
}

/** The sources outside of `src/app/cost`. */
function otherSources(): readonly (readonly [file: string, source: string])[] {
  return fs
    .readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(place))
    .map((file) => [file, fs.readFileSync(path.join(src, file), 'utf8')]);
}

describe('words about money', () => {
  it('stand in src/app/cost alone', () => {
    assert.deepEqual(
      otherSources().flatMap(([file, source]) => costTexts(source).map((text) => `${file}: ${text}`)),
      [],
    );
  });

  for (const planted of [
    "vscode.l10n.t('Nothing was spent.')",
    "l10n.t(\n  'The call may have been charged.',\n)",
    "t('Opening it is free.')",
    'l10n.t("It isn\'t paid for twice.")',
    "t('{0} pages for ≈{1}', pages, amount)",
    "t('kept {0}', age)",
    "t('Resume ({0})', price)",
  ]) {
    it(`are found in ${planted}`, () => {
      assert.equal(costTexts(`const text = ${planted};`).length, 1);
    });
  }

  it('are not found where a text is about something else', () => {
    const others = [
      "t('Waiting for a free connection…')",
      "t('A paid service knows nothing of it.')",
      "split('cost')",
      "t('Spent Today')",
    ];
    assert.deepEqual(costTexts(others.join('\n')), []);
  });
});
