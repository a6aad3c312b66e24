import assert from 'node:assert/strict';
import { createKeyStates, type LoggedRequest } from '../../../src/sandbox/control/keyStates.ts';
import { toPictureDataUrl } from '../../../src/sandbox/pictures.ts';
import { readCommandLine } from '../../../src/sandbox/runSandbox.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { defaultMediaBaseUrl, landmarks } from '../../../src/sandbox/world/landmarks.ts';
import { at } from '../../support/at.ts';
import { control, emojis, originOf, requestPrimary, requestsOf, statusesOf } from './control/controlCall.ts';
import { get, useSandbox } from './testSandbox.ts';

/** A sandbox started by command-line arguments, in this process. */
async function startedWith(args: string): Promise<Sandbox> {
  return await startSandbox(readCommandLine(args.split(' ')));
}

const ada = '/user/by/username/ada_writes';
const isoInFuture = '2031-01-01T00:00:00Z';

const request = (atMs: number): LoggedRequest => ({
  ...{ atMs, service: 'primary', endpoint: null, method: 'GET', path: '/', query: '', status: 200 },
  ...{ cost: 0n, refunded: false, fault: null },
});

describe('the sandbox', () => {
  const sandbox = useSandbox();

  it('has the same posts in both services', async () => {
    const { gateway, primary } = sandbox;
    const found = await get(gateway, '/search/tweets?q=data&limit=5', { key: 'linked' });
    for (let number = 0; number < 5; number += 1) {
      const post = (name: string): string => String(at(found.body, 'data', number, ...name.split('.')));
      const same = await get(primary, `/simpletweet/${post('id')}?format=simple`, { key: 'linked' });
      assert.deepEqual(
        [at(same.body, 'data', 'text'), at(same.body, 'data', 'author', 'username')],
        [post('text'), post('author.username')],
      );
    }
  });

  it('accepts any key of visible ASCII characters, with a balance of its own', async () => {
    const { primary, gateway, key } = sandbox;
    for (const one of [key, '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', 'x'.repeat(300)]) {
      assert.equal((await get(gateway, '/trends/locations', { key: one })).status, 200, one);
      assert.equal((await get(primary, emojis, { key: one })).headers['x-remaining-balance'], '9.9998', one);
    }
    assert.equal((await get(primary, emojis, { key: 'with a blank' })).status, 401);
  });

  it('follows its clock, rate limit, media base, and raw layout', async () => {
    const options = `--clock ${isoInFuture} --rate-limit 9/600 --media-base http://m.example/m/ --raw-user core`;
    const other = await startedWith(options);
    const legacy = await startedWith('--raw-user legacy --clock wall');
    try {
      await checkOptions(sandbox, other);
      const of = (from: Sandbox) => requestPrimary(from, 'layout', ada);
      const layouts = await Promise.all([sandbox, other, legacy].map(of));
      const names = layouts.map(({ body }) =>
        ['core', 'legacy'].filter((part) => at(body, 'data', 'user', 'result', part) !== undefined),
      );
      assert.deepEqual(names, [['core', 'legacy'], ['core'], ['legacy']]);
      const { body } = await get(legacy.gateway, '/trends/location/1', { key: 'k' });
      assert.ok(Math.abs(Date.parse(String(at(body, 'as_of'))) - Date.now()) < 60_000);
    } finally {
      await Promise.all([other.close(), legacy.close()]);
    }
  });

  it('delays only responses of endpoints', async () => {
    const slow = await startedWith('--latency 600000');
    const headers = { 'X-API-KEY': slow.key, 'X-Sandbox-Control': slow.control };
    const stop = new AbortController();
    let responses = 0;
    const waiting = [`${slow.primary}${emojis}`, `${slow.gateway}/trends/locations`].map(async (address) => {
      await fetch(address, { headers, signal: stop.signal });
      responses += 1;
    });
    // requested later, without latency
    for (const address of [
      `${slow.primary}/nowhere`,
      ...['media/avatar/ada.svg', '__sandbox/requests'].map((path) => `${originOf(slow)}/${path}`),
    ]) {
      await (await fetch(address, { headers })).arrayBuffer();
    }
    assert.equal(responses, 0);
    stop.abort();
    await Promise.all(waiting.map(async (call) => await assert.rejects(call, { name: 'AbortError' })));
    await slow.close();
  });

  it('draws small images, the same for the same address, and no videos', async () => {
    const draw = async (path: string): Promise<Buffer> => {
      const response = await fetch(`${originOf(sandbox)}/media/${path}`);
      assert.deepEqual([response.status, response.headers.get('cross-origin-resource-policy')], [200, 'same-origin'], path);
      return Buffer.from(await response.arrayBuffer());
    };
    for (const path of ['avatar/a.svg', 'banner/a.svg', 'photo/1200x675/1-0.svg', 'cover/7.svg', 'video/640x640/3.svg']) {
      const picture = await draw(path);
      assert.match(picture.toString(), /^<svg /);
      assert.ok(picture.length < 2048 && picture.equals(await draw(path)), path);
    }
    assert.equal((await fetch(`${originOf(sandbox)}/media/video/640x640/3.mp4`)).status, 404);
  });

  it('names images by a reserved host that the extension draws itself', async () => {
    const { body } = await requestPrimary(sandbox, 'pictures', '/user/by/username/ada_writes?format=simple');
    const address = String(at(body, 'data', 'avatarUrl'));
    assert.ok(defaultMediaBaseUrl === 'https://media.example' && address.startsWith(`${defaultMediaBaseUrl}/`), address);
    assert.match(defaultMediaBaseUrl, /\.example$/); // RFC 2606: reserved
    const served = await (await fetch(address.replace(defaultMediaBaseUrl, `${originOf(sandbox)}/media`))).arrayBuffer();
    assert.equal(toPictureDataUrl(address), `data:image/svg+xml;base64,${Buffer.from(served).toString('base64')}`);
    assert.equal(toPictureDataUrl(`${address}?name=small`), toPictureDataUrl(address));
    assert.equal(toPictureDataUrl('https://pictures.example/avatar/a.svg'), undefined);
  });

  it('logs the last 5,000 requests of each key, with 512 characters of a query', async () => {
    const keys = createKeyStates(0n);
    for (let at = 0; at <= 5000; at += 1) keys.record('k', request(at));
    assert.deepEqual([keys.of('k').log.length, keys.of('k').log[0]?.atMs], [5000, 1]);
    await requestPrimary(sandbox, 'long', `/search?searchItem=${'a'.repeat(600)}`);
    const [{ query } = {}] = await requestsOf(sandbox, 'long');
    assert.equal(query, `searchItem=${'a'.repeat(512 - 'searchItem='.length)}`);
  });
});

