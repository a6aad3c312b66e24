import assert from 'node:assert/strict';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { get, withSandbox } from './testSandbox.ts';

interface Echo {
  readonly data: {
    readonly texts: Readonly<Record<string, string>>;
    readonly lenientSearch: boolean;
    readonly body: unknown;
    readonly format: string;
  };
}

describe('reading a Primary API request', () => {
  const each = (name: string, run: (sandbox: Sandbox) => Promise<void>): void => void it(name, () => withSandbox({}, run));

  async function echo(primary: string, path: string, ask: Parameters<typeof get>[2] = {}) {
    const got = await get(primary, path, ask);
    assert.equal(got.status, 200, `${path}: ${got.text}`);
    const { data } = got.body as Echo; // the test's responder returns its query
    return { ...data, note: got.headers['x-sandbox-note'], formatHeader: got.headers['x-response-format'] };
  }

  each('reads the same query from every alias of the search', async ({ primary }) => {
    for (const [method, path, lenient] of [
      ['GET', '/search?searchItem=red%20fox', false],
      ['GET', '/search?query=red%20fox', false],
      ['POST', '/search?searchItem=red%20fox', false],
      ['GET', '/search/red%20fox', false],
      ['POST', '/search/red%20fox', false],
      ['GET', '/search_v2?searchItem=red%20fox', true],
      ['POST', '/search_v2?query=red%20fox', true],
    ] as const) {
      const { texts, lenientSearch, body, note } = await echo(primary, path, {
        method,
        ...(method === 'POST' ? { body: '{"searchItem":"other"}' } : {}),
      });
      assert.deepEqual(
        [texts, lenientSearch, body, note],
        [{ searchItem: 'red fox' }, lenient, null, undefined],
        `${method} ${path}`,
      );
    }
    assert.equal((await get(primary, '/search_v2/red')).status, 404);
    assert.equal((await get(primary, '/user/1/fans')).status, 200);
  });

  each('prefers the path to the query, a main name to aliases, and the first of several values', async ({ primary }) => {
    assert.deepEqual((await echo(primary, '/search/a?searchItem=b&query=c')).texts, { searchItem: 'a' });
    assert.deepEqual((await echo(primary, '/search?query=c&searchItem=b')).texts, { searchItem: 'b' });
    assert.deepEqual((await echo(primary, '/search?searchItem=&query=c')).texts, { searchItem: 'c' });
    const repeated = await echo(primary, '/search?searchItem=a&category=Top&category=Latest');
    assert.deepEqual(repeated.texts, { searchItem: 'a', category: 'Top' });
    assert.equal(repeated.note, 'category is given more than once: the first is used');
  });

  each('ignores an empty parameter, and an unknown one with a note', async ({ primary }) => {
    const { texts, note } = await echo(primary, '/search?searchItem=a&cursor=&&=x&__proto__=1&%C3%A9t%C3%A9=1');
    assert.deepEqual(texts, { searchItem: 'a' });
    assert.equal(note, "__proto__ isn't a parameter here: ignored; %C3%A9t%C3%A9 isn't a parameter here: ignored");
  });

  each('reads "+" literally in a search text without operators, and as a space with operators', async ({ primary }) => {
    const plus = 'in a search without operators, + is a plus sign: send %20 for a space';
    for (const [raw, text, note] of [
      ['c%2B%2B', 'c++', undefined],
      ['cats+dogs', 'cats+dogs', plus],
      ['cats+from:nasa', 'cats from:nasa', undefined],
      ['cats%2Bfrom:nasa', 'cats from:nasa', undefined],
      ['"a+b"+from:nasa', '"a b" from:nasa', undefined],
      ['%22from:nasa%22+x', '"from:nasa"+x', plus],
    ] as const) {
      const byQuery = await echo(primary, `/search?searchItem=${raw}`);
      assert.deepEqual([byQuery.texts['searchItem'], byQuery.note], [text, note], raw);
      assert.equal((await echo(primary, `/search?query=${raw}`)).texts['searchItem'], text);
      assert.equal((await echo(primary, `/search/${raw}`)).texts['searchItem'], text);
    }
  });

  each('reads "+" as a space in every other parameter, and literally in a path', async ({ primary }) => {
    assert.equal((await echo(primary, '/search?searchItem=a&category=x+y%2Bz')).texts['category'], 'x y+z');
    assert.equal((await echo(primary, '/user/by/username/a+b%2Fc')).texts['username'], 'a+b/c');
  });

  each('prefers the format of the query to that of the header', async ({ primary }) => {
    for (const [query, header, format] of [
      ['', undefined, 'raw'],
      ['?format=simple', undefined, 'simple'],
      ['?format=raw', 'simple', 'raw'],
      ['', '  SIMPLE ', 'simple'],
      ['?format=other', 'simple', 'raw'],
      ['?format=Simple', undefined, 'raw'],
      ['?format=', 'simple', 'simple'],
      ['', 'other', 'raw'],
    ] as const) {
      const got = await echo(primary, `/user/by/username/a${query}`, {
        headers: header === undefined ? {} : { 'X-Response-Format': header },
      });
      assert.deepEqual(
        [got.format, got.formatHeader],
        [format, format === 'simple' ? 'simple' : undefined],
        `${query} ${header}`,
      );
    }
  });

  each('sends the guesses and notes of a response as ASCII', async ({ primary }) => {
    const got = await get(primary, '/user/users/by/ids?ids=1,2');
    assert.deepEqual(got.body, { data: { userIds: '1,2' } });
    assert.equal(got.headers['x-sandbox-note'], 'a caf%C3%A9 note; The name.');
  });

  each('limits the length of notes', async ({ primary }) => {
    const names = Array.from({ length: 500 }, (_, i) => `unknown_${i}=1`).join('&');
    const { note } = await echo(primary, `/search?searchItem=a&${names}`);
    assert.ok(typeof note === 'string' && note.length <= 600 && note.startsWith('unknown_0 is'));
  });

  each('responds with 400 to broken percent-encoding in path, value and name', async ({ primary, gateway }) => {
    for (const path of [
      '/user/by/username/%',
      '/user/by/username/%ZZ',
      '/search?searchItem=%E0%A4',
      '/search?searchItem=a&x=%C0%80',
      '/search?%zz=1',
      '/search/%FF',
      '/search?searchItem=%ED%A0%80',
    ]) {
      const got = await get(primary, path);
      assert.deepEqual(
        [got.status, got.body, got.headers['x-refunded']],
        [400, { error: 'The percent-encoding is invalid' }, 'true'],
        path,
      );
    }
    const there = await get(gateway, '/search/tweets?q=%');
    assert.deepEqual(
      [there.status, there.body],
      [400, { error: { code: 400, message: 'Bad Request', details: 'The percent-encoding is invalid' } }],
    );
  });
});

