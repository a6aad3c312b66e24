import assert from 'node:assert/strict';
import { detectJsonFileActions } from '../../../../src/features/requests/detectJsonFileActions.ts';

describe('detectJsonFileActions', () => {
  const cases: readonly (readonly [what: string, text: string, offers: readonly string[]])[] = [
    ['a package.json', '{"name":"a","author":"b","scripts":{"test":"c"},"version":"1"}', []],
    ['a tsconfig.json with comments', '// options\n{"compilerOptions":{"strict":true}}', []],
    ['an empty file', '', []],
    ['raw JSON of a user', '{"data":{"user":{"result":{"__typename":"User","rest_id":"1"}}}}', ['records']],
    ['raw JSON of a post', '{"tweet_results":{"result":{"rest_id":"1","legacy":{"full_text":"a"}}}}', ['records', 'thread']],
    ['an embedded post', '{"__typename":"Tweet","id_str":"1","text":"a","user":{"screen_name":"b"}}', ['records']],
    ['a post of the simple format', '[{"id":"1","text":"a","author":{"username":"b"}}]', ['thread']],
  ];
  for (const [what, text, offers] of cases) {
    it(`offers ${offers.length === 0 ? 'nothing' : offers.join(' and ')} on ${what}`, () => {
      assert.deepEqual(detectJsonFileActions(text), offers);
    });
  }

  it('looks no further into a large file than its beginning', () => {
    assert.deepEqual(detectJsonFileActions(`${' '.repeat(300_000)}[{"id":"1","text":"a","author":{}}]`), []);
  });
});
