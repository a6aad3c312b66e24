import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import assert from 'node:assert/strict';
import {
  isPublicAddress,
  createPublicFetch,
  createPublicDnsLookup,
  type DnsResolver,
} from '../../../../src/host/services/createPublicFetch.ts';
import { maxWaitMs } from '../../../support/limits.ts';

/** A resolver that has these answers, one after the other, the last one for good. */
function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = (hostname: string, _: unknown, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve: resolve as unknown as DnsResolver, asked };
}

describe('the hosts that pictures are asked of', () => {
  for (const [name, address] of [
    ['nas.home.arpa', '192.168.1.5'],
    ['fritz.box', '192.168.178.1'],
    ['127.0.0.1.nip.io', '127.0.0.1'],
    ['10.0.0.1.nip.io', '10.0.0.1'],
    ['localtest.me', '::1'],
    ['meta.example', '169.254.169.254'],
    ['shared.example', '100.64.0.1'],
    ['mapped.example', '::ffff:10.0.0.1'],
    ['translated.example', '64:ff9b::a00:1'],
    ['tunnel.example', '2002:a00:1::'],
    ['unique.example', 'fd00::1'],
    ['link.example', 'fe80::1'],
  ] as const) {
    it(`are not connected to where they are in no public network: ${name}, ${address}`, async () => {
      const { resolve, asked } = resolver([address]);
      const request = { headers: {}, signal: AbortSignal.timeout(maxWaitMs) };
      await assert.rejects(createPublicFetch(resolve)(`https://${name}/a.png`, request), /is not on the public internet/);
      assert.deepEqual(asked, [name]);
    });
  }

  it('are refused where one of several addresses is not public', () => {
    const { resolve } = resolver(['1.1.1.1', '10.0.0.1']);
    createPublicDnsLookup(resolve)('both.example', { all: true }, (error, addresses) => {
      assert.match(error?.message ?? '', /both\.example is not on the public internet/);
      assert.deepEqual(addresses, []);
    });
  });

  it('are public by their addresses', () => {
    for (const address of ['1.1.1.1', '172.32.0.1', '100.128.0.1', '203.0.112.1'])
      assert.ok(isPublicAddress(address, 4), address);
    for (const address of ['2606:4700::1111', '64:ff9b::101:101']) assert.ok(isPublicAddress(address, 6), address);
  });

  it('are connected to at the very address that was checked: a name that leads to another place when asked again is asked once', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      let connections = 0;
      server.on('connection', () => (connections += 1));
      const { port } = server.address() as AddressInfo;
      const { resolve, asked } = resolver(['127.0.0.1'], ['1.1.1.1']);
      const socket = connect({ host: 'rebind.example', port, lookup: createPublicDnsLookup(resolve) });
      const [error] = (await once(socket, 'error')) as [Error];
      assert.match(error.message, /is not on the public internet/);
      const { resolve: turned, asked: askedOfTurned } = resolver(['1.1.1.1'], ['127.0.0.1']);
      createPublicDnsLookup(turned)('rebind.example', {}, (_, address) => {
        assert.equal(address, '1.1.1.1');
      });
      assert.deepEqual([asked, askedOfTurned, connections], [['rebind.example'], ['rebind.example'], 0]);
    } finally {
      server.close();
    }
  });
});