describe('reading a Gateway API request', () => {
  it('reads an advanced search’s JSON body, and rejects other bodies', () =>
    withSandbox({}, async ({ gateway }) => {
      const post = (body: string) => get(gateway, '/search/advanced', { method: 'POST', body });
      assert.equal((await post('{"query":{"keywords":["a"]}}')).status, 200);
      for (const body of ['', '{', 'query=a', '[1,', '\u0000']) {
        assert.equal((await post(body)).status, 400, JSON.stringify(body));
      }
      const large = await post(`{"query":"${'x'.repeat(70_000)}"}`);
      assert.deepEqual([large.status, large.text.includes('larger than 64 KiB')], [400, true]);
      const keyless = await get(gateway, '/search/advanced', { method: 'POST', body: 'not JSON', key: undefined });
      assert.equal(keyless.status, 401);
    }));

  it('follows the cursor in an advanced search’s body', () =>
    withSandbox({}, async ({ gateway }) => {
      const post = async (body: unknown) => get(gateway, '/search/advanced', { method: 'POST', body: JSON.stringify(body) });
      const first = await post({ query: { keywords: ['a'] } });
      const { nextCursor } = first.body as { readonly nextCursor: string }; // the test's responder
      const second = await post({ query: { keywords: ['a'] }, limit: 5, cursor: nextCursor });
      assert.deepEqual(
        [second.status, (second.body as { readonly data: unknown }).data],
        [200, Array.from({ length: 20 }, (_, i) => 20 + i)],
      );
      assert.equal((await post({ query: { keywords: ['b'] }, cursor: nextCursor })).status, 400);
      assert.equal((await post({ query: { keywords: ['a'] }, cursor: 5 })).status, 400);
      assert.equal((await post({ query: { keywords: ['a'] }, cursor: null })).status, 200);
    }));
});
