import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { ServedRequest } from '../../../src/sandbox/serveOnLoopback.ts';
import { get, startTestSandbox, withSandbox } from './testSandbox.ts';

/** Sends bytes and reads until the other side closes. */
function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

describe('the sandbox on its port', () => {
  const path = '/primary/user/1/followers';

  it('rejects 30 forged requests with 403, without a charge', () =>
    withSandbox({}, async ({ primary }) => {
      const { port } = new URL(primary);
      const hosts = [
        'evil.example',
        `evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
        `localhost.evil.example:${port}`,
        `127.0.0.1`,
        'localhost',
        `127.0.0.1:${Number(port) + 1}`,
        `127.0.0.1:0${port}`,
        `127.1:${port}`,
        `0.0.0.0:${port}`,
        `[::]:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `2130706433:${port}`,
        `0x7f000001:${port}`,
        `LOCALHOST:${port}`,
        `localhost.:${port}`,
        `user@127.0.0.1:${port}`,
        `127.0.0.1:${port}, evil.example`,
        `169.254.169.254:${port}`,
        ` `,
        `127.0.0.1:${port}/`,
        `127.0.0.1:${port}@evil.example`,
      ];
      const heads = [
        ...hosts.map((host) => `Host: ${host}\r\n`),
        '', // HTTP/1.1 without Host
        `Host: 127.0.0.1:${port}\r\nHost: evil.example\r\n`,
        ...['http://evil.example', 'null', `http://127.0.0.1:${port}`, `http://localhost:${port}`, 'vscode-webview://x', ''].map(
          (origin) => `Host: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n`,
        ),
      ];
      assert.equal(heads.length, 30);
      for (const head of heads) {
        const response = await sendRaw(
          Number(port),
          `GET ${path} HTTP/1.1\r\n${head}X-API-KEY: some-key\r\nConnection: close\r\n\r\n`,
        );
        assert.match(response, /^HTTP\/1\.1 403 /, JSON.stringify(head));
        assert.doesNotMatch(response, /access-control|x-price/i);
      }
      const preflight = `OPTIONS ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://evil.example\r\nConnection: close\r\n\r\n`;
      assert.match(await sendRaw(Number(port), preflight), /^HTTP\/1\.1 403 /);
      assert.equal((await get(primary, '/user/1/followers')).headers['x-remaining-balance'], '9.9998');
    }));

  it('accepts web pages with the given origins', () =>
    withSandbox({ origins: ['http://localhost:5173', 'http://a.example'] }, async ({ primary }) => {
      const ask = async (headers: Readonly<Record<string, string>>, method = 'GET') =>
        await get(primary, '/user/1/followers', { method, headers: { 'Sec-Fetch-Site': 'same-site', ...headers } });
      for (const origin of ['http://localhost:5173', 'http://a.example']) {
        const { status, headers } = await ask({ Origin: origin });
        const { 'access-control-allow-origin': allowed, 'access-control-expose-headers': exposed, vary } = headers;
        assert.deepEqual([status, allowed, exposed, vary], [200, origin, '*', 'Origin']);
      }
      const preflight = await ask({ Origin: 'http://a.example', 'Access-Control-Request-Headers': 'x-api-key' }, 'OPTIONS');
      assert.deepEqual([preflight.status, preflight.headers['access-control-allow-headers'], preflight.text], [204, '*', '']);
      for (const origin of ['http://localhost:5174', 'https://localhost:5173', 'http://a.example.evil.example', 'null']) {
        const { status, headers } = await ask({ Origin: origin });
        assert.deepEqual([status, headers['access-control-allow-origin']], [403, undefined], origin);
        assert.equal((await ask({ Origin: origin }, 'OPTIONS')).status, 403);
      }
      assert.equal((await ask({ Origin: 'http://a.example', Host: 'evil.example' })).status, 403);
      assert.equal((await ask({})).status, 403);
    }));

  it('explains in the response and the log how to give a page or proxy access', async () => {
    const served: ServedRequest[] = [];
    await withSandbox(
      {},
      async ({ primary }) => {
        for (const [headers, hint] of [
          [{ Origin: 'http://localhost:5173' }, /--origin http:\/\/localhost:5173"\}$/],
          [{ Origin: 'null' }, /--origin http:\/\/localhost:5173"\}$/],
          [{ Host: 'localhost:5173' }, /If a proxy forwards to this server, it must set Host .*changeOrigin: true/],
        ] as const) {
          const { status, text } = await get(primary, '/user/1/followers', { headers });
          assert.equal(status, 403);
          assert.match(text, hint);
          assert.deepEqual(JSON.parse(text), { error: served.at(-1)?.refused });
        }
      },
      { onServed: (one) => void served.push(one) },
    );
  });

  it('rejects web page requests without an Origin: images, scripts, links', () =>
    withSandbox({}, async ({ primary }) => {
      const { origin } = new URL(primary);
      for (const [site, status] of [
        ['cross-site', 403],
        ['same-site', 403],
        ['same-origin', 200],
        ['none', 200],
      ] as const) {
        const headers = { 'Sec-Fetch-Site': site };
        assert.equal((await get(primary, '/user/1/followers', { headers })).status, status, site);
        const picture = await fetch(`${origin}/media/avatar/ada.svg`, { headers });
        assert.equal(picture.status, status, site);
      }
      const unknown = await fetch(`${origin}/media/avatar/ada.svg`);
      assert.deepEqual([unknown.status, unknown.headers.get('cross-origin-resource-policy')], [200, 'same-origin']);
    }));

  it('responds with 400 to malformed targets', () =>
    withSandbox({}, async ({ primary }) => {
      const { port } = new URL(primary);
      for (const target of [
        `http://127.0.0.1:${port}${path}`,
        '*',
        `${path}?q=é`,
        '/primary/user/by/username/\u00ff',
        `${path}#x`,
        `${path}?a=\u0080`,
      ]) {
        const response = await sendRaw(
          Number(port),
          `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-KEY: k\r\nConnection: close\r\n\r\n`,
        );
        assert.match(response, /^HTTP\/1\.1 400 /, target);
      }
      for (const junk of [
        '\u0016\u0003\u0001\u0002\u0000\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        `GET /a b HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
        'BREW / HTTP/1.1\r\n\r\n',
      ]) {
        const response = await sendRaw(Number(port), junk);
        assert.match(response, /^HTTP\/1\.1 400 /, JSON.stringify(junk));
        assert.doesNotMatch(response, /x-sandbox/i);
      }
      assert.match(
        await sendRaw(Number(port), `HEAD ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 405 [^]*\r\n\r\n$/,
      );
    }));

  it('accepts headers below 64 KiB and bodies up to 64 KiB', () =>
    withSandbox({}, async ({ primary, gateway }) => {
      const { host, port } = new URL(primary);
      const readStatus = async (bytes: number): Promise<string> => {
        // Node counts the path, names, and values
        const others = [path, 'Host', host, 'X-API-KEY', 'k', 'Connection', 'close', 'X-A'].join('').length;
        const head = `Host: ${host}\r\nX-API-KEY: k\r\nConnection: close\r\nX-A: ${'a'.repeat(bytes - others)}`;
        return (await sendRaw(Number(port), `GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`)).slice(9, 12);
      };
      assert.deepEqual([await readStatus(64 * 1024 - 1), await readStatus(64 * 1024)], ['200', '431']);
      const post = async (bytes: number): Promise<number> => {
        const body = JSON.stringify({ query: { keywords: ['a'] } }).padEnd(bytes);
        return (await get(gateway, '/search/advanced', { method: 'POST', body })).status;
      };
      assert.deepEqual([await post(64 * 1024), await post(64 * 1024 + 1)], [200, 400]);
    }));

  it('survives interrupted requests', () =>
    withSandbox({}, async ({ primary }) => {
      const { port } = new URL(primary);
      const post = `POST /gateway/search/advanced HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-KEY: k\r\nContent-Length: 100000000\r\n\r\n`;
      for (const text of [
        'GET /pri',
        post,
        `${post}{"query":`,
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-KEY: k\r\n\r\n`,
      ]) {
        await new Promise<void>((resolve, reject) => {
          const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, () => socket.destroy()));
          socket.on('close', () => resolve());
          socket.on('error', reject);
        });
      }
      assert.equal((await get(primary, '/tweet/404')).status, 404);
    }));

  it('reports each request’s method, path, status, and time, without the query', async () => {
    const served: ServedRequest[] = [];
    await withSandbox(
      {},
      async ({ primary }) => {
        await get(primary, '/search?searchItem=private', { key: 'a-secret' });
        await get(primary, '/tweet/422', { key: undefined });
      },
      { onServed: (one) => served.push(one) },
    );
    assert.deepEqual(
      served.map(({ method, path: at, status }) => `${method} ${at} ${status}`),
      ['GET /primary/search 200', 'GET /primary/tweet/422 401'],
    );
    assert.ok(served.every(({ ms }) => ms >= 0 && ms < 10_000));
    assert.doesNotMatch(JSON.stringify(served), /a-secret|private/);
  });

  it('uses the given port, reports when it is taken, and frees it when it is closed', async () => {
    const first = await startTestSandbox();
    const port = Number(new URL(first.primary).port);
    assert.equal(first.gateway, `http://127.0.0.1:${port}/gateway`);
    await assert.rejects(startTestSandbox({ port }), { code: 'EADDRINUSE' });
    await first.close();
    await first.close();
    await assert.rejects(get(first.primary, '/tweet/404'), { code: 'ECONNREFUSED' });
    const second = await startTestSandbox({ port });
    assert.equal(second.primary, first.primary);
    assert.equal((await get(second.primary, '/tweet/404', { key: second.key })).status, 404);
    await second.close();
  });
});
