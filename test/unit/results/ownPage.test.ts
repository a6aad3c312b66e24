import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ownPageOf } from '../../../src/results/table/ownPage.ts';
import { recordKinds } from '../../../src/client/records/recordKind.ts';

const facts = { username: 'ada', id: '12', url: 'https://jobs.example/12' };

describe('the page that a record has of its own', () => {
  it('is found by the handle of an account, the id of what the platform shows, and the link of anything else', () => {
    const found = Object.fromEntries(recordKinds.map((kind) => [kind, ownPageOf(kind, (name) => facts[name])]));
    assert.deepEqual(found['user'], { kind: 'user', name: 'ada' });
    for (const kind of ['list', 'community', 'space']) assert.deepEqual(found[kind], { kind, name: '12' });
    for (const kind of ['post', 'job', 'trend', 'place', 'hashtagPoint', 'handleState', 'other']) {
      assert.deepEqual(found[kind], { kind: 'link', url: facts.url }, kind);
    }
  });

  it('is none without such a name, and where a link leads no browser anywhere', () => {
    for (const kind of recordKinds) {
      assert.equal(
        ownPageOf(kind, () => ''),
        undefined,
      );
    }
    assert.equal(
      ownPageOf('job', () => 'javascript:alert(1)'),
      undefined,
    );
  });
});
