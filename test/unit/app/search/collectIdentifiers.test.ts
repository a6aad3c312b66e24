import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { listFormFields } from '../../../../src/app/requests/form.ts';
import { search } from '../../../../src/client/endpoints/primary/search.ts';
import { endpoints, friendshipsShow, userFollowers, usernamesToIds } from '../../../../src/client/endpoints/table.ts';
import type { Endpoint } from '../../../../src/client/endpoint.ts';
import {
  collectIdentifiersByField,
  collectIdentifiers,
  collectRetypedIdentifiers,
} from '../../../../src/app/search/collectIdentifiers.ts';

const question = (endpoint: Endpoint) => ({ isSearch: endpoint === search, fields: listFormFields(endpoint) });
const names = (endpoint: Endpoint, texts: Readonly<Record<string, string>>) => [...collectIdentifiers(question(endpoint), texts)];

describe('the names in a question', () => {
  it('are the ids and handles of its fields, a handle however it is written', () => {
    assert.deepEqual(names(userFollowers, { userId: ' 15 ', count: '20' }), ['15']);
    assert.deepEqual(names(userFollowers, { userId: '-1', username: '@River_Desk' }), ['river_desk']);
    assert.deepEqual(names(usernamesToIds, { usernames: 'one, @Two,,' }), ['one', 'two']);
    assert.deepEqual(names(userFollowers, {}), []);
    const found = collectIdentifiersByField(question(friendshipsShow), { source_screen_name: 'one', target_id: '2' });
    assert.deepEqual([...(found.get('source_screen_name') ?? []), ...(found.get('target_id') ?? [])], ['one', '2']);
  });

  it('are the accounts, lists and posts that a query names, and none of its words', () => {
    const query =
      'coffee "@no phrase" #tag from:River -to:@desk (list:12 OR conversation_id:34) @Mill min_faves:5 lang:en place:7 x@y';
    assert.deepEqual(names(search, { searchItem: query, category: 'Top' }), ['river', 'desk', '12', '34', 'mill']);
    assert.deepEqual(names(search, { searchItem: 'coffee since:2026-01-31' }), []);
  });

  it('stand in every field of the catalogue that says so by its name, and in no other', () => {
    const naming = /(user|tweet|list|community|job|source|target)_?ids?$|jobLocationId|username|screen_name|^(from|to)$/i;
    const fields = endpoints.flatMap((endpoint) => listFormFields(endpoint).map((field) => ({ endpoint, field })));
    // the times of audio rooms are called from and to as well
    const named = fields.filter(({ endpoint: { group }, field: { name } }) => (group === 'spaces' ? /_id$/ : naming).test(name));
    const namesOf = (some: typeof fields) => some.map(({ endpoint, field }) => `${endpoint.id} ${field.name}`);
    assert.deepEqual(namesOf(fields.filter(({ field }) => field.isName)), namesOf(named));
    assert.ok(named.length > 40, String(named.length));
  });
});

describe('the names that a person types again', () => {
  const fields = [
    { name: 'userId', isName: true },
    { name: 'count', isName: false },
  ];

  it('are ids that were gone for a moment, however quickly they were typed again', () => {
    const asked = { userId: '15', count: '20' };
    const typed = ['15', '1', '15'].map((_, at, drafts) =>
      drafts
        .slice(0, at + 1)
        .reduce<readonly string[]>(
          (names, userId) => collectRetypedIdentifiers({ isSearch: false, fields }, names, asked, { userId, count: '5' }),
          [],
        ),
    );
    assert.deepEqual(typed, [[], ['15'], ['15']]);
  });

  it('are of a query only those that were changed in it', () => {
    const asked = { searchItem: 'from:river @mill coffee' };
    const typed = (searchItem: string) =>
      collectRetypedIdentifiers({ isSearch: true, fields: [] }, ['15'], asked, { searchItem });
    assert.deepEqual(typed('from:river @mill coffee tea'), ['15']);
    assert.deepEqual(typed('from:rive @mill coffee tea'), ['15', 'river']);
  });
});
