import assert from 'node:assert/strict';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { type ReplayServer, startReplay } from '../../../src/features/fixtures/server/startReplay.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { toGeneratedClientCall } from '../../support/openApi/documents.ts';
import { type AskedServer, type SavedExample, saveExamples } from '../../unit/features/fixtures/support/savedExamples.ts';
import type { ForeignClient } from './driveClient.ts';

/** The tests that any generated client must pass with fixture responses. Call this inside a `describe`. */
export function driveReplay(connect: (server: AskedServer) => ForeignClient, sandboxOf: () => Sandbox): void {
  describe('with fixtures for every endpoint', () => {
    let folder: TemporaryFolder;
    let replay: ReplayServer;
    let saved: readonly SavedExample[];
    before(async () => {
      folder = await createTemporaryFolder('replay');
      saved = await saveExamples(sandboxOf(), folder.path);
      replay = await startReplay({ fixtures: folder.path });
    });
    after(async () => {
      await replay.close();
      await folder[Symbol.asyncDispose]();
    });

    it('gets the bytes and status that the sandbox sent when they were saved', async () => {
      assert.deepEqual(new Set(saved.map(({ endpoint }) => endpoint.id)), new Set(endpoints.map(({ id }) => id)));
      const client = connect(replay);
      for (const { endpoint, format, exchange } of saved) {
        const got = await client.call(endpoint, toGeneratedClientCall(endpoint, format));
        const name = `${endpoint.id} ${format}`;
        assert.equal(got.status, exchange.status, name);
        assert.deepEqual(Buffer.from(got.bytes), Buffer.from(exchange.body), name);
      }
      assert.deepEqual(new Set(saved.map(({ exchange }) => exchange.status)), new Set([200, 400]));
    });

    it('gets 501 for a request without a fixture', async () => {
      const [first] = saved;
      assert.ok(first !== undefined);
      const call = toGeneratedClientCall({ ...first.endpoint, example: { username: 'nobody_saved' } }, first.format);
      assert.equal((await connect(replay).call(first.endpoint, call)).status, 501);
    });
  });
}
