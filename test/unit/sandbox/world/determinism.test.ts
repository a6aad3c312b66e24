import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { worldDigest } from './worldDigest.ts';

const run = promisify(execFile);
const module = new URL('worldDigest.ts', import.meta.url).href;

describe('a world', () => {
  it('is the same in another process, and another one for another seed', async () => {
    // another time zone and language, so that nothing of the machine is in it
    const env = { ...process.env, TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
    const script = `console.log((await import(${JSON.stringify(module)})).worldDigest(7))`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
    assert.equal(stdout.trim(), worldDigest(7));
    assert.notEqual(worldDigest(8), worldDigest(7));
  });
});
