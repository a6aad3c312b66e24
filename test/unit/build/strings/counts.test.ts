import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../../../src/build/projectFolders.ts';

const countedNoun =
  /\{\d\} (?:more |other )?(answer|branche|call|difference|endpoint|fixture|follower|like|line|member|page|part|pin|post|profile|record|replie|repost|request|result|row|vote)s\b/;

/** Strings with a count that is never 1, or with a separate string for 1. */
const neverOfOne: ReadonlySet<string> = new Set([
  '$(debug-continue) Only what is missing, {0} of {1} pages',
  '$(refresh) All {0} pages',
  'A fixture can hold at most {0} pages. Select only the records you need.',
  'All {0} fixtures for this endpoint',
  'Delete {0} answers?',
  'Refresh {0} fixtures?',
  'Saved {0} fixtures.',
  '{0} for {1} pages',
  '{0} of {1} pages came',
  '{0} of {1} pages came ({2}).',
  '{0} of {1} records',
  '{0} wants to make {1} requests.',
]);

describe('a string with a count', () => {
  const texts = Object.keys(
    JSON.parse(readFileSync(join(projectFolders.root, 'l10n', 'bundle.l10n.json'), 'utf8')) as Readonly<Record<string, string>>,
  );

  it('has a singular', () => {
    const counting = texts.filter((text) => countedNoun.test(text) && !neverOfOne.has(text));
    const withoutOne = counting.filter((text) => {
      const [counted = '', noun = ''] = countedNoun.exec(text) ?? [];
      const one = noun.replace(/ie$/, 'y').replace(/che$/, 'ch');
      const before = text
        .slice(0, text.indexOf(counted))
        .replace(/\{\d\} of $/, '')
        .toLowerCase();
      const ofOne = new RegExp(`\\b(?:1|one)(?: of \\{0\\})?(?: more| other)? ${one}s?\\b`, 'i');
      return !texts.some((other) => ofOne.test(other) && (other.toLowerCase().startsWith(before) || before === 'up to '));
    });
    assert.deepEqual(withoutOne, []);
  });
});
