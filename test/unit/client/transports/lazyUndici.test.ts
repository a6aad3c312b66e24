import { lazyUndiciTransport } from '../../../../src/client/transports/lazyUndici.ts';

describe('lazyUndiciTransport', () => {
  it('closes without being loaded', async () => {
    await lazyUndiciTransport().close();
  });
});