/** @param other started with a different clock and a limit */
async function checkOptions(sandbox: Sandbox, other: Sandbox): Promise<void> {
  const [first, later] = await Promise.all([sandbox, other].map((one) => requestPrimary(one, 'ada', `${ada}?format=simple`)));
  assert.match(String(at(first?.body, 'data', 'avatarUrl')), /^https:\/\/media\.example\//);
  assert.match(String(at(later?.body, 'data', 'avatarUrl')), /^http:\/\/m\.example\/m\/\w/);
  assert.equal(at(first?.body, 'data', 'createdAt'), at(later?.body, 'data', 'createdAt'));
  const room = async ({ gateway }: Sandbox): Promise<unknown> =>
    at((await get(gateway, `/space/${landmarks.scheduledSpaceId}`, { key: 'room' })).body, 'state');
  assert.deepEqual([await room(sandbox), await room(other)], ['scheduled', 'ended']);
  const recent = '/search?searchItem=within_time:30d&format=simple';
  const [now, then] = [await requestPrimary(sandbox, 'recent', recent), await requestPrimary(other, 'recent', recent)];
  assert.deepEqual([now.status, then.status], [200, 502]);
  assert.deepEqual(new Set(await statusesOf(sandbox, 'unlimited', 10)), new Set([200]));
  assert.deepEqual((await statusesOf(other, 'limited', 10)).slice(8), [200, 429]);
  assert.match(String((await requestPrimary(other, 'limited')).headers['retry-after']), /^\d+$/);
  assert.equal((await requestPrimary(other, 'another')).status, 200);
  assert.equal((await control(other, 'requests', undefined, 'limited')).status, 200);
}
