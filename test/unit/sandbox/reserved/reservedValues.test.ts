import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/server.ts';
import { get } from '../testSandbox.ts';

describe('the reserved values', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it('get an error from a row that lists it, and no other', async () => {
    const got = await get(sandbox.primary, '/user/9000000000000000404', { key: 'k' });
    assert.equal(got.status, 400, 'no user has a 404 in the reference');
    const at = await get(sandbox.primary, '/user/by/username/@error_408', { key: 'k' });
    assert.equal(at.status, 408);
  });

  it('make any failure of the platform a 400 of the hashflags, refunded', async () => {
    const got = await get(sandbox.primary, '/misc/emojis', { key: 'sandbox-timeout' });
    assert.deepEqual([got.status, got.body, got.headers['x-refunded']], [400, { error: 'Error making emoji request.' }, 'true']);
  });

  it('are handles in any case, as all handles are', async () => {
    for (const [handle, status] of [
      ['Error_408', 408],
      ['@LOOKUP_FAILED', 422],
      ['Gone_Quiet', 400],
    ] as const) {
      assert.equal((await get(sandbox.primary, `/user/by/username/${handle}`, { key: 'k' })).status, status, handle);
    }
  });
});
