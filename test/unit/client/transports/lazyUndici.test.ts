import assert from 'node:assert/strict';
import { canRunUndici, lazyUndiciTransport } from '../../../../src/client/transports/lazyUndici.ts';

describe('the client’s own transport, loaded when it is needed', () => {
  it('is undici only on a Node that undici runs on', () => {
    for (const version of ['20.20.2', '22.12.0', '22.18.9']) {
      assert.equal(canRunUndici(version), false, version);
    }
    for (const version of ['22.19.0', '23.0.0', '24.21.0']) {
      assert.equal(canRunUndici(version), true, version);
    }
  });

  it('closes without ever having been loaded', async () => {
    await lazyUndiciTransport().close();
  });
});
