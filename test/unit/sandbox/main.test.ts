import assert from 'node:assert/strict';
import { runMain } from './runMain.ts';

// what docs/sandbox.md says of it is tested with the page
describe('the standalone sandbox', () => {
  it('explains itself', async () => {
    const running = runMain(['--help']);
    assert.deepEqual(await running.ended, { code: 0, signal: null });
    assert.match(running.stdout(), /^Usage: npm run sandbox/);
  });
});
