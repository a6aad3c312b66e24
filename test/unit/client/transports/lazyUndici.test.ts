import { lazyUndiciTransport } from '../../../../src/client/transports/lazyUndici.ts';

describe('the client’s own transport, loaded when it is needed', () => {
  it('closes without ever having been loaded', async () => {
    await lazyUndiciTransport().close();
  });
});
