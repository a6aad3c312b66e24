import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkQuery } from '../../../../src/client/search/checkQuery.ts';
import { getSearchFaultSeverity, refusalStatusByFaultCode } from '../../../../src/client/search/describeSearchFault.ts';

/** Issues as `code@from-to`, without an empty span at the end of the text. */
function faultsOf(text: string, filters?: unknown): readonly string[] {
  return checkQuery(text, filters).map(({ code, from, to }) =>
    from === to && to === text.length ? code : `${code}@${from}-${to}`,
  );
}

/** Text and its issues, in order. */
function queries(...rows: readonly (readonly [text: string, ...faults: readonly string[]])[]): void {
  for (const [text, ...faults] of rows) {
    const name = text.length > 60 ? `${text.slice(0, 57)}… (${text.length})` : text;
    it(`${JSON.stringify(name)} → ${faults.join(', ') || 'nothing'}`, () => assert.deepEqual(faultsOf(text), faults));
  }
}

/** Filters and their issues, with the text "cats". */
function filterSets(...rows: readonly (readonly [filters: unknown, ...faults: readonly string[]])[]): void {
  for (const [filters, ...faults] of rows) {
    it(`${JSON.stringify(filters)} → ${faults.join(', ') || 'nothing'}`, () =>
      assert.deepEqual(faultsOf('cats', filters), faults));
  }
}

