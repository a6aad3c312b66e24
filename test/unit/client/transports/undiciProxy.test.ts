import assert from 'node:assert/strict';
import { decodeBodyText } from '../../../../src/client/exchange.ts';
import { type ProxyOptions, undiciTransport } from '../../../../src/client/transports/undici.ts';
import { unreachableOrigin } from '../../../support/countingProxy.ts';
import { createTestClient } from '../../../support/createTestClient.ts';
import { type FaultServer, startFaultServer, toHttpResponse } from '../../../support/faultServer/faultServer.ts';
import { selfSignedCertificate } from '../../../support/faultServer/selfSignedCertificate.ts';
import { startProxyServer } from '../../../support/proxyServer.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

describe('the undici transport through a proxy', () => {
  const certificate = selfSignedCertificate();
  let service: FaultServer;
  before(async () => {
    service = await startFaultServer((socket) => void socket.write(toHttpResponse('{"data":{}}')), certificate);
  });
  after(async () => {
    await service.close();
  });
  const call = async (proxy: ProxyOptions): Promise<string> => {
    const transport = undiciTransport({ ca: [certificate.cert], proxy });
    try {
      return decodeBodyText(await createTestClient(transport, service.origin).call(testLookup, { name: 'a' }));
    } finally {
      await transport.close();
    }
  };

  it('sends requests through a proxy tunnel', async () => {
    await using proxy = await startProxyServer();
    assert.equal(await call({ address: proxy.address, except: '' }), '{"data":{}}');
    assert.deepEqual(proxy.requests, [`CONNECT ${new URL(service.origin).host}`]);
  });

  it("doesn't use a proxy for excluded hosts, or if none is set", async () => {
    await using proxy = await startProxyServer();
    assert.equal(await call({ address: proxy.address, except: 'example.com,127.0.0.1' }), '{"data":{}}');
    assert.equal(await call({ address: '', except: '' }), '{"data":{}}');
    assert.deepEqual(proxy.requests, []);
  });

  it("doesn't send unencrypted requests through a proxy: plain http is only for this machine", async () => {
    await using proxy = await startProxyServer();
    const transport = undiciTransport({ proxy: { address: proxy.address, except: '' } });
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost']) {
      const url = `http://${host}:9/`;
      const request = { method: 'GET', url, headers: { 'x-api-key': 'k' } } as const;
      await assert.rejects(transport.send(request, { signal: new AbortController().signal, maxBodyBytes: 1_000 }), {
        reason: 'network',
      });
    }
    assert.deepEqual(proxy.requests, []);
    await transport.close();
  });

  it("uses the environment's proxy by default", async () => {
    await using proxy = await startProxyServer();
    const before = process.env['HTTPS_PROXY'];
    process.env['HTTPS_PROXY'] = proxy.address;
    try {
      assert.equal(await call({ except: '' }), '{"data":{}}');
    } finally {
      if (before === undefined) delete process.env['HTTPS_PROXY'];
      else process.env['HTTPS_PROXY'] = before;
    }
    assert.equal(proxy.requests.length, 1);
  });

  it("doesn't send or spend anything if the proxy rejects the request or is missing", async () => {
    await using proxy = await startProxyServer(407);
    await assert.rejects(call({ address: proxy.address, except: '' }), { kind: 'network', spent: 'no' });
    assert.ok(proxy.requests.length > 0);
    await assert.rejects(call({ address: unreachableOrigin, except: '' }), { kind: 'network', spent: 'no' });
  });
});
