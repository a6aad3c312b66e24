import assert from 'node:assert/strict';
import { recordAddress } from '../../../../src/host/explore/recordAddress.ts';
import type { PostRow } from '../../../../src/app/explore/treeRecord.ts';

describe('the web address of a record', () => {
  const post: PostRow = { kind: 'post', path: [], id: '1', author: { kind: 'user', handle: 'ada' } };

  it('is the one that the service gave only if it is a plain web address', () => {
    assert.equal(
      recordAddress({ ...post, url: 'https://a.example/ada/status/1' }, 'https://x.com'),
      'https://a.example/ada/status/1',
    );
    for (const url of ['javascript:alert(1)', 'command:x', 'file:///etc/passwd', 'https://user:pw@evil.example/', 'no address']) {
      assert.equal(recordAddress({ ...post, url }, 'https://social.example'), 'https://social.example/ada/status/1');
    }
  });

  it('cannot be led to another address by a name', () => {
    const address = recordAddress({ ...post, author: { kind: 'user', handle: '../../@evil.example/?' } }, 'https://x.com') ?? '';
    assert.equal(new URL(address).host, 'x.com');
  });
});
