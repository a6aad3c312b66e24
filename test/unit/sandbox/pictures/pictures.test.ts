import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { crc32, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { createPictureHandler, encodePng } from '../../../../src/sandbox/pictures.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { defaultMediaBaseUrl } from '../../../../src/sandbox/world/landmarks.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { garbageCollector } from '../../../support/garbageCollector.ts';
import { get, withSandbox } from '../testSandbox.ts';

interface ReadPng {
  readonly width: number;
  readonly height: number;
  readonly points: readonly (readonly number[])[];
}

/** Reads what encodePng writes, checksums and all, by the PNG specification. */
function readPng(bytes: Buffer): ReadPng {
  assert.equal(bytes.subarray(0, 8).toString('latin1'), '\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const named = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(named));
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(0);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  assert.deepEqual([...header.subarray(8)], [8, 3, 0, 0, 0]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  assert.equal(rows.length, height * (width + 1));
  const points = Array.from({ length: height }, (_, y) => {
    assert.equal(rows[y * (width + 1)], 0);
    return [...rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1))];
  });
  assert.ok(points.every((row) => row.every((point) => point * 3 < palette.length)));
  return { width, height, points };
}

describe('a PNG', () => {
  it('holds each point that was drawn', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), fc.nat(3), (width, height, seed) => {
        const at = (x: number, y: number): number => (x * 7 + y * 3 + seed) % 4;
        const read = readPng(encodePng({ width, height, palette: Uint8Array.from({ length: 12 }, (_, i) => i * 20), at }));
        assert.deepEqual([read.width, read.height], [width, height]);
        assert.deepEqual(
          read.points,
          Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => at(x, y))),
        );
      }),
    );
  });
});

describe('the pictures of the sandbox', () => {
  const picture = createPictureHandler();

  it('are small, in the ratio of their record, and the same at each asking', () => {
    for (const [path, width, height] of [
      ['avatar/ada_writes.png', 64, 64],
      ['banner/ada_writes.png', 300, 100],
      ['photo/1200x675/12-0.png', 200, 113],
      ['photo/1080x1350/12-1.png', 160, 200],
      ['video/640x640/3.png', 200, 200],
      ['cover/7.png', 160, 90],
      ['hashflag/1.png', 32, 32],
    ] as const) {
      const { status, headers, bytes } = picture(path);
      const read = readPng(bytes);
      assert.deepEqual([status, headers[1], read.width, read.height], [200, 'image/png', width, height], path);
      assert.ok(bytes.length < 8192 && new Set(read.points.flat()).size > 1, path);
      assert.deepEqual(createPictureHandler()(path).bytes, bytes);
    }
    assert.notDeepEqual(picture('avatar/a.png').bytes, picture('avatar/b.png').bytes);
  });

  it('are kept in 2 MB at most, however many are asked for', async () => {
    const collect = garbageCollector();
    const held = createPictureHandler();
    const heldBytes = async (): Promise<number> => {
      collect();
      await setImmediate(); // streams that drew are let go of between turns
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = await heldBytes();
    for (let number = 0; number < 400; number += 1) held(`avatar/a${number}.png`);
    const kept = (await heldBytes()) - before;
    assert.ok(kept < 2 * 1024 * 1024, `${kept} bytes`);
    assert.equal(held('avatar/a399.png').status, 200, 'all of them are still there');
  });

  it('are no others than these', () => {
    for (const path of [
      ...['', 'avatar/', 'avatar/a.jpg', 'avatar/../a.png', 'photo/a.png', 'photo/0x5/a.png', 'photo/99999x1/a.png'],
      ...['avatar/10x10/a.png', 'etc/passwd', 'avatar/%2e%2e.png', 'video/640x640/3.mp4'],
    ]) {
      assert.equal(picture(path).status, 404, path);
    }
  });

  it('come without a key, to be kept for ever, and from nowhere but this machine', () =>
    withSandbox({}, async ({ primary }) => {
      const origin = new URL(primary).origin;
      const response = await fetch(`${origin}/media/avatar/ada.png?size=small`);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(readPng(Buffer.from(await response.arrayBuffer())).width, 64);
      const head = await get(`${origin}/media`, '/avatar/ada.png', { method: 'HEAD', key: undefined });
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.equal((await get(`${origin}/media`, '/avatar/ada.png', { headers: { Host: 'evil.example' } })).status, 403);
    }));

  it('stand at each address of the world', () => {
    const base = 'http://127.0.0.1:1/media';
    const world = createWorld(base);
    const accounts = world.accounts().slice(0, 400);
    const posts = world.posts().slice(0, 1000);
    const addresses = [
      ...accounts.flatMap(({ record }) => [record.avatarUrl, record.bannerUrl]),
      ...posts.flatMap(({ media, article }) => [
        article?.coverUrl ?? null,
        ...media.flatMap((one) => [one.previewUrl, one.type === 'photo' ? one.url : null]),
      ]),
      ...world
        .lists()
        .slice(0, 99)
        .map((list) => list.bannerUrl),
      ...world
        .communities()
        .slice(0, 99)
        .map((community) => community.bannerUrl),
      ...world.hashflags().map((hashflag) => hashflag.asset_url),
    ].filter((address) => address !== null);
    assert.ok(addresses.length > 500);
    for (const address of new Set(addresses)) {
      assert.ok(address.startsWith(`${base}/`), address);
    }
    const kinds = new Map(addresses.map((address) => [address.slice(base.length + 1).replace(/[^/]*$/, ''), address]));
    assert.ok(kinds.size >= 12);
    for (const address of [...kinds.values(), ...addresses.filter((_, index) => index % 29 === 0)]) {
      assert.equal(picture(address.slice(base.length + 1).split('?', 1)[0] ?? '').status, 200, address);
    }
  });

  it('have one address whatever the port, and any sandbox serves what stands behind it', async () => {
    const path = '/user/by/username/ada_writes?format=simple';
    const bodies = await Promise.all(
      [0, 1].map(async () => {
        const sandbox = await startSandbox();
        const { text, body } = await get(sandbox.primary, path, { key: sandbox.key });
        const { avatarUrl } = (body as { readonly data: { readonly avatarUrl: string } }).data;
        assert.ok(avatarUrl.startsWith(`${defaultMediaBaseUrl}/`), avatarUrl);
        const served = new URL(`/media${avatarUrl.slice(defaultMediaBaseUrl.length)}`, sandbox.primary);
        assert.equal((await fetch(served)).status, 200);
        await sandbox.close();
        return text;
      }),
    );
    assert.equal(bodies[0], bodies[1]);
  });

  it('start with another base where one is given', () =>
    assert.match(createWorld('http://127.0.0.1:7/media').accounts().slice(0, 1)[0]?.record.avatarUrl ?? '', /^http:\/\/127/));
});
