import assert from 'node:assert/strict';
import { createApiKeyConnections } from '../../../src/client/connection.ts';

describe('createApiKeyConnections', () => {
  it('rejects an empty or undefined key', () => {
    for (const key of ['', ' ', undefined]) {
      const options = { baseUrl: 'https://api.example.com', key } as { baseUrl: string; key: string };
      assert.throws(() => createApiKeyConnections(options), { kind: 'noKey', spent: 'no' });
    }
    assert.equal(
      createApiKeyConnections({ baseUrl: 'https://api.example.com', key: 'k' }).primary?.baseUrl,
      'https://api.example.com',
    );
  });
});
