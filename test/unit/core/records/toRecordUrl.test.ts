import assert from 'node:assert/strict';
import { recordKinds } from '../../../../src/client/endpoint.ts';
import { hasWebPage, toRecordUrl } from '../../../../src/core/records/treeRecord.ts';
import type { PostRecord } from '../../../../src/client/records/readRecord.ts';

describe("a record's URL", () => {
  const post: PostRecord = { kind: 'post', id: '1', author: { kind: 'user', handle: 'ada' } };

  it('is from the service only if it is a plain web address', () => {
    assert.equal(
      toRecordUrl({ ...post, url: 'https://a.example/ada/status/1' }, 'https://x.com'),
      'https://a.example/ada/status/1',
    );
    for (const url of ['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'https://user:pw@evil.example/', 'no address']) {
      assert.equal(toRecordUrl({ ...post, url }, 'https://social.example'), 'https://social.example/ada/status/1');
    }
  });

  it("can't be changed by a malicious handle", () => {
    const address = toRecordUrl({ ...post, author: { kind: 'user', handle: '../../@evil.example/?' } }, 'https://x.com') ?? '';
    assert.equal(new URL(address).host, 'x.com');
  });

  it("uses a user's handle, the id of a list, community, or Space, or any other record's link", () => {
    const site = 'https://x.com';
    assert.equal(toRecordUrl({ kind: 'user', handle: 'ada', id: '7' }, site), 'https://x.com/ada');
    assert.equal(toRecordUrl({ kind: 'list', id: '12' }, site), 'https://x.com/i/lists/12');
    assert.equal(toRecordUrl({ kind: 'community', id: '12' }, site), 'https://x.com/i/communities/12');
    assert.equal(toRecordUrl({ kind: 'space', id: '1a' }, site), 'https://x.com/i/spaces/1a');
    assert.equal(toRecordUrl({ kind: 'job', url: 'https://jobs.example/12' }, site), 'https://jobs.example/12');
    assert.equal(toRecordUrl({ kind: 'post', id: '1' }, site), 'https://x.com/i/status/1');
    assert.equal(toRecordUrl({ kind: 'user', handle: '' }, site), undefined);
    assert.equal(toRecordUrl({ kind: 'job', url: 'javascript:alert(1)' }, site), undefined);
  });

  it("exists for rows with a user's handle, the id of a list, community, or Space, or any other record's link", () => {
    for (const kind of recordKinds) {
      const named = { user: 'username', list: 'id', community: 'id', space: 'id' }[kind as string] ?? 'url';
      assert.ok(
        hasWebPage(kind, (name) => (name === named ? 'https://jobs.example/12' : '')),
        kind,
      );
      assert.ok(!hasWebPage(kind, (name) => (name === named ? '' : 'https://jobs.example/12')), kind);
    }
    assert.ok(!hasWebPage('job', () => 'javascript:alert(1)'));
  });
});
