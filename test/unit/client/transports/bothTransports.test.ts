import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { SocialDataError } from '../../../../src/client/errors.ts';
import { decodeBodyText } from '../../../../src/client/exchange.ts';
import { type Transport, TransportFault } from '../../../../src/client/transport.ts';
import { bothTransports } from '../../../support/bothTransports.ts';
import { createTestClient } from '../../../support/createTestClient.ts';
import {
  type SocketResponder,
  type FaultServer,
  startFaultServer,
  toHttpResponse,
} from '../../../support/faultServer/faultServer.ts';
import { selfSignedCertificate } from '../../../support/faultServer/selfSignedCertificate.ts';
import { testLookup } from '../../../support/testEndpoints.ts';
import { until } from '../../../support/until.ts';

const json = 'Content-Type: application/json';
const good = '{"data":{"id":"1"}}';
const fails = (kind: string, spent: string, code?: RegExp) => (error: SocialDataError) => {
  assert.deepEqual([error.kind, error.spent], [kind, spent], error.message);
  assert(code === undefined || code.test(error.facts.code ?? ''), error.facts.code);
  return true;
};

for (const [name, open] of bothTransports) {
  describe(`a response over ${name}`, () => {
    let transport: Transport;
    const servers: FaultServer[] = [];
    before(() => {
      transport = open();
    });
    after(() => transport.close());
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()));
    });
    const serve = async (
      behave: SocketResponder | Uint8Array,
      tls?: Parameters<typeof startFaultServer>[1],
    ): Promise<FaultServer> => {
      const server = await startFaultServer(typeof behave === 'function' ? behave : (socket) => void socket.write(behave), tls);
      servers.push(server);
      return server;
    };
    const ask = async (behave: SocketResponder | Uint8Array) =>
      createTestClient(transport, (await serve(behave)).origin).call(testLookup, { name: 'a' });

    for (const code of [300, 301, 302, 303, 307, 308]) {
      it(`isn't fetched from a different address for ${code}`, async () => {
        const otherService = await serve(toHttpResponse(good, [json]));
        for (const to of [
          'same',
          `${otherService.origin}/x`,
          'http://example.invalid/',
          'data:application/json,{}',
          'loop',
        ] as const) {
          const server = await serve((socket, request) => {
            const location = to === 'same' ? '/other' : to === 'loop' ? (request.split(' ')[1] ?? '') : to;
            socket.write(toHttpResponse('', [`Location: ${location}`], `${code} Elsewhere`));
          });
          await assert.rejects(
            createTestClient(transport, server.origin).call(testLookup, { name: 'a' }),
            fails('redirect', 'maybe'),
          );
          assert.equal(server.requests.length, 1);
        }
        assert.equal(otherService.requests.length, 0);
      });
    }

    it("doesn't report a price for two different headers, but does for two equal ones", async () => {
      const priced = (...prices: string[]) =>
        ask(toHttpResponse(good, [json, ...prices.map((price) => `X-Price-Per-Call: ${price}`)]));
      assert.equal((await priced('0.001')).receipt.price, 1_000n);
      assert.equal((await priced('0.001', '0.002')).receipt.price, undefined);
      assert.equal((await priced('0.001, 0.001')).receipt.price, undefined);
      assert.equal((await priced('')).receipt.price, undefined);
      assert.equal((await priced('1e-3')).receipt.price, 1_000n);
    });

    it('is charged as stated in its headers, with any spaces and tabs around values', async () => {
      const { receipt, headers } = await ask(
        toHttpResponse(good, [
          'Content-Type:\tapplication/json \t',
          'X-Price-Per-Call:\t0.001\t ',
          'X-Remaining-Balance: 2 ',
          'X-Refunded: true  ',
          'X-Retried: \ttrue\t',
        ]),
      );
      assert.deepEqual(receipt, { price: 1_000n, balance: 2_000_000n, refunded: true, retried: true });
      assert.deepEqual([headers['content-type'], headers['x-refunded']], ['application/json', 'true']);
    });

    it("uses its own headers, not an informational response's", async () => {
      const hints = [
        'HTTP/1.1 103 Early Hints',
        'Content-Encoding: gzip',
        'X-Refunded: true',
        'X-Price-Per-Call: 9',
        '',
        '',
      ].join('\r\n');
      const response = toHttpResponse(good, [json, 'X-Price-Per-Call: 0.001']);
      const exchange = await ask(Buffer.concat([Buffer.from(hints), response]));
      assert.deepEqual([decodeBodyText(exchange), exchange.status], [good, 200]);
      assert.deepEqual([exchange.receipt.price, exchange.receipt.refunded], [1_000n, false]);
      const cut = ask((socket) => void socket.end(hints));
      await assert.rejects(cut, (error: SocialDataError) => fails('interrupted', 'maybe')(error) && error.exchange === undefined);
    });

    it('keeps the exact bytes of odd but readable bodies', async () => {
      const bodies: readonly Uint8Array[] = [
        Buffer.concat([Buffer.from('{"data":{"text":"'), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from('"}}')]),
        Buffer.from(`\uFEFF${good}`),
        Buffer.from('{"data":{"text":"\\ud800 alone"}}'),
        Buffer.from('{"data":{"id":12345678901234567890}}'),
        Buffer.from('  {"data" : {}, "data": {"twice":1}}\n\n'),
        Buffer.from('{"data":{"__proto__":{"admin":true}}}'),
      ];
      for (const body of bodies) {
        const exchange = await ask(toHttpResponse(body, [json]));
        assert.deepEqual(Buffer.from(exchange.body), Buffer.from(body));
        assert.notEqual(exchange.value, undefined);
        assert.deepEqual(exchange.warnings, []);
      }
      assert.equal(Reflect.get({}, 'admin'), undefined);
    });

    for (const [encoding, encoded] of [
      ['gzip', gzipSync(good)],
      ['x-gzip', gzipSync(good)],
      ['deflate', deflateSync(good)],
      ['deflate', deflateRawSync(good)],
      ['br', brotliCompressSync(good)],
      ['identity', Buffer.from(good)],
      ['Identity', Buffer.from(good)],
      ['GZIP', gzipSync(good)],
    ] as const) {
      it(`is decoded from ${encoding}`, async () => {
        const exchange = await ask(toHttpResponse(encoded, [json, `Content-Encoding: ${encoding}`]));
        assert.equal(decodeBodyText(exchange), good);
        assert.equal(exchange.headers['content-encoding'], undefined, 'the stored body is decoded');
      });
    }

    for (const encoding of ['UTF-8', 'none', 'x-mystery']) {
      it(`is passed through if its coding is ${encoding}`, async () => {
        const exchange = await ask(toHttpResponse(good, [json, `Content-Encoding: ${encoding}`]));
        assert.deepEqual([decodeBodyText(exchange), exchange.value], [good, JSON.parse(good)]);
        assert.equal(exchange.headers['content-encoding'], encoding.toLowerCase());
      });
    }

    it('is read in chunks, after informational responses, or until the connection ends', async () => {
      const chunks = `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${good.slice(0, 5)}\r\ne\r\n${good.slice(5)}\r\n0\r\n\r\n`;
      assert.equal(decodeBodyText(await ask(Buffer.from(chunks))), good);
      assert.equal(
        decodeBodyText(await ask((socket) => void socket.end(`HTTP/1.1 200 OK\r\n${json}\r\nConnection: close\r\n\r\n${good}`))),
        good,
      );
    });

    it('is read in its charset and stored as bytes', async () => {
      const body = Buffer.from('{"data":{"id":"\xb0\xa1"}}', 'latin1');
      const exchange = await ask(toHttpResponse(body, ['Content-Type: application/json; charset=euc-kr']));
      assert.deepEqual([exchange.value, exchange.warnings], [{ data: { id: '가' } }, []]);
      assert.deepEqual(Buffer.from(exchange.body), body);
    });

    it("is requested with the key and as JSON, and cookies aren't stored", async () => {
      const server = await serve(toHttpResponse(good, [json, 'Set-Cookie: session=1']));
      const client = createTestClient(transport, server.origin);
      const exchange = await client.call(testLookup, { name: 'a' });
      await client.call(testLookup, { name: 'b' });
      assert.match(server.requests[0] ?? '', /^GET \/thing\/a\?format=simple HTTP\/1\.1\r\n/);
      assert.match(server.requests[0] ?? '', /x-api-key: canary-key/i);
      assert.match(server.requests[0] ?? '', /accept: application\/json/i);
      assert.doesNotMatch(server.requests[1] ?? '', /cookie/i);
      assert(
        !JSON.stringify(exchange, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).includes(
          'canary-key',
        ),
      );
      assert.equal(exchange.headers['set-cookie'], undefined);
    });

    it("isn't requested by an aborted call", async () => {
      const server = await serve(toHttpResponse(good, [json]));
      const call = createTestClient(transport, server.origin).call(testLookup, { name: 'a' }, { signal: AbortSignal.abort() });
      await assert.rejects(call, fails('cancelled', 'no'));
      assert.equal(server.connections(), 0);
    });

    it('may have been charged if the call is aborted after it was sent, which ends it at once', async () => {
      const controller = new AbortController();
      const server = await serve(() => controller.abort());
      await assert.rejects(
        createTestClient(transport, server.origin).call(testLookup, { name: 'a' }, { signal: controller.signal }),
        fails('cancelled', 'maybe'),
      );
      assert.equal(server.requests.length, 1);
    });

    it('keeps what arrived before an abort', async () => {
      const controller = new AbortController();
      const server = await serve((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${json}\r\nX-Price-Per-Call: 0.001\r\nContent-Length: 100\r\n\r\n{"data":`);
      });
      const abort = () => void setTimeout(() => controller.abort(), 50);
      subscribe('undici:request:headers', abort);
      const call = createTestClient(transport, server.origin).call(testLookup, { name: 'a' }, { signal: controller.signal });
      await assert.rejects(
        call,
        (error: SocialDataError) => fails('cancelled', 'yes')(error) && error.facts.receipt?.price === 1_000n,
      );
      unsubscribe('undici:request:headers', abort);
    });

    it('is free if the name is unknown, the port closed, or the certificate not accepted', async () => {
      const nobody = await startFaultServer(() => undefined);
      await nobody.close();
      await assert.rejects(
        createTestClient(transport, nobody.origin).call(testLookup, { name: 'a' }),
        fails('network', 'no', /^ECONNREFUSED$/),
      );
      await assert.rejects(
        createTestClient(transport, 'https://nobody.invalid').call(testLookup, { name: 'a' }),
        fails('network', 'no', /^(ENOTFOUND|EAI_AGAIN)$/),
      );
      const selfSigned = await serve(toHttpResponse(good, [json]), selfSignedCertificate());
      await assert.rejects(
        createTestClient(transport, selfSigned.origin).call(testLookup, { name: 'a' }),
        fails('certificate', 'no', /SELF_SIGNED|UNABLE_TO/),
      );
      assert.equal(selfSigned.requests.length, 0);
      const plain = await serve(toHttpResponse(good, [json]));
      await assert.rejects(
        createTestClient(transport, plain.origin.replace('http:', 'https:')).call(testLookup, { name: 'a' }),
        (error: SocialDataError) =>
          fails('network', 'no', /SSL|EPROTO/)(error) && /doesn't support TLS on this port/.test(error.message),
      );
      const onlyHttp2 = createSecureServer(selfSignedCertificate()).listen(0, '127.0.0.1');
      await once(onlyHttp2, 'listening');
      const { port } = onlyHttp2.address() as AddressInfo;
      await assert.rejects(
        createTestClient(transport, `https://127.0.0.1:${port}`).call(testLookup, { name: 'a' }),
        (error: SocialDataError) => fails('network', 'no')(error) && /supports only HTTP\/2/.test(error.message),
      );
      onlyHttp2.close();
    });

    it('is treated as sent exactly if headers were written', async () => {
      let written = 0;
      const note = () => (written += 1);
      subscribe('undici:client:sendHeaders', note);
      const nobody = await startFaultServer(() => undefined);
      await nobody.close();
      const targets = [
        await serve((socket) => void socket.resetAndDestroy()),
        await serve((socket) => void socket.end('nonsense')),
        nobody,
      ];
      for (const { origin } of targets) {
        const before = written;
        const fault: unknown = await transport
          .send({ method: 'GET', url: `${origin}/`, headers: {} }, { signal: new AbortController().signal, maxBodyBytes: 10 })
          .catch((error: unknown) => error);
        assert(fault instanceof TransportFault);
        assert.equal(fault.sent, written > before);
      }
      unsubscribe('undici:client:sendHeaders', note);
    });

    it('is rejected for an invalid address, with nothing sent', async () => {
      const send = transport.send(
        { method: 'GET', url: 'nonsense', headers: {} },
        { signal: new AbortController().signal, maxBodyBytes: 10 },
      );
      await assert.rejects(send, (fault) => fault instanceof TransportFault && !fault.sent);
    });

    it('uses a new connection if the idle one was closed', async () => {
      const server = await serve((socket) => {
        socket.write(toHttpResponse(good, [json]), () => setImmediate(() => socket.end()));
        socket.once('close', () => (closed += 1));
      });
      let closed = 0;
      const client = createTestClient(transport, server.origin);
      for (let round = 0; round < 3; round += 1) {
        await client.call(testLookup, { name: 'a' });
        await until('both ends are closed', () => closed === round + 1);
      }
      assert.equal(server.requests.length, 3);
    });
  });
}
