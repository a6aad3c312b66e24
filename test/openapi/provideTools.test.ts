import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideTools } from './support/provideTools.ts';

describe('the OpenAPI tools', function () {
  this.timeout(300_000); // the first run installs them
  const settings = ['npm_config_offline', 'npm_config_cache'] as const;
  let folder: string;
  let given: ReadonlyMap<string, string | undefined>;

  before(async () => {
    await provideTools();
    folder = await mkdtemp(path.join(tmpdir(), 'openapi-tools-'));
    given = new Map(settings.map((name) => [name, process.env[name]]));
    process.env['npm_config_offline'] = 'true';
    process.env['npm_config_cache'] = path.join(folder, 'empty');
  });
  after(async () => {
    for (const [name, value] of given) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('need no network once they are installed', async () => {
    assert.ok((await readdir(path.join(await provideTools(), 'node_modules'))).includes('openapi-fetch'));
  });

  it('are said not to be there, with the reason of npm, when they cannot be installed, and leave nothing half-done', async () => {
    const cache = path.join(folder, 'cache');
    await assert.rejects(provideTools(cache), (error: Error) => {
      assert.match(error.message, /could not be installed/);
      assert.match(String(error.cause), /npm ci failed[\s\S]*(?:ENOTCACHED|only-if-cached)/);
      return true;
    });
    assert.deepEqual(await readdir(cache), []);
  });
});
