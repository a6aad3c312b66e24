import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { formatUsage, hideKeys, readOrigins, UsageError } from '../../../src/sandbox/readOptions.ts';

describe('a command’s options', () => {
  it('are printed in columns of names and descriptions', () => {
    const usage = formatUsage(
      'Usage: x',
      { port: { type: 'string', value: 'N', says: 'the port\nof it' }, strict: { type: 'boolean', says: 'all' } },
      'End.',
    );
    assert.equal(usage, 'Usage: x\n\n  --port N  the port\n            of it\n  --strict  all\n\nEnd.\n');
  });

  it('are replaced in errors if they look like a key', () => {
    const random = Array.from({ length: 20 }, () => randomBytes(24).toString('hex'));
    for (const key of [
      'sk_live_abcdefghij1234567890',
      'AKIAIOSFODNN7EXAMPLE',
      'ghp_0a1b2c3d4e5f6a7b8c9d',
      randomUUID(),
      'AbCdEfGhIjKlMnOpQrStUvWxYz',
      '1234567890123456',
      'tok.en.1234567890',
      ...random,
    ]) {
      for (const text of [key, `--${key}`, `/tmp/${key}/.env`, `'${key}'.`])
        assert.ok(!hideKeys(`no ${text} here`).includes(key));
    }
    for (const text of [
      '/home/ada/social-data-explorer/test/fixtures',
      'SOCIAL_DATA_API_KEY_PRODUCTION',
      '--mode',
      'fixtures-2026',
    ]) {
      assert.equal(hideKeys(text), text);
    }
  });

  it('accept only origins that browsers send', () => {
    assert.deepEqual(readOrigins(['http://localhost:5173/', 'https://App.example:443']), [
      'http://localhost:5173',
      'https://app.example',
    ]);
    for (const wrong of ['*', 'null', 'localhost:5173', 'http://a.example/path', 'file:///a', 'http://u@a.example', '']) {
      assert.throws(() => readOrigins([wrong]), UsageError, wrong);
    }
  });
});
