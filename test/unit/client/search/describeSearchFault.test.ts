import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as z from 'zod';
import { applySearchFix, checkQuery } from '../../../../src/client/search/checkQuery.ts';
import { filtersSchema, refineSearchParams } from '../../../../src/client/search/filtersSchema.ts';
import { hasValueFormat } from '../../../../src/client/search/valueFormats.ts';
import { suggestSimilarName } from '../../../../src/client/search/suggestSimilarName.ts';
import { operatorNames, operators } from '../../../../src/client/search/operators.ts';
import { describeSearchFault, fillPlaceholders } from '../../../../src/client/search/describeSearchFault.ts';

/** A query and the sentence for its first issue. */
function sentences(...rows: readonly (readonly [text: string, filters: unknown, sentence: string])[]): void {
  for (const [text, given, sentence] of rows) {
    it(sentence, () => {
      const [first] = checkQuery(text, given);
      assert.ok(first !== undefined);
      assert.equal(fillPlaceholders(describeSearchFault(first)), sentence);
    });
  }
}

/** A query, and each result of fixing its first issue, best first. */
function fixed(...rows: readonly (readonly [text: string, ...after: readonly string[]])[]): void {
  for (const [text, ...after] of rows) {
    it(`${JSON.stringify(text)} → ${after.map((each) => JSON.stringify(each)).join(' or ')}`, () => {
      const fixes = checkQuery(text)[0]?.fixes ?? [];
      assert.deepEqual(
        fixes.map((fix) => applySearchFix(text, fix)),
        after,
      );
    });
  }
}

describe('a fix for a filter that applies to one side of OR only', () => {
  fixed(
    ['coffee OR tea lang:en', '(coffee OR tea) lang:en'],
    ['lang:en coffee OR tea', 'lang:en (coffee OR tea)'],
    ['coffee OR "green tea" -filter:replies', '(coffee OR "green tea") -filter:replies'],
  );

  it('puts the whole text in parentheses next to filters', () => {
    const [fix] = checkQuery(' coffee OR tea', { lang: 'en' })[0]?.fixes ?? [];
    assert.ok(fix !== undefined);
    const text = applySearchFix(' coffee OR tea', fix);
    assert.equal(text, ' (coffee OR tea)');
    assert.deepEqual(checkQuery(text, { lang: 'en' }), []);
  });
});

describe('describeSearchFault', () => {
  sentences(
    ['', undefined, 'The search is empty. Enter words or set a filter.'],
    ['a', { onlyReplies: true, removeReplies: true }, "removeReplies and onlyReplies can't be combined. Remove one."],
    ['a'.repeat(513), undefined, 'The search has 513 characters, including filters. The limit is 512.'],
    ['a', { near: '[' }, "near: Square brackets aren't allowed in a search, even in quotes."],
    ['From:a', undefined, "'From:' isn't a search operator. Did you mean 'from:'?"],
    ['note: a', undefined, "'note:' isn't a search operator. To search for it, put the text in quotes."],
    ['a', { since: 'now' }, "since must be a date like 2026-01-31 or 2026-01-31_23:59:59_UTC, not 'now'."],
    [
      'a',
      { exactSentence: `${'x'.repeat(60)}" "` },
      `exactSentence must be text without double quotes, not '${'x'.repeat(39)}…'.`,
    ],
    ['a', { onlyReply: true }, 'Unknown filter: onlyReply. Did you mean onlyReplies?'],
    ['a+from:b', undefined, 'In a search with operators, the service treats + as a space.'],
    ['coffee OR tea', { lang: 'en', onlyReplies: true }, "'lang:en filter:replies' applies only to its side of OR."],
    ['filter:link', undefined, "'link' isn't a known value for 'filter:'. Did you mean 'links'?"],
  );
});

