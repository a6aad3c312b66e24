import assert from 'node:assert/strict';
import { createPictures, imageType } from '../../../../../src/host/shared/page/pictures.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);

function pictures(answer: () => Response | Promise<Response>) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const made = createPictures({
    fetch: async (url, init) => {
      asked.push({ url, init });
      return await answer();
    },
    sandbox: { base: 'https://media.example', servedAt: () => Promise.resolve('http://127.0.0.1:7/media') },
  });
  return { made, asked };
}

describe('pictures of posts', () => {
  it('are asked for without key, cookies or another address, and come as data', async () => {
    const { made, asked } = pictures(() => new Response(png, { headers: { 'content-type': 'text/html' } }));
    assert.match((await made.get('https://pictures.example/a.png')) ?? '', /^data:image\/png;base64,iVBORw0KGgo/);
    const [first] = asked;
    assert.equal(first?.init.redirect, 'manual');
    assert.equal(first.init.credentials, 'omit');
    assert.deepEqual(first.init.headers, { accept: 'image/*' });
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
      asked.map(({ url }) => url),
      ['http://127.0.0.1:7/media/avatar/a.png'],
    );
    assert.equal(made.isOwn('https://media.example/avatar/a.png'), true);
    for (const other of ['https://pictures.example/a', 'https://media.example.org/a', 'https://media.example:1/a']) {
      assert.equal(made.isOwn(other), false, other);
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

  it('are recognized by their first bytes', () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    assert.equal(imageType(bytes('\u00FF\u00D8\u00FF\u00E0')), 'image/jpeg');
    assert.equal(imageType(bytes('GIF89a')), 'image/gif');
    assert.equal(imageType(bytes('RIFF1234WEBPVP8 ')), 'image/webp');
    assert.equal(imageType(bytes('\0\0\0\u001Cftypavif')), 'image/avif');
    assert.equal(imageType(bytes('%PDF-1.7')), undefined);
  });
});
