import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { checkQuery } from '../../../../../src/client/search/checkQuery.ts';
import { composeFilters } from '../../../../../src/client/search/composeQuery.ts';
import { filterKeys, type FilterKey, findFilterByKey } from '../../../../../src/client/search/filters.ts';
import { valueFormats } from '../../../../../src/client/search/valueFormats.ts';
import { parseFilterField, setQueryFilter, setQueryWords } from '../../../../../src/features/results/query/editQuery.ts';
import { completeQuery } from '../../../../../src/features/results/query/completeQuery.ts';
import { readQueryFields } from '../../../../../src/features/results/query/readQueryFields.ts';
import { splitIntoSegments } from '../../../../../src/features/results/query/segments.ts';
import { queryTexts } from '../../../client/search/arbitraries.ts';

const valueOf = (text: string, key: FilterKey) => readQueryFields(text).entries.get(key)?.value;

/** A valid value, from the format's example. */
function exampleOf(key: FilterKey): string | number | boolean | readonly string[] {
  const row = findFilterByKey(key);
  switch (row?.type) {
    case 'number':
      return 7;
    case 'string':
      return valueFormats[row.format].example;
    case 'string[]':
      return [valueFormats[row.format].example, row.format === 'handle' ? 'bea' : 'tea'];
    case 'boolean':
    case undefined:
      return true;
  }
}

const set = (text: string, key: FilterKey, value: unknown) => setQueryFilter(text, key, value as never);

describe('the query builder', () => {
  it('reads operators, phrases, groups, and excluded words into fields, and the rest as words', () => {
    const text =
      'solar "open data" (wind OR tide) (from:ada OR from:bea) -spam -"hard sell" min_faves:5 -min_faves:90 -filter:replies';
    const builder = readQueryFields(text);
    assert.equal(builder.words, 'solar');
    assert.deepEqual(Object.fromEntries([...builder.entries].map(([key, { value }]) => [key, value])), {
      exactSentence: 'open data',
      anyOfTheseWords: ['wind', 'tide'],
      fromTheseAccounts: ['ada', 'bea'],
      noneOfTheseWords: ['spam', 'hard sell'],
      minimumLikesCount: 5,
      maximumLikesCount: 90,
      removeReplies: true,
    });
  });

  it('sets, reads, and removes each filter', () => {
    for (const key of filterKeys) {
      const value = exampleOf(key);
      const text = set('solar power', key, value);
      assert.notEqual(text, 'solar power', key);
      assert.deepEqual(composeFilters({ [key]: valueOf(text, key) }), composeFilters({ [key]: value }), `${key}: ${text}`);
      assert.equal(set(text, key, undefined), 'solar power', key);
    }
  });

  it('combines any two filters except opposites', () => {
    fc.assert(
      fc.property(fc.constantFrom(...filterKeys), fc.constantFrom(...filterKeys), (one, other) => {
        const row = findFilterByKey(other);
        const text = set(set('tea', one, exampleOf(one)), other, exampleOf(other));
        assert.ok(readQueryFields(text).entries.has(other), text);
        const isOpposite = row?.type === 'boolean' && row.opposite === one;
        assert.equal(readQueryFields(text).entries.has(one), !isOpposite, text);
        if (!isOpposite && one !== other) assert.equal(set(text, other, undefined), set('tea', one, exampleOf(one)));
      }),
      { numRuns: 800 },
    );
  });

  it('changes a filter in place', () => {
    assert.equal(set('a  lang:en  b', 'lang', 'fr'), 'a  lang:fr  b');
    assert.equal(set('filter:replies b', 'removeReplies', true), '-filter:replies b');
    assert.equal(set('-a b -c', 'noneOfTheseWords', ['x', 'y z']), '-x -"y z" b');
  });

  it('puts parentheses around an OR before it appends a filter', () => {
    assert.equal(set('tea OR coffee', 'lang', 'en'), '(tea OR coffee) lang:en');
  });

  it('changes the words and preserves the filters', () => {
    assert.equal(setQueryWords('tea lang:en hot', 'iced coffee'), 'iced coffee lang:en');
    assert.equal(setQueryWords('lang:en', ''), 'lang:en');
  });

  it('never makes a valid query invalid', () => {
    fc.assert(
      fc.property(queryTexts, fc.constantFrom(...filterKeys), (text, key) => {
        // with an operator, a plus is treated as a space, and the check reports it
        if (text.includes('+') || checkQuery(text).some(({ code }) => code !== 'empty')) return;
        const changed = set(text, key, exampleOf(key));
        const faults = checkQuery(changed).filter(({ code }) => code !== 'tooLong' && code !== 'plusIsSpace');
        assert.deepEqual(faults, [], changed);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reports an invalid field's error", () => {
    assert.deepEqual(parseFilterField('fromTheseAccounts', '@ada, bea'), { ok: true, value: ['@ada', 'bea'] });
    assert.deepEqual(parseFilterField('minimumLikesCount', ' 12 '), { ok: true, value: 12 });
    assert.deepEqual(parseFilterField('lang', ''), { ok: true, value: undefined });
    for (const [key, field] of [
      ['since', '2026-02-30'],
      ['exactSentence', 'a "quote'],
      ['minimumLikesCount', '-1'],
      ['fromTheseAccounts', 'not a handle'],
    ] as const) {
      assert.equal(parseFilterField(key, field).ok, false, key);
    }
  });
});

describe('splitIntoSegments', () => {
  it('returns segments that join to the text', () => {
    fc.assert(
      fc.property(queryTexts, (text) => {
        assert.equal(
          splitIntoSegments(text)
            .map((segment) => segment.text)
            .join(''),
          text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('distinguishes operators, values, and errors', () => {
    const segments = splitIntoSegments('tea from:ada note: x').map(({ text, kind, fault }) => [text, kind, fault]);
    assert.deepEqual(segments, [
      ['tea ', 'plain', undefined],
      ['from:', 'operator', undefined],
      ['ada', 'value', undefined],
      [' ', 'plain', undefined],
      ['note:', 'plain', 'error'],
      [' x', 'plain', undefined],
    ]);
  });
});

describe('completeQuery', () => {
  const at = (text: string, handles: readonly string[] = []) => {
    const { from, to, items } = completeQuery(text, text.length, handles);
    return items.map((item) => text.slice(0, from) + item.text + text.slice(to));
  };

  it('completes operators, also after a minus', () => {
    assert.deepEqual(at('tea min_f'), ['tea min_faves:']);
    assert.deepEqual(at('-fil'), ['-filter:']);
    assert.deepEqual(at('tea '), []);
  });

  it('completes values, languages, and handles', () => {
    assert.deepEqual(at('filter:li'), ['filter:links']);
    assert.deepEqual(
      at('lang:e'),
      ['lang:en', 'lang:es', 'lang:el'].filter((text) => at('lang:e').includes(text)),
    );
    assert.deepEqual(at('from:a', ['ada', 'bea']), ['from:ada']);
    assert.deepEqual(at('@b', ['ada', 'bea']), ['@bea']);
  });

  it('never throws or replaces a range outside the text', () => {
    fc.assert(
      fc.property(queryTexts, fc.nat(), (text, place) => {
        const caret = place % (text.length + 1);
        const { from, to } = completeQuery(text, caret, ['ada']);
        assert.ok(from >= 0 && from <= caret && to >= caret && to <= text.length);
      }),
      { numRuns: 500 },
    );
  });
});