describe('fixes', () => {
  fixed(
    ['https://a.b/c', '"https://a.b/c"'],
    ['note: x', '"note:" x'],
    ['-note:x', '-"note:x"'],
    ['note:"a b" c', '"note:a b" c'],
    ['From:nasa', 'from:nasa', '"From:nasa"'],
    ['form:nasa', 'from:nasa', '"form:nasa"'],
    ['from: nasa', 'from:nasa', '  nasa', '"from:" nasa'],
    ['from: " "', '  " "', '"from:" " "'],
    ['a -from:', 'a  ', 'a -"from:"'],
    ['fun :) yes', 'fun ":)" yes', 'fun :  yes'],
    ['(cats :))', '(cats :) '],
    ['((a b', '((a b))', ' (a b'],
    ['from:nasa)', 'from:nasa '],
    ['a "b c', 'a "b c"', 'a b c'],
    ['a "', 'a '],
    ['[a]', 'a]'],
    ['a\tb', 'a b'],
    ['a+b+from:c', 'a b from:c'],
    ['OR a', ' a', '"OR" a'],
    ['a ()', 'a  '],
  );

  it('are applied from the end, so positions remain valid', () => {
    const edits = [
      { from: 0, to: 1, text: 'xyz' },
      { from: 2, to: 3, text: '' },
    ];
    const fix = { title: { message: '', args: [] }, edits };
    assert.equal(applySearchFix('abcd', fix), 'xyzbd');
  });
});

describe('the tables', () => {
  it("have the reference's operators, each with a valid example", () => {
    assert.equal(operators.length, 36);
    assert.equal(new Set(operatorNames).size, 36);
    for (const { name, example } of operators) {
      assert.ok(example.startsWith(`${name}:`));
      assert.deepEqual(checkQuery(example), []);
    }
  });

  it('become a JSON Schema with a title, help, and an example for each filter', () => {
    const schema = z.toJSONSchema(filtersSchema);
    assert.equal(schema.additionalProperties, false);
    assert.equal(schema.required, undefined);
    const properties = Object.values(schema.properties ?? {});
    assert.equal(properties.length, 59);
    for (const property of properties)
      assert.ok(typeof property === 'object' && property.title && property['help'] && property.examples);
  });
});

describe('filtersSchema and refineSearch', () => {
  const params = z
    .strictObject({ searchItem: z.string().optional(), filters: filtersSchema.optional() })
    .superRefine(refineSearchParams);
  const issuesOf = (value: unknown): readonly string[] =>
    params.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];

  it('reject an invalid filter by name', () => {
    assert.deepEqual(issuesOf({ filters: { sinseId: '1' } }), ['filters: no filter is named sinseId: did you mean sinceId?']);
    assert.deepEqual(issuesOf({ filters: { since: '2026-02-30' } }), [
      'filters.since: must be a date like 2026-01-31 or 2026-01-31_23:59:59_UTC',
    ]);
    assert.deepEqual(issuesOf({ filters: { hashtags: ['a', 'b c'] } }), [
      'filters.hashtags.1: must be a hashtag of letters, digits, or underscores',
    ]);
    assert.deepEqual(issuesOf({ filters: { onlyReplies: true, removeReplies: true } }), [
      "filters.onlyReplies: can't be true together with removeReplies",
    ]);
  });

  it('reject invalid combinations of text and filters', () => {
    assert.deepEqual(issuesOf({}), ['searchItem: The search is empty. Enter words or set a filter.']);
    assert.deepEqual(issuesOf({ searchItem: 'a'.repeat(510), filters: { lang: 'en' } }), [
      'searchItem: The search has 518 characters, including filters. The limit is 512.',
    ]);
    assert.deepEqual(issuesOf({ searchItem: 'a', filters: { near: 'b]' } }), [
      "filters.near: Square brackets aren't allowed in a search, even in quotes.",
    ]);
  });

  it('accept warnings', () => {
    assert.deepEqual(issuesOf({ searchItem: 'a+from:b since:yesterday' }), []);
  });
});

describe('suggestSimilarName', () => {
  it('finds a name with one mistake, but not one that is too different', () => {
    assert.equal(suggestSimilarName('form', operatorNames), 'from');
    assert.equal(suggestSimilarName('SINCE_IDS', operatorNames), 'since_id');
    assert.equal(suggestSimilarName('min_favs', operatorNames), 'min_faves');
    assert.equal(suggestSimilarName('https', operatorNames), undefined);
    assert.equal(suggestSimilarName('x', operatorNames), undefined);
    assert.equal(suggestSimilarName('from'.repeat(1000), operatorNames), undefined);
  });
});

describe('the formats', () => {
  it('know the calendar, including years before 100 and leap days', () => {
    assert.equal(hasValueFormat('2028-02-29', 'date'), true);
    assert.equal(hasValueFormat('0050-01-01', 'date'), true);
    for (const date of ['2027-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-01-01_00:60:00_UTC', '2026-01-01_10:30']) {
      assert.equal(hasValueFormat(date, 'date'), false, date);
    }
  });
});
