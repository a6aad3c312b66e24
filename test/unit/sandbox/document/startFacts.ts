import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolders } from '../../../../src/build/projectFolders.ts';
import { toSandboxBuildOptions } from '../../../../src/build/bundles.ts';
import { readCommandLine, formatSandboxUsage } from '../../../../src/sandbox/runSandbox.ts';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/server.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { control, originOf } from '../control/controlCall.ts';
import { get } from '../testSandbox.ts';
import { at } from '../../../support/at.ts';
import { requestPrimary, emojis, type Fact, statusesOf } from './fact.ts';

const textOf = (...path: readonly string[]): string => readFileSync(join(projectFolders.root, ...path), 'utf8');

/** A sandbox started by command-line arguments, in this process. */
async function startedWith(args: string): Promise<Sandbox> {
  return await startSandbox(readCommandLine(args.split(' ')));
}

const ada = '/user/by/username/ada_writes';
const isoInFuture = '2031-01-01T00:00:00Z';

export const startFacts: readonly Fact[] = [
  {
    says: ['A local server that behaves like both services, with the same linked sample data behind all responses.'],
    holds: async (sandbox) => {
      const { gateway, primary } = sandbox;
      const found = await get(gateway, '/search/tweets?q=data&limit=5', { key: 'linked' });
      for (let number = 0; number < 5; number += 1) {
        const post = (name: string): string => String(at(found.body, 'data', number, ...name.split('.')));
        const same = await get(primary, `/simpletweet/${post('id')}?format=simple`, { key: 'linked' });
        assert.deepEqual(
          [at(same.body, 'data', 'text'), at(same.body, 'data', 'author', 'username')],
          [post('text'), post('author.username')],
        );
      }
    },
  },
  {
    says: ['It is free and never reaches another machine.'],
    holds: () => {
      // everything that could send requests: Node's clients, globals, and packages
      const reaches =
        /\bfetch\(|\bWebSocket\b|\.connect\(|http\.(?:get|request)\(|['"](?:node:)?(?:https|http2|net|tls|dgram|dns|undici)['"]/;
      const files = globSync('src/sandbox/**/*.ts', { cwd: projectFolders.root });
      const values = (file: string): string => textOf(file).replaceAll(/^import type .*$/gm, '');
      assert.deepEqual(
        files.filter((file) => reaches.test(values(file))),
        [],
      );
      assert.ok(files.length > 50);
    },
  },
  {
    says: [
      'npm run sandbox -- --port 4010',
      'It runs from its sources.',
      '`npm run build` makes one bundle of it: `node out/sandbox/standalone.js`, with the same options.',
    ],
    holds: () => {
      const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
      assert.equal(scripts['sandbox'], 'node src/build/bootstrap.mjs sandbox');
      assert.match(textOf('src', 'build', 'bootstrap.mjs'), /sandbox: 'src\/sandbox\/standalone\.ts'/);
      assert.match(textOf('esbuild.mjs'), /toSandboxBuildOptions\('out\/sandbox'\)/);
      assert.match(JSON.stringify(toSandboxBuildOptions('x').entryPoints), /sandbox\/standalone\.ts"\]$/);
      assert.match(textOf('src', 'sandbox', 'standalone.ts'), /import\('\.\/runSandbox\.ts'\)/);
      assert.equal(scripts['build'], 'node esbuild.mjs');
      assert.deepEqual(readCommandLine(['--port', '4010']), { port: 4010 });
    },
  },
  {
    says: [
      '| `primary`, `gateway` | the base addresses of both services |',
      "| `key` | a key for both. Any other key of visible ASCII characters works, too, if it isn't reserved; each has its own balance |",
    ],
    holds: async ({ primary, gateway, key }) => {
      for (const one of [key, '!"#$%&()*+,-./:;<=>?@[]^_`{|}~', 'x'.repeat(300)]) {
        assert.equal((await get(gateway, '/trends/locations', { key: one })).status, 200, one);
        assert.equal((await get(primary, emojis, { key: one })).headers['x-remaining-balance'], '9.9998', one);
      }
      assert.equal((await get(primary, emojis, { key: 'with a blank' })).status, 401);
    },
  },
  {
    says: [
      '| `control` | the token for control requests; it changes with each start |',
      '| `--port N` | the port; 0, the default, is any free one |',
    ],
    holds: async (sandbox) => {
      const one = await startedWith('--port 0');
      const { port } = new URL(one.primary);
      const bytes = async (of: Sandbox): Promise<string> =>
        (await requestPrimary(of, 'k', '/user/1500000000000000001/followings')).text;
      const ofOne = await bytes(one);
      await one.close();
      const same = await startedWith(`--port ${port}`);
      const another = await startedWith('--port 0');
      try {
        assert.equal(new URL(same.primary).port, port);
        assert.notEqual(new URL(another.primary).port, port);
        assert.equal(new Set([one.control, same.control, another.control, sandbox.control]).size, 4);
        assert.deepEqual([await bytes(same), await bytes(another)], [ofOne, ofOne]);
      } finally {
        await Promise.all([same.close(), another.close()]);
      }
    },
  },
  {
    says: [
      '| `--clock TIME` | the current time: an ISO 8601 time, or `wall`. Records keep their dates; the states of audio rooms, `within_time:` and similar follow the clock |',
      '| `--rate-limit N/SECONDS` | requests per window and key; then 429 with `Retry-After`. Off by default, because the references state no quota |',
      '| `--media-base URL` | the start of picture addresses; default: `https://media.example` (see *Pictures*) |',
      '| `--raw-user LAYOUT` | users in raw responses: `legacy`, `both` (the default) or `core` |',
    ],
    holds: async (sandbox) => {
      const options = `--clock ${isoInFuture} --rate-limit 9/600 --media-base http://m.example/m/ --raw-user core`;
      const other = await startedWith(options);
      const legacy = await startedWith('--raw-user legacy --clock wall');
      try {
        await checkOptions(sandbox, other);
        const of = (from: Sandbox) => requestPrimary(from, 'layout', ada);
        const layouts = await Promise.all([sandbox, other, legacy].map(of));
        const names = layouts.map(({ body }) =>
          ['core', 'legacy'].filter((part) => at(body, 'data', 'user', 'result', part) !== undefined),
        );
        assert.deepEqual(names, [['core', 'legacy'], ['core'], ['legacy']]);
        const { body } = await get(legacy.gateway, '/trends/location/1', { key: 'k' });
        assert.ok(Math.abs(Date.parse(String(at(body, 'as_of'))) - Date.now()) < 60_000);
      } finally {
        await Promise.all([other.close(), legacy.close()]);
      }
    },
  },
  {
    says: [
      "| `--latency MS` | milliseconds before each response of an endpoint; unknown paths, pictures and control requests don't wait |",
    ],
    holds: async () => {
      const slow = await startedWith('--latency 600000');
      const headers = { 'X-API-KEY': slow.key, 'X-Sandbox-Control': slow.control };
      const stop = new AbortController();
      let responses = 0;
      const waiting = [`${slow.primary}${emojis}`, `${slow.gateway}/trends/locations`].map(async (address) => {
        await fetch(address, { headers, signal: stop.signal });
        responses += 1;
      });
      // requested later, without latency
      for (const address of [
        `${slow.primary}/nowhere`,
        ...['media/avatar/ada.svg', '__sandbox/requests'].map((path) => `${originOf(slow)}/${path}`),
      ]) {
        await (await fetch(address, { headers })).arrayBuffer();
      }
      assert.equal(responses, 0);
      stop.abort();
      await Promise.all(waiting.map(async (call) => await assert.rejects(call, { name: 'AbortError' })));
      await slow.close();
    },
  },
  {
    says: ['| `--origin ORIGIN` | gives web pages of this origin access, such as `http://localhost:5173`; can be repeated |'],
    holds: async () => {
      const pages = ['http://localhost:5173', 'https://a.example'];
      const open = await startedWith(pages.map((origin) => `--origin ${origin}`).join(' '));
      const ask = async (Origin: string) => (await get(open.primary, emojis, { key: 'k', headers: { Origin } })).status;
      assert.deepEqual(await Promise.all([...pages, 'https://b.example'].map(ask)), [200, 200, 403]);
      await open.close();
    },
  },
  {
    says: [
      'Every response of both services has `X-Sandbox: 1`, and `X-Sandbox-Note` if something was ignored or is a guess.',
      'Pictures and control requests have neither. Nor do refusals of a web page, of another `Host` or of invalid HTTP.',
    ],
    holds: async (sandbox) => {
      const { primary, gateway } = sandbox;
      const marks = async (address: string, headers = {}): Promise<readonly unknown[]> => {
        const { headers: given } = await get(new URL(address).origin, address.slice(new URL(address).origin.length + 1), {
          key: 'marks',
          headers,
        });
        return [given['x-sandbox'], given['x-sandbox-note'] !== undefined];
      };
      assert.deepEqual(await marks(`${primary}${emojis}`), ['1', false]);
      assert.deepEqual(await marks(`${primary}${emojis}?odd=1`), ['1', true]);
      assert.deepEqual(await marks(`${primary}/trends/1`), ['1', true]);
      assert.deepEqual(await marks(`${primary}/nowhere`), ['1', false]);
      assert.deepEqual(await marks(`${gateway}/search/tweets?q=data&limit=999`), ['1', true]);
      const none = [undefined, false];
      assert.deepEqual(await marks(`${primary}${emojis}`, { Origin: 'http://evil.example' }), none);
      assert.deepEqual(await marks(`${primary}${emojis}`, { Host: 'evil.example' }), none);
      assert.deepEqual(await marks(`${originOf(sandbox)}/__sandbox/requests`), none);
      const picture = await fetch(`${originOf(sandbox)}/media/avatar/ada.svg`);
      assert.deepEqual([picture.status, picture.headers.get('x-sandbox')], [200, null]);
      assert.doesNotMatch(await rawResponse(sandbox, 'junk\r\n\r\n'), /x-sandbox/i);
    },
  },
  {
    says: ['Headers may have 64 KiB, and so may a body.'],
    holds: async (sandbox) => {
      const { host } = new URL(sandbox.primary);
      // Node only counts data, not idle time
      const others = ['Host', host, 'X-API-KEY', 'k', 'Connection', 'close'].join('').length;
      const statusOf = async (bytes: number): Promise<string> => {
        const target = `/primary${emojis}?x=`.padEnd(bytes - others, 'y');
        const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nX-API-KEY: k\r\nConnection: close\r\n\r\n`;
        return (await rawResponse(sandbox, head)).slice(9, 12);
      };
      assert.deepEqual([await statusOf(64 * 1024 - 1), await statusOf(64 * 1024)], ['200', '431']);
      const post = async (bytes: number): Promise<number> => {
        const body = JSON.stringify({ query: { keywords: ['a'] } }).padEnd(bytes);
        return (await get(sandbox.gateway, '/search/advanced', { key: 'k', method: 'POST', body })).status;
      };
      assert.deepEqual([await post(64 * 1024), await post(64 * 1024 + 1)], [200, 400]);
    },
  },
];

/** The option names in a string, without repetitions. */
export function optionNames(text: string): readonly string[] {
  return [...new Set(text.match(/--[a-z][a-z\d-]+/g))].sort();
}

/** All options except `--help`. */
export const knownOptions = optionNames(formatSandboxUsage('')).filter((name) => name !== '--help');

/** @param other started with a different clock and a limit */
async function checkOptions(sandbox: Sandbox, other: Sandbox): Promise<void> {
  const [first, later] = await Promise.all([sandbox, other].map((one) => requestPrimary(one, 'ada', `${ada}?format=simple`)));
  assert.match(String(at(first?.body, 'data', 'avatarUrl')), /^https:\/\/media\.example\//);
  assert.match(String(at(later?.body, 'data', 'avatarUrl')), /^http:\/\/m\.example\/m\/\w/);
  assert.equal(at(first?.body, 'data', 'createdAt'), at(later?.body, 'data', 'createdAt'));
  const room = async ({ gateway }: Sandbox): Promise<unknown> =>
    at((await get(gateway, `/space/${landmarks.scheduledSpaceId}`, { key: 'room' })).body, 'state');
  assert.deepEqual([await room(sandbox), await room(other)], ['scheduled', 'ended']);
  const recent = '/search?searchItem=within_time:30d&format=simple';
  const [now, then] = [await requestPrimary(sandbox, 'recent', recent), await requestPrimary(other, 'recent', recent)];
  assert.deepEqual([now.status, then.status], [200, 502]);
  assert.deepEqual(new Set(await statusesOf(sandbox, 'unlimited', 10)), new Set([200]));
  assert.deepEqual((await statusesOf(other, 'limited', 10)).slice(8), [200, 429]);
  assert.match(String((await requestPrimary(other, 'limited')).headers['retry-after']), /^\d+$/);
  assert.equal((await requestPrimary(other, 'another')).status, 200);
  assert.equal((await control(other, 'requests', undefined, 'limited')).status, 200);
}

/** The response to bytes. */
async function rawResponse({ primary }: Sandbox, text: string): Promise<string> {
  const { connect } = await import('node:net');
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(primary).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}
