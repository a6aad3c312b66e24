import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { search } from '../../src/client/endpoints/table.ts';
import { exportMsw } from '../../src/features/fixtures/host/exportFixtures.ts';
import { LoadedRecords } from '../../src/features/results/host/loadedRecords.ts';
import { saveRecords } from '../../src/features/results/host/createRecordsRequestHandlers.ts';
import type { Services } from '../../src/workbench/services.ts';
import { createThreadTarget } from '../../src/features/threads/host/threadTargets.ts';
import type { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { exportFormats } from '../../src/features/results/resultsContract.ts';
import { createSearchExchange } from '../support/createSearchExchange.ts';
import { respondToDialogs } from './support/respondToDialogs.ts';
import { closeEditors } from './support/steps.ts';
import { testLog } from './support/testLog.ts';

/** One of this machine's keys, and a key that isn't in any file. */
const known = 'sk_live_9f8a7b';
const other = 'sk_live_0000aa';

describe("a file that contains one of this machine's API keys", () => {
  const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
  const at = (name: string) => vscode.Uri.joinPath(root(), 'known-keys', name);
  const file = () => at('out.txt');
  const servicesWith = (key: string) =>
    ({
      keys: { known: async () => await Promise.resolve([key]) },
      log: testLog,
      connections: { kindOf: () => 'sandbox', of: () => undefined },
      context: { extension: { packageJSON: { version: '1.0.0' } } },
    }) as unknown as Services;

  before(async () => {
    const request = {
      ...{ service: 'primary', endpoint: 'primary.userByUsername', method: 'GET', format: 'simple' },
      params: { username: known },
    };
    const sidecar = {
      ...{ version: 2, kind: 'response', source: 'sandbox', savedOn: '2026-01-02', extension: '0.1.0', redactions: [] },
      responses: [
        {
          ...{ file: 'key.json', request, response: { status: 200, headers: {} }, items: 1, nextCursorSha256: null },
          body: { bytes: 1, sha256: '0'.repeat(64), layout: 'original' },
        },
      ],
    };
    await vscode.workspace.fs.writeFile(at('key.meta.json'), Buffer.from(JSON.stringify(sidecar)));
    // escaped, as some editors write it
    const text = JSON.stringify({ data: { [known]: 1 } }).replace('sk_', String.raw`\u0073k_`);
    await vscode.workspace.fs.writeFile(at('key.json'), Buffer.from(text));
  });

  after(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(at(''), { recursive: true, useTrash: false });
  });

  afterEach(closeEditors);

  const session = {
    ...{ state: { phase: 'ready', focalId: '1' } },
    snapshot: { pages: [{}], rows: [{ kind: 'absent', key: 'a', depth: 0, text: `it is ${known}` }], post: () => undefined },
  } as unknown as ThreadSession;
  const records = new LoadedRecords(search);
  /** An id in place of a numeric key, because every record format contains ids. */
  const inRecords = 1_234_567_890_123_456;
  records.add(createSearchExchange(0, [inRecords, 2]));

  const written = async () =>
    new TextDecoder().decode(
      await vscode.workspace.fs.readFile(file()).then(
        (bytes) => bytes,
        () => new Uint8Array(),
      ),
    );

  const exports: Readonly<Record<string, (services: Services) => Promise<void>>> = {
    'MSW handlers': exportMsw,
    'Markdown thread': async (services) => await createThreadTarget(services, session).export?.(),
    ...Object.fromEntries(
      // compressed columns don't contain readable text
      exportFormats
        .filter((format) => format !== 'parquet')
        .map((format) => [
          `file of records as ${format}`,
          async (services: Services) =>
            await saveRecords(services, { records, endpoint: search, texts: { searchItem: 'coffee' } }, format, [0, 1]),
        ]),
    ),
  };

  for (const [name, act] of Object.entries(exports)) {
    it(`is rejected as ${name}, and written without a key`, async () => {
      const key = name.startsWith('file of records') ? String(inRecords) : known;
      const run = async (services: Services) => {
        await vscode.workspace.fs.writeFile(file(), new Uint8Array());
        using person = respondToDialogs({ file: file(), pick: (items) => items.at(-1), input: () => 'https://api.example' });
        await act(services);
        return person.shown.join('\n');
      };
      assert.match(await run(servicesWith(key)), /contains an API key\. Nothing was written/);
      assert.equal(await written(), '');
      assert.doesNotMatch(await run(servicesWith(other)), /API key/);
      assert.notEqual(await written(), '');
    });
  }
});
