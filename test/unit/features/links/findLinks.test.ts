import assert from 'node:assert/strict';
import { findIdLinks, findPermalinks } from '../../../../src/features/links/findLinks.ts';

const permalinks = (text: string) => findPermalinks(text).map(({ text: link, subject }) => [link, subject]);
const ids = (text: string) => findIdLinks(text).map(({ text: id, subject }) => [id, subject]);

describe('links in a document', () => {
  it("include permalinks on the platform's hosts only, in lines of any length", () => {
    const post = 'https://x.com/ada_writes/status/1649191520250245121';
    const text = `${'x '.repeat(20_000)}(${post}), https://social.example/ada/status/1649191520250245121 https://code.example/ada\n`;
    assert.deepEqual(permalinks(text), [[post, 'thread']]);
    const [link] = findPermalinks(text);
    assert.equal(text.slice(link?.start, link?.end), post);
  });

  it("have their permalink's kind", () => {
    const text =
      'https://twitter.com/ada https://x.com/i/lists/77 https://x.com/i/communities/88 https://x.com/i/spaces/1vOGwx https://x.com/home';
    assert.deepEqual(
      permalinks(text).map(([, subject]) => subject),
      ['user', 'list', 'community', 'space'],
    );
  });

  it('include ids in JSON only in known properties', () => {
    const text = '{"id":"1649191520250245121", "user_id_str" : "12", "count": 1649191520250245121, "listId": 77, "video": "99"}';
    assert.deepEqual(ids(text), [
      ['1649191520250245121', undefined],
      ['12', 'user'],
      ['77', 'list'],
    ]);
  });

  it('include digits only: no fractions, text, or JSON in strings', () => {
    assert.deepEqual(ids(String.raw`{"id": 1.5, "user_id": "a1", "id": 1e9, "text": "{\"id\":\"123\"}", "id": null}`), []);
    const text = '{"id":"123"}';
    const [link] = findIdLinks(text);
    assert.equal(text.slice(link?.start, link?.end), '123');
  });

  it('are limited in number', () => {
    assert.equal(findPermalinks('https://x.com/ada '.repeat(3_000)).length, 1_000);
    assert.equal(findIdLinks('{"id":"1"}'.repeat(3_000)).length, 1_000);
  });
});
