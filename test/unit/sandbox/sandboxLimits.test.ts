import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createAccounts, sandboxPrices } from '../../../src/sandbox/billing.ts';
import { createKeyStates, type LoggedRequest } from '../../../src/sandbox/control/keyStates.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';
import { control, originOf } from './control/controlCall.ts';
import { startCheckedSandbox } from './checkedSandbox.ts';
import { get } from './testSandbox.ts';

const text = (await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8')).replaceAll(/\s+/g, ' ');

/** A test of one sentence of docs/sandbox.md, which has to stand there as it is. */
function sentence(words: string, check: () => void | Promise<void>): void {
  it(words, async () => {
    assert.ok(text.includes(words), 'stands in the document');
    await check();
  });
}

const request = (atMs: number): LoggedRequest => ({
  ...{ atMs, service: 'primary', endpoint: null, method: 'GET', path: '/', query: '', status: 200 },
  ...{ cost: 0n, refunded: false, fault: null },
});

describe('a sentence of docs/sandbox.md is true:', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startCheckedSandbox();
  });
  after(() => sandbox.close());
  const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await get(sandbox.primary, '/misc/emojis', { key: 'k', headers })).status;
  const post = async (body: string): Promise<number> =>
    (await get(sandbox.gateway, '/search/advanced', { key: 'k', method: 'POST', body })).status;

  sentence('It listens on 127.0.0.1 only, answers to its own loopback names as `Host`', async () => {
    const { port } = new URL(sandbox.primary);
    assert.deepEqual(
      await Promise.all([`127.0.0.1:${port}`, `localhost:${port}`, 'evil.example'].map(async (Host) => await statusOf({ Host }))),
      [200, 200, 403],
    );
  });

  sentence(
    'refuses every `Origin` and every `Sec-Fetch-Site` but `same-origin` and `none`, and sends no CORS headers.',
    async () => {
      const site = async (value: string) => await statusOf({ 'Sec-Fetch-Site': value });
      assert.deepEqual(await Promise.all(['same-origin', 'none', 'same-site', 'cross-site'].map(site)), [200, 200, 403, 403]);
      assert.equal(await statusOf({ Origin: new URL(sandbox.primary).origin }), 403);
      const { headers } = await get(sandbox.primary, '/misc/emojis', { key: 'k' });
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      );
    },
  );

  sentence('Pictures say `Cross-Origin-Resource-Policy: same-origin`.', async () => {
    const found = await get(originOf(sandbox), 'media/avatar/ada.png', { key: undefined, method: 'HEAD' });
    assert.deepEqual([found.status, found.headers['cross-origin-resource-policy']], [200, 'same-origin']);
  });

  sentence('A head may have 64 KiB, a body 64 KiB.', async () => {
    const path = (length: number) => `/search?searchItem=a&x=${'y'.repeat(length)}`;
    assert.equal((await get(sandbox.primary, path(60_000), { key: 'k' })).status, 200);
    assert.equal((await get(sandbox.primary, path(66_000), { key: 'k' })).status, 431);
    const body = (length: number) => JSON.stringify({ query: { keywords: ['a'] }, x: 'y'.repeat(length) });
    assert.deepEqual([await post(body(60_000)), await post(body(66_000))], [200, 400]);
  });

  sentence("The gateway's searches take a `q` of 512 characters, an advanced one 512 conditions.", async () => {
    const search = async (length: number) =>
      (await get(sandbox.gateway, `/search/tweets?q=${'a'.repeat(length)}`, { key: 'k' })).status;
    assert.deepEqual([await search(512), await search(513)], [200, 400]);
    const conditions = (count: number) => JSON.stringify({ query: { keywords: Array.from({ length: count }, () => 'a') } });
    assert.deepEqual([await post(conditions(512)), await post(conditions(513))], [200, 400]);
  });

  sentence('1,000 keys are remembered, 10,000 balances, and the last 5,000 requests of each key.', () => {
    const keys = createKeyStates();
    for (let n = 0; n <= 1000; n += 1) keys.of(`k${n}`);
    assert.deepEqual([[...keys.entries()].length, [...keys.entries()][0]?.[0]], [1000, 'k1']);
    for (let n = 0; n <= 5000; n += 1) keys.record('k7', request(n));
    assert.deepEqual([keys.of('k7').log.length, keys.of('k7').log[0]?.atMs, keys.of('k7').forgotten], [5000, 1, 1]);
    const accounts = createAccounts(5n);
    for (let n = 0; n <= 10_000; n += 1) accounts.charge(`k${n}`, 1n);
    assert.deepEqual([accounts.balance('k0'), accounts.balance('k1')], [5n, 4n]);
  });

  sentence('When there are more than 50,000 of all, the key with the most loses the older half of its own.', () => {
    const keys = createKeyStates();
    for (let key = 0; key < 10; key += 1) for (let n = 0; n < 5000; n += 1) keys.record(`k${key}`, request(n));
    keys.record('other', request(0));
    assert.deepEqual([keys.of('k0').log.length, keys.of('k0').forgotten, keys.of('k1').log.length], [2500, 2500, 5000]);
  });

  sentence('What is gone is counted in `forgotten`.', async () => {
    const { body } = await control(sandbox, 'requests', undefined, 'never-seen');
    assert.deepEqual(body, { requests: [], forgotten: 0 });
  });

  sentence('Of a path or a query the log has 512 characters; a longer one is cut and closed with a hash.', async () => {
    await get(sandbox.primary, `/search?searchItem=${'a'.repeat(600)}`, { key: 'long-query' });
    const { text: listed } = await control(sandbox, 'requests', undefined, 'long-query');
    assert.match(listed, /"query":"searchItem=a{501}\.\.\.sha256:[\da-f]{12}"/);
  });

  sentence('A key of more than 256 characters counts by its hash.', async () => {
    const long = 'x'.repeat(300);
    await get(sandbox.primary, '/misc/emojis', { key: long });
    assert.match((await control(sandbox, 'requests', undefined, long)).text, /"endpoint":"primary\.miscEmojis"/);
  });

  sentence('Prices are made up: $0.0002 a call, $10 for each new key.', async () => {
    assert.deepEqual([sandboxPrices.price, sandboxPrices.startBalance], [200n, 10_000_000n]);
    const { headers } = await get(sandbox.primary, '/misc/emojis', { key: 'new-key' });
    assert.deepEqual([headers['x-price-per-call'], headers['x-remaining-balance']], ['0.0002', '9.9998']);
  });

  sentence('The gateway bills nothing.', async () => {
    const { headers } = await get(sandbox.gateway, '/trends/locations', { key: 'new-key' });
    assert.equal(headers['x-price-per-call'], undefined);
  });

  sentence('They are never charged and never logged.', async () => {
    const { body } = await control(sandbox, 'reset', { key: 'controlled' });
    assert.ok(body !== undefined);
    assert.match((await control(sandbox, 'requests', undefined, 'controlled')).text, /"requests":\[\]/);
  });

  sentence('without it they get 403.', async () => {
    assert.equal((await get(originOf(sandbox), '__sandbox/requests', { key: 'k' })).status, 403);
  });

  sentence("a video's own address is 404, its preview is not.", async () => {
    const statuses = ['mp4', 'png'].map(
      async (type) => (await get(originOf(sandbox), `media/video/640x640/3.${type}`, { key: undefined, method: 'HEAD' })).status,
    );
    assert.deepEqual(await Promise.all(statuses), [404, 200]);
  });

  sentence('Ids and handles that are reserved get their error from every row whose reference lists it.', async () => {
    const statuses = ['/user/by/username/error_408', '/user/-1/followers?username=@ERROR_408', '/username/to/id/error_408'].map(
      async (path) => (await get(sandbox.primary, path, { key: 'k' })).status,
    );
    assert.deepEqual(await Promise.all(statuses), [408, 408, 408]);
  });
});
