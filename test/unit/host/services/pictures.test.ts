import assert from 'node:assert/strict';
import { createPictureCache, detectImageType, type PictureFetch } from '../../../../src/host/services/pictures.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

type Asked = { readonly url: string; readonly headers: object; readonly isPublic: boolean };
const notYet = new Promise<never>(() => undefined);

function pictures(answer: (url: string, signal: AbortSignal) => Response | Promise<Response>, firstByteMs = 10_000) {
  const asked: Asked[] = [];
  const time = { now: 0 };
  const ask =
    (isPublic: boolean): PictureFetch =>
    async (url, { headers, signal }) => {
      asked.push({ url, headers, isPublic });
      const aborted = new Promise<never>((_, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
      });
      return await Promise.race([answer(url, signal), aborted]);
    };
  const made = createPictureCache({
    fetchPublic: ask(true),
    fetchOwn: ask(false),
    sandbox: { base: 'https://media.example', servedAt: () => Promise.resolve('http://127.0.0.1:7/media') },
    now: () => time.now,
    firstByteMs,
  });
  return { made, asked, time };
}

describe('pictures of posts', () => {
  it('are asked for without key or cookies, and come as data', async () => {
    const { made, asked } = pictures(() => new Response(png, { headers: { 'content-type': 'text/html' } }));
    assert.match((await made.get('https://pictures.example/a.png')) ?? '', /^data:image\/png;base64,iVBORw0KGgo/);
    const headers = { accept: 'image/*', 'accept-encoding': 'identity' };
    assert.deepEqual(asked, [{ url: 'https://pictures.example/a.png', headers, isPublic: true }]);
  });

  it('are asked for once', async () => {
    const { made, asked } = pictures(() => new Response(png));
    await Promise.all([made.get('https://pictures.example/a'), made.get('https://pictures.example/a')]);
    await made.get('https://pictures.example/a');
    assert.equal(asked.length, 1);
  });

  it('of a sandbox come from the one that runs, wherever their answer came from', async () => {
    const { made, asked } = pictures(() => new Response(png));
    assert.notEqual(await made.get('https://media.example/avatar/a.png'), undefined);
    assert.deepEqual(
      asked.map(({ url, isPublic }) => [url, isPublic]),
      [['http://127.0.0.1:7/media/avatar/a.png', false]],
    );
    assert.equal(made.isSandboxPicture('https://media.example/avatar/a.png'), true);
    for (const other of ['https://pictures.example/a', 'https://media.example.org/a', 'https://media.example:1/a']) {
      assert.equal(made.isSandboxPicture(other), false, other);
    }
  });

  for (const address of [
    'http://pictures.example/a',
    'http://127.0.0.1:7/media/a.png',
    'http://media.example/a.png',
    'https://localhost/a',
    'https://10.0.0.1/a',
    'https://[::1]/a',
    'https://0x7f000001/a',
    'https://2130706433/a',
    'https://printer.local/a',
    'https://router/a',
    'https://nas.home.arpa/a',
    'https://wiki.corp/a',
    'https://db.localdomain/a',
    'https://api.default.svc/a',
    'https://wiki.intern/a',
    'https://user:pass@pictures.example/a',
    'https://pictures.example:8443/a',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    'not an address',
  ]) {
    it(`are not asked for at ${address}`, async () => {
      const { made, asked } = pictures(() => new Response(png));
      assert.equal(await made.get(address), undefined);
      assert.deepEqual(asked, []);
    });
  }

  const refused: readonly (readonly [string, () => Response])[] = [
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
    ['an error', () => new Response(png, { status: 404 })],
    ['a page that says it is a picture', () => new Response('<html>', { headers: { 'content-type': 'image/png' } })],
    ['SVG', () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } })],
    ['more than is taken', () => new Response(new Uint8Array(9 * 1024 * 1024))],
    [
      'nothing at all',
      () => {
        throw new TypeError('unreachable');
      },
    ],
  ];
  for (const [what, answer] of refused) {
    it(`are left out where there is ${what}, and asked for again another time`, async () => {
      const { made, asked } = pictures(answer);
      assert.equal(await made.get('https://pictures.example/a'), undefined);
      assert.equal(await made.get('https://pictures.example/a'), undefined);
      assert.equal(asked.length, 2);
    });
  }

  it('come from other hosts while many hosts do not begin to answer, which are not asked again for a minute', async () => {
    const { made, asked, time } = pictures((url) => (url.includes('slow') ? notYet : new Response(png)), 20);
    const slow = Array.from({ length: 240 }, (_, at) => made.get(`https://slow${at % 12}.example/${at}`));
    const others = Array.from({ length: 20 }, (_, at) => made.get(`https://pictures.example/${at}`));
    await Promise.all(others);
    assert.equal(asked.filter(({ url }) => url.includes('slow')).length, 12, 'one at each');
    assert.deepEqual(new Set(await Promise.all(slow)), new Set([undefined]));
    await made.get('https://slow1.example/again');
    assert.equal(asked.filter(({ url }) => url.includes('slow')).length, 12, 'none is asked again');
    time.now += 60_001;
    await made.get('https://slow1.example/again');
    assert.equal(asked.at(-1)?.url, 'https://slow1.example/again');
  });

  it('are recognized by their first bytes', () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    assert.equal(detectImageType(bytes('\u00FF\u00D8\u00FF\u00E0')), 'image/jpeg');
    assert.equal(detectImageType(bytes('GIF89a')), 'image/gif');
    assert.equal(detectImageType(bytes('RIFF1234WEBPVP8 ')), 'image/webp');
    assert.equal(detectImageType(bytes('\0\0\0\u001Cftypavif')), 'image/avif');
    assert.equal(detectImageType(bytes('%PDF-1.7')), undefined);
  });
});