describe('checkQuery', () => {
  describe('accepts words, phrases, and signs', () => {
    queries(
      ['cats'],
      ['cats dogs'],
      ['"open data" lake'],
      ['cats OR dogs'],
      ['cats or dogs'],
      ['(cats OR dogs) -birds'],
      ['-(cats dogs)'],
      ['#opendata'],
      ['#हिन्दी'],
      ['@river_desk hello'],
      ['$TICK'],
      ["it's fine, isn't it?"],
      ['a-b'],
      ['- cats'],
      ['--cats'],
      ['猫 OR 犬'],
      ['قطط "بيانات مفتوحة"'],
      ['👩‍👩‍👧 ❤️'],
      ['C++'],
      ['1+1=2'],
      ['50% off & more?'],
      ['""'],
      ['cats -OR dogs'],
      ['-'],
      ['((((a))))'],
    );
  });

  describe('warns if a filter applies to one side of OR only', () => {
    queries(
      ['coffee OR tea lang:en', 'partialFilter@14-21'],
      ['lang:en coffee OR tea', 'partialFilter@0-7'],
      ['coffee OR "green tea" -filter:replies min_faves:5', 'partialFilter@22-49'],
      ['coffee OR tea OR milk has:media', 'partialFilter@22-31'],
      ['(coffee OR tea) lang:en'],
      ['coffee lang:en OR tea lang:en'],
      ['coffee OR from:nasa'],
      ['from:nasa OR from:esa'],
      ['coffee OR (tea lang:en)'],
      ['coffee OR tea'],
      ['coffee OR tea milk'],
    );

    it('warns about filters next to the text, but not about disabled ones', () => {
      const ofFilters = (text: string, filters: unknown) =>
        faultsOf(text, filters).filter((one) => one.startsWith('partialFilter'));
      assert.deepEqual(ofFilters('coffee OR tea', { lang: 'en' }), ['partialFilter']);
      assert.deepEqual(ofFilters('coffee OR tea', { onlyReplies: false }), []);
      assert.deepEqual(ofFilters('(coffee OR tea)', { lang: 'en' }), []);
      assert.deepEqual(ofFilters('coffee tea', { lang: 'en' }), []);
    });
  });

  describe('accepts every way to write an operator', () => {
    queries(
      ['from:nasa'],
      ['-from:nasa'],
      ['(from:nasa OR to:nasa)'],
      ['(-from:nasa)'],
      ['from:"nasa"'],
      ['near:"San Francisco" within:10km'],
      ['since:2026-01-01_10:30:00_UTC'],
      ['url:https://example.org/a'],
      ['until:2028-02-29'],
      ['min_faves:10 -min_faves:100'],
      ['filter:links -filter:replies'],
      ['include:nativeretweets'],
      ['geocode:37.78,-122.41,10km'],
      ['within_time:7d'],
      ['since_id:1234567890123456789'],
      ['list:12345'],
      ['lang:zh-cn'],
      ['lang:und'],
      ['source:Example_App'],
      ['card_name:animated_gif card_domain:example.org card_url:example.org'],
      ['place:96683cc9126741d1 place_country:FR'],
      ['entity:Lighthouse context:10.79'],
      ['has:links is:reply'],
      ['quotes_of_tweet_id:1'],
      ['"from:nasa"'],
      ['"note: x"'],
      ['"note":x'],
      [':x'],
      ['::'],
      ['❤️:x'],
      ['foo!:bar'],
      ['from:@nasa'],
    );
  });

  describe('rejects an empty search', () => {
    queries(['', 'empty'], ['   ', 'empty@0-3'], ['\u3000', 'empty@0-1'], ['\t', 'empty@0-1', 'controlCharacters@0-1']);
  });

  describe('rejects control characters', () => {
    queries(
      ['a\tb', 'controlCharacters@1-2'],
      ['a\r\nb', 'controlCharacters@1-3'],
      ['a\u0000', 'controlCharacters@1-2'],
      ['a\u007fb\u0085c', 'controlCharacters@1-2', 'controlCharacters@3-4'],
      ['"a\nb"', 'controlCharacters@2-3'],
      ['a\u00a0b'],
    );

    it('accepts them if they are allowed', () => {
      assert.deepEqual(checkQuery('a\tb\u0000', undefined, { allowControlCharacters: true }), []);
    });
  });

  describe('rejects text that is too long', () => {
    queries(
      ['a'.repeat(512)],
      ['a'.repeat(513), 'tooLong@512-513'],
      ['😀'.repeat(256)],
      ['😀'.repeat(257), 'tooLong@512-514'],
      [' '.repeat(513), 'empty@0-513', 'tooLong@512-513'],
      ['('.repeat(5000), 'tooLong@512-5000'],
    );

    it('counts filter operators and the space before them', () => {
      const text = 'a'.repeat(500);
      assert.deepEqual(faultsOf(text, { listId: '123456' }), []);
      assert.deepEqual(checkQuery(text, { listId: '1234567' }), [
        { code: 'tooLong', from: 499, to: 500, length: 513, limit: 512, fixes: [] },
      ]);
    });
  });

  describe('rejects square brackets, even in quotes', () => {
    queries(
      ['[a]', 'bracket@0-1', 'bracket@2-3'],
      ['"[a"', 'bracket@1-2'],
      ['a]]', 'bracket@1-3'],
      ['point_radius:[1 2 3km]', 'bracket@13-14', 'bracket@21-22'],
    );
  });

  describe('rejects an open quote', () => {
    queries(
      ['"', 'unclosedQuote@0-1'],
      ['"a', 'unclosedQuote@0-2'],
      ['"a" "b', 'unclosedQuote@4-6'],
      ['6" pipe', 'unclosedQuote@1-7'],
      ['near:"San', 'unclosedQuote@5-9'],
      ['"(a from:', 'unclosedQuote@0-9'],
      ['“a” ‘b’'],
    );
  });

  describe('rejects unmatched parentheses', () => {
    queries(
      ['(', 'unbalancedParenthesis@0-1'],
      [')', 'unbalancedParenthesis@0-1'],
      [')(', 'unbalancedParenthesis@0-1', 'unbalancedParenthesis@1-2'],
      ['(a', 'unbalancedParenthesis@0-1'],
      ['a) b', 'unbalancedParenthesis@1-2'],
      ['fun :)', 'unbalancedParenthesis@5-6'],
      ['((a)', 'unbalancedParenthesis@0-1'],
      ['"("'],
      ['url:a(b', 'unbalancedParenthesis@5-6'],
    );
  });

  describe('rejects any other word with a colon', () => {
    queries(
      ['note: x', 'unknownOperator@0-5'],
      ['note:x', 'unknownOperator@0-6'],
      ['10:30', 'unknownOperator@0-5'],
      ['https://example.org', 'unknownOperator@0-19'],
      ['@nasa: hi', 'unknownOperator@0-6'],
      ['#tag:x', 'unknownOperator@0-6'],
      ['From:nasa', 'unknownOperator@0-9'],
      ['-form:nasa', 'unknownOperator@1-10'],
      ['(min_likes:5)', 'unknownOperator@1-12'],
      ['note:"a b"', 'unknownOperator@0-10'],
      ['हिन्दी:x', 'unknownOperator@0-8'],
      ['注意：x'],
      ['注意:x', 'unknownOperator@0-4'],
      ['a:b:c d:e', 'unknownOperator@0-5', 'unknownOperator@6-9'],
      ['"a"b:c', 'unknownOperator@3-6'],
    );
  });

  describe('rejects an operator without a value', () => {
    queries(
      ['from:', 'emptyOperatorValue@0-5'],
      ['from: nasa', 'emptyOperatorValue@0-5'],
      ['from:(a OR b)', 'emptyOperatorValue@0-5'],
      ['from:""', 'emptyOperatorValue@0-7'],
      ['near:" "', 'emptyOperatorValue@0-8'],
      ['-from: x to:', 'emptyOperatorValue@1-6', 'emptyOperatorValue@9-12'],
    );
  });

  describe('warns about syntax that the service reads differently', () => {
    queries(
      ['cats+from:nasa', 'plusIsSpace@4-5'],
      ['"a+b"+c from:nasa', 'plusIsSpace@2-6'],
      ['C++ "from:nasa"'],
      ['C++ note:x', 'unknownOperator@4-10'],
      ['from:+nasa', 'emptyOperatorValue@0-5', 'plusIsSpace@5-6'],
      ['since:yesterday', 'operatorFormat@6-15'],
      ['until:2026-02-29', 'operatorFormat@6-16'],
      ['min_faves:many', 'operatorFormat@10-14'],
      ['min_faves:-1', 'operatorFormat@10-12'],
      ['from:someone.else', 'operatorFormat@5-17'],
      ['within:10', 'operatorFormat@7-9'],
      ['filter:link', 'operatorChoice@7-11'],
      ['filter:foo', 'operatorChoice@7-10'],
      ['OR cats', 'danglingOr@0-2'],
      ['cats OR', 'danglingOr@5-7'],
      ['cats OR OR dogs', 'danglingOr@8-10'],
      ['(OR)', 'emptyGroup@0-4', 'danglingOr@1-3'],
      ['cats ()', 'emptyGroup@5-7'],
    );
  });

  describe('rejects lone surrogates before all other issues', () => {
    queries(['\ud800', 'notUnicode@0-1'], ['a[\udc00', 'notUnicode@2-3', 'bracket@1-2'], ['😀']);
  });

  describe("lists issues in the service's order", () => {
    queries(
      ['a\t[ "', 'controlCharacters@1-2', 'bracket@2-3', 'unclosedQuote@4-5'],
      ['note: ) [', 'bracket@8-9', 'unbalancedParenthesis@6-7', 'unknownOperator@0-5'],
      ['x: ( "y', 'unclosedQuote@5-7', 'unbalancedParenthesis@3-4', 'unknownOperator@0-2'],
    );

    it('puts 400 before 422 and both before accepted issues', () => {
      const faults = checkQuery('\ud800 note: [ OR a+b from:nasa', {
        sinceId: 'abc',
        onlyReplies: true,
        removeReplies: true,
        sinseId: '1',
        lang: 5,
      });
      const statuses = faults.map(({ code }) => refusalStatusByFaultCode[code]);
      assert.deepEqual(
        statuses,
        statuses.toSorted((a, b) => (a ?? 999) - (b ?? 999)),
      );
      assert.deepEqual(faults.map((fault) => fault.code).slice(0, 2), ['notUnicode', 'oppositePair']);
      assert.ok(
        faults.some((fault) => getSearchFaultSeverity(fault) === 'warning') &&
          faults.some((fault) => refusalStatusByFaultCode[fault.code] === null),
      );
    });
  });

  describe('checks filters', () => {
    filterSets(
      [undefined],
      [{}],
      [{ lang: 'en', minimumLikesCount: 0, onlyReplies: true, removeReplies: false }],
      [{ hashtags: ['#a', 'b'], fromTheseAccounts: ['@nasa'] }],
      [{ includeRetweets: true, onlyRetweets: true }],
      [{ removePostsWithMedia: true, onlyGifs: true }],
      [{ since: '2026-01-01', until: '2025-01-01' }],
      [{ near: 'San Francisco', within: '10km' }],
      [{ anyOfTheseWords: ['a b', 'note:x', 'OR', '-c', '(d'] }],
      [null, 'filtersNotObject'],
      [[], 'filtersNotObject'],
      ['{}', 'filtersNotObject'],
      [5, 'filtersNotObject'],
      [{ removeReplies: true, onlyReplies: true }, 'oppositePair'],
      [{ removePostsWithLinks: true, onlyPostsWithLinks: true }, 'oppositePair'],
      [{ removePostsWithMedia: true, onlyPostsWithMedia: true }, 'oppositePair'],
      [{ removePostsWithVideo: true, onlyPostsWithVideo: true }, 'oppositePair'],
      [{ removePostsWithPhotos: true, onlyPostsWithPhotos: true }, 'oppositePair'],
      [{ removeOldStyleRetweets: true, onlyOldStyleRetweets: true }, 'oppositePair'],
      [{ near: 'a\tb' }, 'controlCharacters'],
      [{ near: '[a' }, 'bracket'],
      [{ exactSentence: 'a"b' }, 'unclosedQuote', 'filterFormat'],
      [{ exactSentence: 'a" "b' }, 'filterFormat'],
      [{ exactSentence: '' }, 'filterFormat'],
      [{ since: 'yesterday' }, 'filterFormat'],
      [{ until: '2026-02-30' }, 'filterFormat'],
      [{ until: '2026-02-28_24:00:00_UTC' }, 'filterFormat'],
      [{ until: '2026-02-28_23:59:59_UTC' }],
      [{ sinceTime: '-5' }, 'filterFormat'],
      [{ withinTime: '3w' }, 'filterFormat'],
      [{ sinceId: 'abc' }, 'filterFormat'],
      [{ maxId: '1'.repeat(31) }, 'filterFormat'],
      [{ listId: '12a' }, 'filterFormat'],
      [{ lang: 'English' }, 'filterFormat'],
      [{ hashtags: ['a b'] }, 'filterFormat'],
      [{ hashtags: ['##a', '#'] }, 'filterFormat', 'filterFormat'],
      [{ fromTheseAccounts: ['a', 'b OR c', 'x'.repeat(16)] }, 'filterFormat', 'filterFormat'],
      [{ minimumLikesCount: -1 }, 'filterFormat'],
      [{ maximumLikesCount: 1.5 }, 'filterFormat'],
      [{ minimumRepliesCount: 1e21 }, 'filterFormat'],
      [{ within: '10' }, 'filterFormat'],
      [{ geocode: '91,0,1km' }, 'filterFormat'],
      [{ geocode: '90,180,1km' }],
      [{ minimumLikesCount: '10' }, 'filterType'],
      [{ sinceId: 123 }, 'filterType'],
      [{ onlyReplies: 'true' }, 'filterType'],
      [{ hashtags: 'x' }, 'filterType'],
      [{ hashtags: ['x', 5] }, 'filterType'],
      [{ lang: null }, 'filterType'],
      [{ sinseId: '1' }, 'unknownFilter'],
      [{ toString: '1' }, 'unknownFilter'],
      [{ since: 'x', foo: 1, lang: 5 }, 'filterFormat', 'unknownFilter', 'filterType'],
    );

    it('accepts a search with only filters, unless they are off or empty', () => {
      assert.deepEqual(faultsOf('', { lang: 'en' }), []);
      for (const filters of [{}, { onlyReplies: false }, { hashtags: [] }])
        assert.deepEqual(faultsOf(' ', filters), ['empty@0-1']);
      assert.deepEqual(faultsOf('', { minimumLikesCount: '10' }), ['empty', 'filterType']);
    });

    it('suggests the nearest filter and operator', () => {
      assert.deepEqual(
        checkQuery('form:nasa FROM:nasa zebra:x', { sinseId: '1', qqqqqq: 1 }).map((fault) =>
          'nearest' in fault ? fault.nearest : null,
        ),
        ['from', 'from', null, 'sinceId', null],
      );
    });
  });
});
