import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once as eventOf } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openRecorder } from '../../../src/cli/openRecorder.ts';
import { readRecorderOptions } from '../../../src/cli/runReplay.ts';
import { once } from '../../../src/client/once.ts';
import { startReplay } from '../../../src/features/fixtures/server/startReplay.ts';
import { StartError, UsageError } from '../../../src/sandbox/readOptions.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { get } from '../sandbox/testSandbox.ts';
import { startCountingService } from '../store/support/countingService.ts';

const command = fileURLToPath(new URL('../../../src/cli/bin.ts', import.meta.url));
const key = 'canary-0123456789abcdef';
const named = (name: string) => `/user/by/username/${name}?format=simple`;
const ada = named('ada_writes');

describe('social-data replay --mode live', () => {
  let folder: string;
  let fixtures: string;
  let envFile: string;
  let service: Sandbox;
  let asked: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-data-live-'));
    fixtures = join(folder, 'fixtures');
    envFile = join(folder, '.env');
    await writeFile(envFile, `API_KEY="${key}"\n`);
    asked = [];
    service = await startSandbox(
      { marksResponses: false, prices: { price: 200n } },
      { onServed: ({ path, status }) => void asked.push(`${path} ${status}`) },
    );
  });

  afterEach(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const given = (budget: string, primary = service.primary) =>
    ({ primary, budget, 'key-file': envFile, store: join(folder, 'store') }) as const;

  /** Starts the server in this process. */
  async function start(budget: string, primary?: string) {
    const said: string[] = [];
    const wishes = await readRecorderOptions(fixtures, given(budget, primary));
    const { record, end } = await openRecorder(wishes, (line) => void said.push(line));
    const replay = await startReplay({ fixtures, record, mayBeMissing: true });
    const ask = async (path: string, by = replay.key) => await get(replay.primary, path, { key: by });
    const stop = once(async () => {
      await end();
      await replay.close();
    });
    return { said, ask, stop, [Symbol.asyncDispose]: stop };
  }

  const files = async () => await readdir(fixtures, { recursive: true }).catch(() => []);

  it('records with a key from a file until Ctrl+C, and prints costs but not the key', async () => {
    const options = Object.entries({ fixtures, ...given('0.0104') }).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(process.execPath, [command, 'replay', '--mode', 'live', ...options], { env: {} });
    const closed = eventOf(child, 'close');
    const [outs, saids] = [text(child.stdout), text(child.stderr)];
    const [line] = (await eventOf(createInterface(child.stdout), 'line')) as readonly string[];
    const ready = JSON.parse(line ?? '') as Readonly<Record<'primary' | 'key' | 'mode', string>>;
    assert.equal(ready.mode, 'live');
    assert.equal((await get(ready.primary, ada, { key: ready.key })).status, 200);
    child.kill('SIGINT');
    assert.deepEqual(await closed, process.platform === 'win32' ? [null, 'SIGINT'] : [0, null]);
    const said = await saids;
    assert.match(said, /^Recorded userByUsername\/ada_writes\. \$0\.0002 of \$0\.0104 · \$0\.0102 left$/m);
    assert.match(said, /^Recorded: 1\. \$0\.0002 of \$0\.0104 · \$0\.0102 left$/m);
    assert.ok(!`${await outs}${said}`.includes(key));
    assert.ok(!(await readFile(join(folder, 'store', 'store.sqlite'), 'latin1')).includes(key));
  });

  it('sends each request once, within the budget, and only for its own key', async () => {
    await using counting = await startCountingService();
    await using live = await start('0.0104', counting.origin);
    const first = [ada, named('ADA_WRITES'), ada]; // one cent is assumed for an unknown price
    assert.equal(new Set((await Promise.all(first.map(async (path) => await live.ask(path)))).map((one) => one.text)).size, 1);
    assert.equal((await live.ask(named('kai_runs'), 'another')).status, 501);
    const people = Array.from({ length: 60 }, (_, at) => named(`person_${at}`));
    const refused = (await Promise.all(people.map(async (path) => await live.ask(path)))).filter(({ status }) => status === 501);
    assert.equal(refused.length, 9);
    assert.match(refused[0]?.text ?? '', /Recording budget: .* of \$0\.0104/);
    assert.deepEqual(
      [...counting.requestedBy.values()].flat(),
      Array.from({ length: 52 }, () => key),
    );
    await live.stop();
    assert.equal(live.said.filter((line) => line.startsWith('Recorded ')).length, 52);
    assert.equal(live.said.at(-1), 'Recorded: 52. $0.0104 of $0.0104 · $0.00 left');
  });

  it('restores a deleted fixture from history at no charge', async () => {
    const first = await start('0.02');
    const came = await first.ask(ada);
    await first.stop();
    await rm(fixtures, { recursive: true });
    await using second = await start('0');
    assert.equal((await second.ask(ada)).text, came.text);
    assert.equal(asked.length, 1);
    await second.stop();
    assert.match(second.said.at(-1) ?? '', /^Recorded: 1\. \$0\.00 of \$0\.00/);
  });

  it("saves responses that arrive after Ctrl+C, and doesn't send more requests", async () => {
    const held = Promise.withResolvers<ServerResponse>();
    let requests = 0;
    const slow = createServer((_request, response) => {
      requests += 1;
      held.resolve(response);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const live = await start('1', address);
    const first = live.ask(ada);
    const response = await held.promise;
    const stopped = live.stop();
    assert.match((await live.ask(named('kai_runs'))).text, /Recording stopped\./);
    response.setHeader('content-type', 'application/json').setHeader('x-price-per-call', '0.0002');
    response.end('{"data":{"id":"1","username":"ada_writes","name":"Ada"}}');
    await stopped;
    assert.equal((await first).status, 200, 'whoever waits has it');
    assert.deepEqual([requests, (await files()).length > 0], [1, true]);
    assert.match(live.said.at(-1) ?? '', /^Recorded: 1\. \$0\.0002 of \$1\.00/);
    const again = await start('0', address);
    assert.match((await again.ask(ada)).text, /ada_writes/);
    await again.stop();
    assert.equal(requests, 1);
    slow.close();
  });

  it('reports which option is missing: budget, key, or base URL', async () => {
    const { budget: _budget, ...unlimited } = given('1');
    for (const [values, why] of [
      [unlimited, /requests\. Set a budget, such as --budget 0\.05/],
      [{ budget: '1' }, /--primary URL, --gateway URL/],
      [given('much'), /--budget must be an amount/],
      [{ ...given('1'), key: 'NO_KEY' }, /NO_KEY isn't set in/],
      [given('1', 'http://example.com'), /the address/],
    ] as const) {
      const isSaid = (error: unknown) =>
        (error instanceof UsageError || error instanceof StartError) && why.test(error.message) && !error.message.includes(key);
      await assert.rejects(readRecorderOptions(fixtures, values), isSaid);
    }
    await writeFile(fixtures, '');
    const wishes = await readRecorderOptions(fixtures, given('1'));
    await assert.rejects(
      openRecorder(wishes, () => undefined),
      /Fixtures can't be recorded in/,
    );
    const unstored = { ...wishes, fixtures: join(folder, 'more'), store: envFile };
    await assert.rejects(
      openRecorder(unstored, () => undefined),
      /Paid requests aren't sent because spending couldn't be recorded in .*--new-store DOLLARS/,
    );
    const child = spawn(process.execPath, [command, 'replay', '--fixtures', folder, '--budget', '1'], { env: {} });
    const [ends, said] = await Promise.all([eventOf(child, 'close'), text(child.stderr)]);
    assert.deepEqual(ends, [2, null]);
    assert.match(said, /--budget requires --mode live/);
    assert.deepEqual(asked, []);
  });
});
