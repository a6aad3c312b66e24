import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../../src/client/wire.ts';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/server.ts';
import { rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { get } from '../testSandbox.ts';
import { findKey, keysOf } from './rawPages.ts';

const undocumented: readonly string[] = ['primary.communityMembersSearch', 'primary.job'];

for (const rawUserLayout of rawUserLayouts) {
  describe(`raw answers over HTTP, with users in the layout ${rawUserLayout}`, () => {
    let sandbox: Sandbox;

    before(async () => {
      sandbox = await startSandbox({ rawUserLayout });
    });
    after(() => sandbox.close());

    it('come with 200 for the example of every row, and a note where the layout or the row is a guess', async () => {
      for (const endpoint of endpoints.filter((row) => row.formats.includes('raw'))) {
        const call = encodeCall(endpoint, endpoint.example, 'raw');
        const got = await get(sandbox.primary, call.target, { key: sandbox.key });
        assert.equal(got.status, 200, endpoint.id);
        assert.equal(got.headers['x-response-format'], undefined, endpoint.id);
        const note = String(got.headers['x-sandbox-note'] ?? '');
        assert.equal(note.includes('raw format'), undocumented.includes(endpoint.id), endpoint.id);
        for (const guess of endpoint.guesses) assert.ok(note.includes(guess), `${endpoint.id}: ${guess}`);
      }
    });

    it('have users in that layout', async () => {
      const got = await get(sandbox.primary, '/user/by/username/ada_writes', { key: sandbox.key });
      const keys = keysOf(findKey(got.body, 'result'));
      const has = (key: string): boolean => keys.includes(key);
      const layouts = { legacy: [false, true, false], both: [true, true, false], core: [true, false, true] } as const;
      assert.deepEqual([has('core'), has('legacy'), has('relationship_counts')], layouts[rawUserLayout]);
    });
  });
}
