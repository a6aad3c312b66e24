import assert from 'node:assert/strict';
import { findPackageFaults, maxPackageBytes } from '../../../src/build/package.mts';

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
  'extension/media/schemas/fixture.schema.json': '{}',
  'extension/media/skills/social-data/SKILL.md': '',
  'extension/dist/extension.js': "headers['X-API-KEY'] = key;",
  'extension/dist/chunk-ABC123.js': 'export {};',
};

const find = (more: Readonly<Record<string, string>> = {}, bytes = 1000): readonly string[] =>
  findPackageFaults(bytes, new Map(Object.entries({ ...sound, ...more })));

describe('the look into the package', () => {
  it('finds nothing in a sound one of just the size it may have', () => {
    assert.deepEqual(find({}, maxPackageBytes), []);
  });

  it('fails on one byte too many', () => {
    assert.deepEqual(find({}, maxPackageBytes + 1), ['the package has 1500001 bytes, 1 more than it may']);
  });

  it('fails when what it needs is missing', () => {
    assert.equal(findPackageFaults(0, new Map()).length, 8);
  });

  const foreign = [
    'extension/src/extension.ts',
    'extension/test/unit/a.test.js',
    'extension/dist/extension.js.map',
    'extension/dist/client.d.ts',
    'extension/node_modules/zod/index.js',
    'extension/.env',
    'extension/media/.hidden.png',
    'extension/fixtures/user.json',
    'extension/package-lock.json',
    'extension/docs/images/profile.png',
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
