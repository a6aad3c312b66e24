import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { decodeBodyText } from '../../../../src/client/exchange.ts';
import { createContentDecoder } from '../../../../src/client/transports/contentDecoder.ts';
import { undiciTransport } from '../../../../src/client/transports/undici.ts';
import { bothTransports } from '../../../support/bothTransports.ts';
import { createTestClient } from '../../../support/createTestClient.ts';
import { startFaultServer, toHttpResponse } from '../../../support/faultServer/faultServer.ts';
import { brokenConnectionFaults } from '../../../support/faultServer/faults.ts';
import { selfSignedCertificate } from '../../../support/faultServer/selfSignedCertificate.ts';
import { testLookup } from '../../../support/testEndpoints.ts';

describe('the undici transport', () => {
  it('leaves the process-wide dispatcher slots as they were, empty or not', async () => {
    const script = `
      const slots = [1, 2].map((number) => Symbol.for('undici.globalDispatcher.' + number));
      const mine = { dispatch() {} };
      if (process.argv[1] === 'full') for (const slot of slots) globalThis[slot] = mine;
      await import('./src/client/transports/undici.ts');
      const same = slots.every((slot) => process.argv[1] === 'full' ? globalThis[slot] === mine : !(slot in globalThis));
      console.log(same ? 'same' : 'changed');`;
    for (const slots of ['empty', 'full']) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, slots]);
      assert.equal(stdout.trim(), 'same', slots);
    }
  });

  it('keeps connections alive and closes them', async () => {
    const server = await startFaultServer((socket) => void socket.write(toHttpResponse('{"data":{}}')));
    const transport = undiciTransport();
    const client = createTestClient(transport, server.origin);
    for (let round = 0; round < 5; round += 1) {
      await client.call(testLookup, { name: 'a' });
    }
    // the next request may start before the first connection is released: two connections, never five
    assert(server.connections() <= 2, `${server.connections()} connections`);
    await client.close();
    await assert.rejects(client.call(testLookup, { name: 'a' }), { kind: 'cancelled', spent: 'no' });
    await server.close();
  });

  it('trusts a given certificate', async () => {
    const certificate = selfSignedCertificate();
    const server = await startFaultServer((socket) => void socket.write(toHttpResponse('{"data":{}}')), certificate);
    const transport = undiciTransport({ ca: [certificate.cert] });
    assert.equal(decodeBodyText(await createTestClient(transport, server.origin).call(testLookup, { name: 'a' })), '{"data":{}}');
    await transport.close();
    await server.close();
  });

  it('recognizes an expired certificate', async () => {
    const certificate = selfSignedCertificate({ from: 2001, to: 2002 });
    const server = await startFaultServer(() => undefined, certificate);
    const transport = undiciTransport({ ca: [certificate.cert] });
    const call = createTestClient(transport, server.origin).call(testLookup, { name: 'a' });
    await assert.rejects(
      call,
      (error: { kind: string; facts: { code?: string } }) =>
        error.kind === 'certificate' && error.facts.code === 'CERT_HAS_EXPIRED',
    );
    await transport.close();
    await server.close();
  });

  it("doesn't send a request that was aborted while it waited for a connection", async () => {
    const server = await startFaultServer(() => undefined);
    const transport = undiciTransport();
    const client = createTestClient(transport, server.origin);
    const first = client.call(testLookup, { name: 'first' });
    first.catch(() => undefined);
    const controller = new AbortController();
    const second = client.call(testLookup, { name: 'second' }, { signal: controller.signal });
    controller.abort();
    await assert.rejects(second, { kind: 'cancelled', spent: 'no' });
    await client.close();
    await assert.rejects(first, { kind: 'cancelled' });
    assert(server.requests.every((request) => !request.includes('second')));
    await server.close();
  });
});

describe('a bomb', () => {
  it('is decoded at most 64 KB beyond the limit', async () => {
    const cap = 1024 * 1024;
    const compressed: Buffer[] = [];
    const gzip = createGzip({ level: 1 });
    gzip.end(Buffer.alloc(64 * cap));
    for await (const piece of gzip) {
      compressed.push(piece as Buffer);
    }
    let decoded = 0;
    await new Promise<void>((resolve, reject) => {
      const decoder = createContentDecoder('gzip', {
        onPiece: (piece) => {
          decoded += piece.byteLength;
          if (decoded > cap) {
            decoder.destroy();
            resolve();
          }
        },
        onEnd: () => reject(new Error('it was decoded whole')),
        onError: reject,
        onFull: () => undefined,
      });
      decoder.write(Buffer.concat(compressed));
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert(decoded > cap && decoded <= cap + 64 * 1024, `${decoded - cap} bytes too many`);
  });

  for (const [name, open] of bothTransports) {
    for (const fault of brokenConnectionFaults.filter((candidate) => candidate.name.includes('bomb'))) {
      it(`costs less than 64 MB of memory: ${fault.name} over ${name}`, async () => {
        const transport = open();
        const server = await startFaultServer(fault.behave);
        const used = () => {
          const { heapUsed, external } = process.memoryUsage();
          return heapUsed + external;
        };
        const before = used();
        let peak = before;
        const timer = setInterval(() => (peak = Math.max(peak, used())), 1);
        await assert.rejects(
          createTestClient(transport, server.origin, { maxBodyBytes: 8 * 1024 * 1024 }).call(testLookup, { name: 'a' }),
          { kind: 'tooLarge' },
        );
        clearInterval(timer);
        peak = Math.max(peak, used());
        assert(peak - before < 64 * 1024 * 1024, `${Math.round((peak - before) / 1024 / 1024)} MB`);
        await transport.close();
        await server.close();
      });
    }
  }
});
