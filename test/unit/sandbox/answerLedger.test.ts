import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { request } from 'undici';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';
import { startMockService } from '../../support/countingProxy.ts';
import { type AnswerConformanceLog, createAnswerConformanceLog } from '../../support/openApi/answerConformanceLog.ts';
import { observeUndiciAnswers } from '../../support/openApi/observeUndiciAnswers.ts';
import { startCheckedSandbox } from './checkedSandbox.ts';

describe('the answers that come over the wire', () => {
  const user = '/primary/user/by/username/ada_writes?format=simple';
  let ledger: AnswerConformanceLog;
  let stop: () => void;
  let service: Awaited<ReturnType<typeof startMockService>>;
  let body = '';

  beforeEach(async () => {
    ledger = await createAnswerConformanceLog(endpoints);
    stop = observeUndiciAnswers(ledger.checkReceived);
    const headers = { 'content-type': 'application/json', 'x-response-format': 'simple' };
    service = await startMockService(() => ({ status: 200, headers, body }));
  });
  afterEach(async () => {
    stop();
    await service.close();
  });

  const ask = async (address: string): Promise<void> => {
    const got = await request(address, { headers: { 'x-api-key': 'a-key' } });
    await got.body.dump();
  };

  it('are recorded and pass when they fit', async () => {
    const sandbox = await startCheckedSandbox();
    await ask(new URL(user, sandbox.primary).href);
    await sandbox.close();
    assert.equal(ledger.checked(), 1);
    ledger.assertConformance();
  });

  it('are named when they do not fit', async () => {
    body = '{"data":{"id":7}}';
    await ask(service.address + user);
    assert.throws(
      ledger.assertConformance,
      /primary\.userByUsername: GET \/primary\/user\/by\/username\/ada_writes\?format=simple 200: .*must/,
    );
  });

  it('are named when they are cut or are no JSON', async () => {
    body = '{"data":{"id"';
    await ask(service.address + user);
    assert.throws(ledger.assertConformance, /the body is not JSON/);
  });

  it('are passed over when they are not of an endpoint', async () => {
    for (const path of ['/primary/nowhere', '/media/avatar/1.png', '/__sandbox/requests', '/user/by/username/ada_writes']) {
      await ask(service.address + path);
    }
    assert.equal(ledger.checked(), 0);
    ledger.assertConformance();
  });

  it('are recorded no longer than wanted', async () => {
    stop();
    await ask(service.address + user);
    assert.equal(ledger.checked(), 0);
  });
});

describe('a test that starts a sandbox', () => {
  const starts = /\bstartSandbox(?:Over|Worker)?\(|new URL\('[./]+src\/sandbox\/(?:main|standalone)\.ts'/;
  /** What holds the answers; in VS Code every suite is held by the run itself. */
  const held = /\buseCheckedGet\(/;
  // the soak's requests are meant to be broken; whoever runs it as a process asks it, and is given how
  const exempt = ['checkedSandbox.ts', 'runMain.ts', 'soak.test.ts', 'testWorker.ts'].map((name) => `test/unit/sandbox/${name}`);

  it('holds its answers against the OpenAPI documents', async () => {
    const found: string[] = [];
    const faults: string[] = [];
    for await (const file of glob('test/{unit,table,openapi,webview,support}/**/*.ts', { cwd: projectFolders.root })) {
      const path = file.replaceAll('\\', '/');
      const text = await readFile(`${projectFolders.root}/${path}`, 'utf8');
      if (!starts.test(text) || exempt.includes(path) || path === 'test/unit/sandbox/answerLedger.test.ts') continue;
      found.push(path);
      if (!held.test(text)) faults.push(path);
    }
    assert.deepEqual(faults, [], 'start it by startCheckedSandbox, or ask it by useCheckedGet');
    assert.ok(found.length > 0, 'no file that starts a sandbox in another place was found');
  });
});
