import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { hasWebPage } from '../../../../src/core/table/ownPage.ts';
import { recordKinds } from '../../../../src/client/endpoint.ts';

describe('the page that a record has of its own', () => {
  it('is there by the handle of an account, the id of what the platform shows, and the link of anything else', () => {
    for (const kind of recordKinds) {
      const named = { user: 'username', list: 'id', community: 'id', space: 'id' }[kind as string] ?? 'url';
      assert.ok(
        hasWebPage(kind, (name) => (name === named ? 'https://jobs.example/12' : '')),
        kind,
      );
      assert.ok(!hasWebPage(kind, (name) => (name === named ? '' : 'https://jobs.example/12')), kind);
    }
  });

  it('is none where a link leads no browser anywhere', () => {
    assert.ok(!hasWebPage('job', () => 'javascript:alert(1)'));
  });
});
