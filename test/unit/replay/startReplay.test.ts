import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFixtureDraft, toFixtureFiles } from '../../../src/app/fixtures/fixtureDraft.ts';
import { printSidecar } from '../../../src/app/fixtures/sidecar.ts';
import { type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { createClient } from '../../../src/client/createClient.ts';
import type { EndpointParams } from '../../../src/client/endpoint.ts';
import { endpoints, userFollowers, userTweets } from '../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../src/client/errors.ts';
import type { Exchange } from '../../../src/client/exchange.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import { encodeCall } from '../../../src/client/wire.ts';
import { type ReplayServer, type ReplayOptions, startReplay } from '../../../src/replay/startReplay.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { get, type Got } from '../sandbox/testSandbox.ts';
import { writeFixture } from './writeFixture.ts';

const tweets = (userId: string, params = {}) =>
  ({ endpoint: userTweets.id, format: 'simple', params: { userId, ...params } }) as const;

describe('the fixtures of a folder as a server', () => {
  let folder: TemporaryFolder;
  let replay: ReplayServer | undefined;
  beforeEach(async () => {
    folder = await createTemporaryFolder('replay');
  });
  afterEach(async () => {
    await replay?.close();
    replay = undefined;
    await folder[Symbol.asyncDispose]();
  });

  const start = async (options: Partial<ReplayOptions> = {}): Promise<ReplayServer> => {
    replay = await startReplay({ fixtures: folder.path, ...options });
    return replay;
  };
  const ask = async (path: string, key = 'k'): Promise<Got> => await get(replay?.primary ?? '', path, { key });
  const control = async (call: string, body?: unknown): Promise<Got> =>
    await get(new URL(replay?.primary ?? '').origin, `__sandbox/${call}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'X-Sandbox-Control': replay?.control ?? '' },
      key: 'k',
    });

  it('are given back byte for byte, whichever endpoint and format they are of', async () => {
    const sandbox = await startSandbox();
    const calls = endpoints.flatMap((endpoint) =>
      endpoint.formats.map((format) => ({ endpoint, format, ...encodeCall(endpoint, endpoint.example, format) })),
    );
    const toRequest = ({ endpoint: { id, example: params }, format }: (typeof calls)[number]) => ({
      endpoint: id,
      params,
      format,
    });
    const asked = async (
      at: Pick<ReplayServer, 'primary' | 'gateway'>,
      { endpoint, method, target, body }: (typeof calls)[number],
    ) => await get(at[endpoint.service], target, { method, ...(body === undefined ? {} : { body }) });
    const saved: string[] = [];
    for (const call of calls) {
      const { status, text } = await asked(sandbox, call);
      await writeFixture(folder.path, `${call.endpoint.id}-${call.format}`, { request: toRequest(call), status, body: text });
      saved.push(text);
    }
    await sandbox.close();
    const served = await start();
    assert.deepEqual(served.counts(), { fixtures: calls.length, unreadable: 0 });
    for (const [at, call] of calls.entries()) {
      const { status, text, headers } = await asked(served, call);
      const name = `${call.endpoint.id}-${call.format}`;
      assert.deepEqual([status, text, headers['x-replay']], [200, saved[at], name]);
      assert.equal(headers['x-price-per-call'], call.endpoint.service === 'primary' ? '0.00' : undefined);
    }
  });

  it('keep status, headers and bytes that are no JSON, and nothing of an old connection', async () => {
    const body = new Uint8Array([0xff, 0x00, 0x7b]);
    const headers = {
      'content-type': 'text/plain',
      'retry-after': '7',
      'content-length': '1',
      'x-price-per-call': '9',
      'x-odd': 'a\nb',
    };
    await writeFixture(folder.path, 'too many–calls', { request: tweets('1'), body, status: 429, headers });
    await start();
    const response = await fetch(`${replay?.primary}/user/1/tweets?format=simple`, { headers: { 'X-API-KEY': 'k' } });
    assert.equal(response.status, 429);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), body);
    const names = ['content-type', 'retry-after', 'content-length', 'x-price-per-call', 'x-odd', 'x-replay', 'x-sandbox'];
    assert.deepEqual(
      names.map((name) => response.headers.get(name)),
      ['text/plain', '7', '3', '0.00', null, 'too%20many%E2%80%93calls', null],
    );
  });

  it('play one after the other where they answer the same call, the last one on and on, for each key, from the start after a reset', async () => {
    for (const at of ['1', '2', '10'])
      await writeFixture(folder.path, `page-${at}`, { request: tweets('1'), body: `{"n":${at}}` });
    await start();
    const play = async (times: number, key = 'k'): Promise<readonly unknown[]> => {
      const found: unknown[] = [];
      for (let at = 0; at < times; at += 1) found.push((await ask('/user/1/tweets?format=simple&count=20', key)).body);
      return found;
    };
    assert.deepEqual(await play(4), [{ n: 1 }, { n: 2 }, { n: 10 }, { n: 10 }]);
    assert.deepEqual(await play(1, 'other'), [{ n: 1 }]);
    await control('reset', { key: 'k' });
    assert.deepEqual(await play(2), [{ n: 1 }, { n: 2 }]);
    assert.deepEqual(await play(1, 'other'), [{ n: 2 }]);
  });

  it('refuse what none of them answers with an error of the service that costs nothing and is not tried again', async () => {
    await writeFixture(folder.path, 'tweets/ada', { request: tweets('1', { count: 40 }), body: '{}' });
    await start();
    const { primary = '' } = replay ?? {};
    const client = createClient({ key: 'k', baseUrl: primary, transport: fetchTransport() });
    await assert.rejects(client.call(userTweets, { userId: '1' }), (error) => {
      assert.ok(error instanceof SocialDataError);
      assert.deepEqual([error.kind, error.spent, error.exchange?.attempts], ['server', 'no', 1]);
      assert.match(error.message, /501: No fixture answers this call .* tweets\/ada \(count is 40 there, left out here\)$/);
      return true;
    });
    await client.close();
    const { status, body } = await get(replay?.gateway ?? '', '/search/advanced', { method: 'POST', body: '{"query":{}}' });
    assert.equal(status, 501);
    assert.deepEqual(body, {
      error: {
        code: 501,
        message: 'Not Implemented',
        details: 'No fixture is of gateway.searchAdvanced. There are fixtures of primary.userTweets',
      },
    });
    assert.equal((await get(replay?.gateway ?? '', '/search/advanced', { method: 'POST', body: '{' })).status, 400);
    assert.equal((await ask('/search?searchItem=%f')).status, 400);
    assert.equal((await ask('/no/such/path')).status, 404);
  });

  it('leave to the sandbox what none of them answers where they are asked to', async () => {
    await writeFixture(folder.path, 'tweets', { request: tweets('1'), body: '{"mine":true}' });
    await start({ mode: 'sandbox' });
    assert.deepEqual((await ask('/user/1/tweets?format=simple')).body, { mine: true });
    const made = await ask('/user/by/username/ada_writes?format=simple');
    assert.deepEqual([made.status, made.headers['x-replay'], made.headers['x-price-per-call']], [200, undefined, '0.00']);
    assert.match(String(made.headers['x-sandbox']), /^1$/);
    const gateway = await get(replay?.gateway ?? '', '/trends/locations');
    assert.equal(gateway.status, 200);
  });

  it('are read again once their files change, come or go', async () => {
    await writeFixture(folder.path, 'a', { request: tweets('1'), body: '{"n":1}' });
    await start();
    const until = async (path: string, is: (got: Got) => boolean): Promise<void> => {
      while (!is(await ask(path)));
    };
    await until('/user/1/tweets?format=simple', ({ text }) => text === '{"n":1}');
    await writeFixture(folder.path, 'a', { request: tweets('1'), body: '{"n":22}' });
    await writeFixture(folder.path, 'deep/down/b', { request: tweets('2'), body: '{"n":3}' });
    await until('/user/1/tweets?format=simple', ({ text }) => text === '{"n":22}');
    await until('/user/2/tweets?format=simple', ({ text }) => text === '{"n":3}');
    await rm(join(folder.path, 'deep'), { recursive: true });
    await until('/user/2/tweets?format=simple', ({ status }) => status === 501);
    await rm(folder.path, { recursive: true });
    await until('/user/1/tweets?format=simple', ({ status }) => status === 501);
    assert.deepEqual(replay?.counts(), { fixtures: 0, unreadable: 0 });
    await writeFixture(folder.path, 'a', { request: tweets('1'), body: '{"n":4}' });
    await until('/user/1/tweets?format=simple', ({ text }) => text === '{"n":4}');
  });

  it('lead a client from page to page, however it puts the question', async () => {
    const sandbox = await startSandbox();
    const pagesOf = async (
      { key, primary }: Pick<ReplayServer, 'key' | 'primary'>,
      params: EndpointParams<typeof userFollowers>,
    ) => {
      const client = createClient({ key, baseUrl: primary, transport: fetchTransport() });
      const pages: Exchange[] = [];
      for await (const page of client.pages(userFollowers, params, { maxPages: 3 })) pages.push(page);
      await client.close();
      return pages;
    };
    const pages = await pagesOf(sandbox, { userId: '-1', username: 'ada_writes' });
    await sandbox.close();
    const { sidecar, bodies } = toFixtureFiles(
      createFixtureDraft(pages, { kind: 'pages', savedOn: '2026-01-01', extension: '0.1.0' }),
      'all',
    );
    await mkdir(join(folder.path, 'all'));
    for (const { file, bytes } of bodies) await writeFile(join(folder.path, file), bytes);
    await writeFile(join(folder.path, 'all.meta.json'), printSidecar(sidecar));
    const played = await pagesOf(await start(), { userId: '-1', username: '@Ada_Writes', count: 20 });
    assert.equal(played.length, 3);
    assert.deepEqual(
      played.map(({ body }) => Buffer.from(body)),
      pages.map(({ body }) => Buffer.from(body)),
    );
  });

  it('cannot be served from a folder that is not there', async () => {
    await assert.rejects(startReplay({ fixtures: join(folder.path, 'none') }), { code: 'ENOENT' });
  });

  it('are served from several folders, of which one may come later: of one question those of the first alone', async () => {
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    await writeFixture(second, 'a', { request: tweets('1'), body: '{"n":1}' });
    await writeFixture(second, 'b', { request: tweets('2'), body: '{"n":2}' });
    await start({ fixtures: [first, second], mayBeMissing: true });
    assert.deepEqual(replay?.counts(), { fixtures: 2, unreadable: 0 });
    assert.deepEqual((await ask('/user/1/tweets?format=simple')).body, { n: 1 });
    await writeFixture(first, 'mine/a', { request: tweets('1'), body: '{"n":3}' });
    await control('reset', { key: 'k' });
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual((await ask('/user/1/tweets?format=simple')).body, { n: 3 });
      assert.deepEqual((await ask('/user/2/tweets?format=simple')).body, { n: 2 });
    }
    const { body } = await ask('/user/9/tweets?format=simple');
    assert.match(JSON.stringify(body), /Nearest: mine\/a .*; a .*; b /);
  });
});
