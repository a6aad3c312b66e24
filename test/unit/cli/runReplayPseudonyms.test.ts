import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once as eventOf } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createPseudonyms } from '../../../src/features/fixtures/pseudonyms/pseudonyms.ts';
import { readPseudonyms } from '../../../src/cli/runReplay.ts';
import { UsageError } from '../../../src/sandbox/readOptions.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { plainPeople, stillThere } from '../features/fixtures/pseudonyms/support/plainPeople.ts';
import { writeFixture } from '../features/fixtures/server/writeFixture.ts';
import { get } from '../sandbox/testSandbox.ts';

const command = fileURLToPath(new URL('../../../src/cli/bin.ts', import.meta.url));
const key = 'canary-0123456789abcdef';
const secret = '0123456789abcdef'.repeat(2);
const { of, fingerprint } = createPseudonyms(Buffer.from(secret, 'hex'));

interface Page {
  readonly data: { readonly id: string; readonly username: string };
  readonly nextCursor: string;
}

describe('social-data replay with pseudonyms', () => {
  let folder: string;
  let fixtures: string;
  let envFile: string;
  let service: Sandbox;
  let running: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-data-pseudonyms-'));
    fixtures = join(folder, 'fixtures');
    envFile = join(folder, 'keys.env');
    await writeFile(envFile, `API_KEY="${key}"\nSOCIAL_DATA_FIXTURE_SECRET=${secret}\n`);
    service = await startSandbox({ marksResponses: false, prices: { price: 200n } });
  });
  afterEach(async () => {
    running?.kill();
    await service.close();
    await rm(folder, { recursive: true });
  });

  const start = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, [command, 'replay', '--fixtures', fixtures, ...args], { env, cwd: folder });
    running = child;
    const closed = eventOf(child, 'close');
    const [outs, saids] = [text(child.stdout), text(child.stderr)];
    const [line] = (await eventOf(createInterface(child.stdout), 'line')) as readonly string[];
    const { primary, key: own } = JSON.parse(line ?? '') as Readonly<Record<'primary' | 'key', string>>;
    return {
      ask: async (path: string) => await get(primary, path, { key: own }),
      stop: async () => {
        child.kill('SIGINT');
        await closed;
        return `${await outs}${await saids}`;
      },
    };
  };
  const live = () => [
    ...['--mode', 'live', '--primary', service.primary, '--budget', '1', '--key-file', envFile, '--store', join(folder, 'store')],
    '--pseudonymize',
  ];
  const control = async (call: string, body?: unknown) =>
    await get(new URL(service.primary).origin, `__sandbox/${call}`, {
      key,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'X-Sandbox-Control': service.control },
    });
  const filesText = async () => {
    const files = await readdir(fixtures, { recursive: true, withFileTypes: true });
    const found = files
      .filter((file) => file.isFile())
      .map(async (file) => await readFile(join(file.parentPath, file.name), 'utf8'));
    return [...files.map(({ name }) => name), ...(await Promise.all(found))];
  };

  it('records in pseudonymized form, and sends real handles, ids, and cursors for their stand-ins', async () => {
    const real = async (path: string) => await get(service.primary, `${path}format=simple`, { key: 'direct' });
    const profile = (await real('/user/by/username/ada_writes?')).body as Page;
    const { id } = profile.data;
    const first = (await real(`/user/${id}/tweets?`)).body as Page;
    const second = (await real(`/user/${id}/tweets?cursor=${encodeURIComponent(first.nextCursor)}&`)).body as Page;

    const firstReplies = (await real('/user/-1/tweetsAndReplies?username=ada_writes&')).body as Page;

    const { ask, stop } = await start([...live(), '--secret-from', envFile, '--report', 'text']);
    const seen = async (path: string) => (await ask(path)).body as Page;
    const shown = await seen('/user/by/username/Ada_Writes?format=simple');
    assert.deepEqual([shown.data.username, shown.data.id], [of('ada_writes'), of(id)]);
    const page = await seen(`/user/${shown.data.id}/tweets?format=simple`);
    const next = await ask(`/user/${shown.data.id}/tweets?format=simple&cursor=${encodeURIComponent(page.nextCursor)}`);
    const replies = '/user/-1/tweetsAndReplies?username=ada_writes&format=simple';
    const mixed = `${replies}&cursor=${encodeURIComponent((await seen(replies)).nextCursor)}`;
    const responses = [
      next,
      await ask('/user/by/username/nobody_here?format=simple'),
      await ask(`/search?searchItem=from:${shown.data.username}%20-filter:nativeretweets%20lighthouse&format=simple`),
      await ask(mixed),
    ];
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 400, 200, 200],
    );
    assert.equal((await ask(mixed)).text, responses[3]?.text);
    await control('faults', { key, rules: [{ status: 402, message: `User ada_writes (${id}) owes` }] });
    const failed = await ask('/user/by/username/mira_maps?format=simple');
    assert.match(failed.text, /It isn't recorded: User failed \(402\)\. No charge\./);

    const { requests } = (await control('requests')).body as { requests: { path: string; query: string }[] };
    assert.deepEqual(
      requests.map(({ path, query }) => `${path}?${decodeURIComponent(query)}`),
      [
        '/user/by/username/Ada_Writes?format=simple',
        `/user/${id}/tweets?format=simple`,
        `/user/${id}/tweets?cursor=${first.nextCursor}&format=simple`,
        '/user/-1/tweetsAndReplies?username=ada_writes&format=simple',
        '/user/by/username/nobody_here?format=simple',
        '/search?searchItem=from:Ada_Writes -filter:nativeretweets lighthouse&format=simple',
        `/user/-1/tweetsAndReplies?username=ada_writes&cursor=${firstReplies.nextCursor}&format=simple`,
        '/user/by/username/mira_maps?format=simple',
      ],
    );
    const lines = [await stop(), ...(await filesText()), failed.text, ...responses.map((response) => response.text)];
    for (const body of [profile, first, second]) assert.deepEqual(stillThere(plainPeople(body), lines), []);
    assert.doesNotMatch(lines.join('\n'), /nobody_here|mira_maps|ada_writes|lighthouse/i);
    for (const { nextCursor } of [first, second, firstReplies]) assert.ok(!lines.join('\n').includes(nextCursor));
    assert.match(lines[0] ?? '', /Recorded: 7\./);
    assert.match(lines[0] ?? '', new RegExp(`Unmatched: primary.userByUsername .*${of('mira_maps')}`, 'i'));
  });

  it("doesn't send an ID from an earlier run, and records it again from history", async () => {
    const started = async () => await start([...live(), '--secret-from', envFile]);
    const user = '/user/by/username/ada_writes?format=simple';
    const first = await started();
    const { id, username } = ((await first.ask(user)).body as Page).data;
    await first.stop();
    const second = await started();
    const posts = `/user/${id}/tweets?format=simple`;
    const refused = await second.ask(posts);
    assert.equal(refused.status, 501);
    assert.match(refused.text, /It isn't recorded: the userId has a pseudonym from an earlier run/);
    for (const path of [
      `/user/usernames/to/ids?usernames=eve,${username}`,
      `/search?searchItem=${username}%20coffee`,
      `/search?searchItem=coffee&filters={"fromTheseAccounts":["${username}"]}`,
    ]) {
      assert.match((await second.ask(path)).text, /has a pseudonym from an earlier run/, path);
    }
    await second.stop();
    await rm(fixtures, { recursive: true });
    const third = await started();
    assert.deepEqual([(await third.ask(user)).status, (await third.ask(posts)).status], [200, 200]);
    await third.stop();
    const { requests } = (await control('requests')).body as { requests: { path: string }[] };
    assert.deepEqual(
      requests.map(({ path }) => path.replace(/\d+/, 'id')),
      ['/user/by/username/ada_writes', '/user/id/tweets'],
    );
  });

  it("records with this account's own secret, and says so", async () => {
    const { ask, stop } = await start(live());
    const { data } = (await ask('/user/by/username/ada_writes?format=simple')).body as Page;
    assert.notEqual(data.username, 'ada_writes');
    assert.match(await stop(), /^Pseudonyms are the same only on this machine\./m);
    assert.ok((await readdir(join(folder, 'store'))).includes('pseudonyms.key'));
  });

  it('says if the fixtures have the pseudonyms of another secret', async () => {
    const request = { endpoint: 'primary.userByUsername', format: 'simple', params: { username: of('ada_writes') } } as const;
    await writeFixture(fixtures, 'ada', { request, body: '{}', secretFingerprint: fingerprint });
    const { ask, stop } = await start(['--secret-from', 'environment'], { SOCIAL_DATA_FIXTURE_SECRET: 'f'.repeat(32) });
    assert.equal((await ask('/user/by/username/ada_writes?format=simple')).status, 501);
    assert.match(await stop(), /^1 fixture has pseudonyms from another secret\.$/m);
  });

  it('reads the secret from a file or the environment, and says what is wrong with it', async () => {
    const read = async (from: string) => (await readPseudonyms({ 'secret-from': from }))?.fingerprint;
    assert.equal(await read(envFile), fingerprint);
    await assert.rejects(read('environment'), /SOCIAL_DATA_FIXTURE_SECRET isn't set in the environment$/);
    await assert.rejects(read(join(folder, 'none.env')), /File not found: .*none\.env$/);
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    execFileSync('git', ['add', '--force', 'keys.env'], { cwd: folder });
    await assert.rejects(
      read(envFile),
      (error) => error instanceof UsageError && error.message.startsWith('Git tracks keys.env, so'),
    );
    await writeFile(join(folder, 'bad.env'), 'SOCIAL_DATA_FIXTURE_SECRET=canary');
    await assert.rejects(read(join(folder, 'bad.env')), /SOCIAL_DATA_FIXTURE_SECRET must have 32 hexadecimal digits\.$/);
    const child = spawn(process.execPath, [command, 'replay', '--fixtures', folder, '--pseudonymize'], { env: {} });
    const [ends, said] = await Promise.all([eventOf(child, 'close'), text(child.stderr)]);
    assert.equal(ends[0], 2);
    assert.match(said, /--pseudonymize requires --mode live/);
  });
});
