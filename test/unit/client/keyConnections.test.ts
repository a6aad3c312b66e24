import assert from 'node:assert/strict';
import { createApiKeyConnections } from '../../../src/client/connection.ts';

describe('the connections of a program that has its key at hand', () => {
  it('are refused before anything is sent where the key is empty or a variable that is not set', () => {
    for (const key of ['', ' ', undefined]) {
      // as from JavaScript
      const options = { baseUrl: 'https://api.example.com', key } as { baseUrl: string; key: string };
      assert.throws(() => createApiKeyConnections(options), { kind: 'noKey', spent: 'no' });
    }
    assert.equal(
      createApiKeyConnections({ baseUrl: 'https://api.example.com', key: 'k' }).primary?.baseUrl,
      'https://api.example.com',
    );
  });
});
