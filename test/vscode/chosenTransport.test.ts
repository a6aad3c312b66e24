import assert from 'node:assert/strict';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { createChosenTransport } from '../../src/workbench/services/connectedClient.ts';
import { startProxyServer } from '../support/proxyServer.ts';
import { openReport } from './support/connections.ts';
import { useCountedService } from './support/countedService.ts';
import { closeEditors, openResponse, runAccepting, setSettings } from './support/steps.ts';
import { maxWaitMs } from '../support/limits.ts';

const publicAddress = 'https://service.example/primary';

describe('the direct transport', () => {
  const service = useCountedService({ hasKey: true });
  let restore: () => Promise<void>;
  before(async () => {
    restore = await setSettings({ 'network.transport': 'direct' });
  });
  after(async () => {
    await restore();
    await closeEditors();
  });

  it('sends requests, and the report names it', async () => {
    await runAccepting('socialData.requests.callEndpoint', 'primary.userById', { userId: exampleValues.userId });
    assert.ok((await openResponse()).getText().includes(exampleValues.userId));
    assert.equal(service.requests.length, 1);
    assert.equal(service.requests[0]?.headers['accept-language'], undefined, 'the editor’s fetch sends one');
    const text = (await openReport('primary')).getText();
    assert.match(text, /Transport: direct/);
    assert.match(text, /The server is reachable: status \d+ in \d+ ms/);
  });

  it("uses the proxy from the editor's settings, but never for this machine", async () => {
    await using proxy = await startProxyServer(502);
    const restoreProxy = await setSettings({ proxy: proxy.address }, 'http');
    const transport = createChosenTransport();
    const options = { signal: AbortSignal.timeout(maxWaitMs), maxBodyBytes: 1_000_000 };
    const send = async (url: string) => await transport.send({ method: 'GET', url, headers: {} }, options);
    try {
      assert.equal((await send(service.behind)).status, 404);
      assert.deepEqual(proxy.requests, []);
      await assert.rejects(send(publicAddress), { name: 'TransportFault', reason: 'network', sent: false });
      assert.deepEqual(proxy.requests, ['CONNECT service.example:443']);
    } finally {
      await transport.close();
      await restoreProxy();
    }
  });

  it("doesn't send requests if the proxy's address is invalid", async () => {
    const restoreProxy = await setSettings({ proxy: 'http://' }, 'http');
    const transport = createChosenTransport();
    const options = { signal: AbortSignal.timeout(maxWaitMs), maxBodyBytes: 1_000_000 };
    try {
      const sending = transport.send({ method: 'GET', url: publicAddress, headers: {} }, options);
      await assert.rejects(sending, { name: 'TransportFault', reason: 'network', sent: false });
    } finally {
      await transport.close();
      await restoreProxy();
    }
  });
});
