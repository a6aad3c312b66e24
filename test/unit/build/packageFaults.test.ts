import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { packageFaults, packageLimit } from '../../../src/build/packageFaults.ts';
import { readZip } from '../../../src/build/readZip.ts';

const sound: Readonly<Record<string, string>> = {
  '[Content_Types].xml': '<Types/>',
  'extension.vsixmanifest': '<PackageManifest/>',
  'extension/package.json': '{}',
  'extension/package.nls.json': '{}',
  'extension/readme.md': '# It',
  'extension/changelog.md': '# News',
  'extension/LICENSE.txt': 'MIT',
  'extension/l10n/bundle.l10n.json': '{}',
  'extension/media/icon.png': 'PNG',
  'extension/dist/extension.js': "headers['X-API-KEY'] = key;",
  'extension/dist/chunk-ABC123.js': 'export {};',
};

const find = (more: Readonly<Record<string, string>> = {}, bytes = 1000): readonly string[] =>
  packageFaults(bytes, new Map(Object.entries({ ...sound, ...more }).map(([name, text]) => [name, Buffer.from(text)])));

describe('the look into the package', () => {
  it('finds nothing in a sound one of just the size it may have', () => {
    assert.deepEqual(find({}, packageLimit), []);
  });

  it('fails on one byte too many', () => {
    assert.deepEqual(find({}, packageLimit + 1), ['the package has 1500001 bytes, 1 more than it may']);
  });

  it('fails when what it needs is missing', () => {
    assert.equal(packageFaults(0, new Map()).length, 5);
  });

  const foreign = [
    'extension/src/extension.ts',
    'extension/test/unit/a.test.js',
    'extension/dist/extension.js.map',
    'extension/dist/client.mjs',
    'extension/dist/client.d.ts',
    'extension/node_modules/zod/index.js',
    'extension/.env',
    'extension/media/.hidden.png',
    'extension/fixtures/user.json',
    'extension/package-lock.json',
  ];
  for (const name of foreign) {
    it(`fails on ${name}`, () => {
      assert.deepEqual(find({ [name]: '' }), [`${name} does not belong into the package`]);
    });
  }

  // Put together here, so that no tool takes these for real ones.
  const keys: readonly (readonly [string, string])[] = [
    ['a private key', ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')],
    ['a signed token', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'x'].join('.')],
    ['a key of a known service', `ghp_${'a1'.repeat(18)}`],
    ['a literal key', `{"X-API-KEY":"${'k9'.repeat(16)}"}`],
    ['a literal key', `const apiKey='${'k9'.repeat(16)}'`],
  ];
  for (const [what, text] of keys) {
    it(`fails on text that looks like ${what}: ${text.slice(0, 12)}…`, () => {
      assert.deepEqual(find({ 'extension/dist/extension.js': text }), [
        `extension/dist/extension.js holds what looks like ${what}`,
      ]);
    });
  }

  it('fails on a source map inside a file', () => {
    assert.equal(find({ 'extension/dist/extension.js': '//# sourceMappingURL=data:application/json;base64,e30=' }).length, 1);
  });
});

describe('reading a ZIP file', () => {
  it('gives each file its bytes, stored or deflated', () => {
    const files = readZip(
      zipOf([
        ['a.txt', Buffer.from('plain'), 0],
        ['b/c.txt', Buffer.from('x'.repeat(5000)), 8],
        ['b/', Buffer.alloc(0), 0],
      ]),
    );
    assert.deepEqual(
      [...files].map(([name, bytes]) => [name, bytes.toString()]),
      [
        ['a.txt', 'plain'],
        ['b/c.txt', 'x'.repeat(5000)],
      ],
    );
  });

  it('refuses what is none', () => {
    assert.throws(() => readZip(Buffer.from('hello')), /not a ZIP file/);
    assert.throws(() => readZip(zipOf([['a.txt', Buffer.from('a'), 12]])), /unknown method 12/);
  });
});

function zipOf(entries: readonly (readonly [name: string, bytes: Buffer, method: number])[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes, method] of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
