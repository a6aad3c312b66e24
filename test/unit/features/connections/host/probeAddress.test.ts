import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../../../../src/client/clock.ts';
import { fetchTransport } from '../../../../../src/client/transports/fetch.ts';
import { probeAddress } from '../../../../../src/features/connections/host/probeAddress.ts';

describe('probeAddress', () => {
  let seen: IncomingMessage[] = [];
  let respond: (response: ServerResponse) => void = (response) => response.end();
  const server = createServer((request, response) => {
    seen.push(request);
    respond(response);
  });
  let address = '';
  const transport = fetchTransport();

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    seen = [];
  });
  after(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });

  it('sends one request without a key, cookie, or query', async () => {
    respond = (response) => response.writeHead(401).end();
    const found = await probeAddress(address, transport, systemClock);
    assert.equal(found.kind, 'reached');
    assert.equal(seen.length, 1);
    assert.equal(seen[0]?.url, '/');
    assert.deepEqual(
      ['x-api-key', 'authorization', 'cookie', 'x-market-key'].filter((name) => seen[0]?.headers[name] !== undefined),
      [],
    );
  });

  it("doesn't follow redirects", async () => {
    respond = (response) => response.writeHead(302, { location: `${address}/moved` }).end();
    assert.equal((await probeAddress(address, transport, systemClock)).kind, 'reached');
    assert.equal(seen.length, 1);
  });

  it("measures how far this machine's clock is ahead", async () => {
    const service = Date.UTC(2026, 0, 1, 12);
    respond = (response) => response.writeHead(404, { date: new Date(service).toUTCString() }).end();
    const ahead = { ...systemClock, now: () => service + 90_500 };
    const found = await probeAddress(address, transport, ahead);
    assert.equal(found.kind === 'reached' ? found.skewMs : undefined, 90_000);
  });

  it("doesn't return a difference if the response doesn't have a date", async () => {
    respond = (response) => {
      response.sendDate = false;
      response.end();
    };
    const found = await probeAddress(address, transport, systemClock);
    assert.equal(found.kind === 'reached' ? found.skewMs : 0, undefined);
  });

  it("returns a failure's codes, outermost first, without messages", async () => {
    const unused = createServer();
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
    const { port } = unused.address() as AddressInfo;
    await new Promise((resolve) => unused.close(resolve));
    const found = await probeAddress(`http://127.0.0.1:${port}`, transport, systemClock);
    assert.equal(found.kind, 'failed');
    assert.ok(found.kind === 'failed' && found.codes.includes('ECONNREFUSED'));
    assert.ok(found.kind === 'failed' && found.codes.every((code) => /^\w+$/.test(code)));
  });
});
