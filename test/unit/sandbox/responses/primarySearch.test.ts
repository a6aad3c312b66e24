import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { at } from '../../../support/at.ts';
import { ask, idsAt, rowOf, responseOf, world } from './ask.ts';

const search = (texts: Readonly<Record<string, string>>) => ask('primary.search', texts);

describe('the search of the Primary API', () => {
  const refused: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
    ['a request without text and filters', {}, 400],
    ['blank text', { searchItem: '  ' }, 400],
    ['filters that aren’t JSON', { searchItem: 'coffee', filters: '{' }, 400],
    ['filters that are an array', { searchItem: 'coffee', filters: '[]' }, 400],
    ['filters that are null', { searchItem: 'coffee', filters: 'null' }, 400],
    ['filters without effect and without text', { filters: '{"onlyReplies":false}' }, 400],
    ['an opposite pair', { searchItem: 'coffee', filters: '{"removeReplies":true,"onlyReplies":true}' }, 422],
    ['a control character', { searchItem: 'cof\u0007fee' }, 422],
    ['more than 512 characters', { searchItem: 'x'.repeat(513) }, 422],
    ['a bracket', { searchItem: 'a [b' }, 422],
    ['an open quote', { searchItem: '"coffee' }, 422],
    ['a stray parenthesis', { searchItem: 'coffee :)' }, 422],
    ['an unknown operator', { searchItem: 'colour:red' }, 422],
    ['an operator without a value', { searchItem: 'from: coffee' }, 422],
    ['a filter in a wrong format', { searchItem: 'coffee', filters: '{"since":"yesterday"}' }, 422],
  ];
  for (const [what, texts, status] of refused) {
    it(`rejects ${what} with ${status}`, () => {
      const result = search(texts);
      assert.equal(result.status, status);
      assert.ok(result.message.length > 5, result.message);
    });
  }

  it('reports the first error in the order of the checks', () => {
    assert.equal(search({ searchItem: 'a [b', filters: '{' }).status, 400);
    assert.match(search({ searchItem: 'a [b "c' }).message, /\[|bracket/i);
  });

  it('accepts control characters on the second path', () => {
    const { response } = responseOf(rowOf('primary.search'), { texts: { searchItem: 'cof\u0007fee' }, isSearchLenient: true });
    assert.equal(response.kind, 'sequence');
  });

  it('responds with an empty page, which becomes a 502, if nothing matches', () => {
    const { response } = responseOf(rowOf('primary.search'), { texts: { searchItem: 'zzzznothing' } });
    assert.ok(response.kind === 'sequence' && response.length === 0);
  });

  it('adds the filters to the text', () => {
    const { body } = search({
      searchItem: 'coffee',
      filters: '{"fromTheseAccounts":["ada_writes"],"minimumLikesCount":1}',
      count: '100',
    });
    const found = idsAt(body, 'data');
    assert.ok(found.length > 0);
    assert.ok(found.every((id) => world.post(id)?.authorId === '1500000000000000001'));
  });

  it('ignores unknown filters and wrong types with a note', () => {
    const { status, notes } = search({ searchItem: 'coffee', filters: '{"minimumLikesCount":"10","likes":3}' });
    assert.equal(status, 200);
    assert.equal(notes.length, 2);
  });

  it('reads a plus in a filter’s value literally', () => {
    const { notes, status } = search({ searchItem: 'coffee', filters: '{"linksInclude":"a+b","noneOfTheseWords":["c++"]}' });
    assert.deepEqual([status, notes], [200, []]);
  });

  it('finds people, photos, and videos by category, and Top for any other category', () => {
    const people = search({ searchItem: 'ada', category: 'People' }).body;
    assert.equal(at(people, 'data', 0, 'username'), 'ada_writes');
    const types = { Photos: ['photo'], Videos: ['video', 'animated_gif'] };
    for (const [category, wanted] of Object.entries(types)) {
      const found = idsAt(search({ searchItem: 'coffee', category }).body, 'data');
      assert.ok(found.length > 0);
      assert.ok(
        found.every((id) => world.post(id)?.media.some((media) => wanted.includes(media.type))),
        category,
      );
    }
    assert.deepEqual(search({ searchItem: 'coffee', category: 'latest' }).body, search({ searchItem: 'coffee' }).body);
  });
});
