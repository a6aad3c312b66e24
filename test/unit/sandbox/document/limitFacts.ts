import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { formatOpenApiDocument } from '../../../../src/build/openApi/openApi.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { sandboxPrices } from '../../../../src/sandbox/billing.ts';
import { createKeyStates, type LoggedRequest } from '../../../../src/sandbox/control/keyStates.ts';
import { readCommandLine } from '../../../../src/sandbox/runSandbox.ts';
import { toPictureDataUrl } from '../../../../src/sandbox/pictures.ts';
import { defaultMediaBaseUrl } from '../../../../src/sandbox/world/landmarks.ts';
import { originOf } from '../control/controlCall.ts';
import { get } from '../testSandbox.ts';
import { at } from '../../../support/at.ts';
import { requestPrimary, emojis, type Fact, requestsOf } from './fact.ts';

const assumed: readonly string[] = readFileSync(new URL('../../../../docs/assumptions.md', import.meta.url), 'utf8').split('\n');

const request = (atMs: number): LoggedRequest => ({
  ...{ atMs, service: 'primary', endpoint: null, method: 'GET', path: '/', query: '', status: 200 },
  ...{ cost: 0n, refunded: false, fault: null },
});

const pictureFacts: readonly Fact[] = [
  {
    says: [
      'Avatars, banners, photos, covers and previews are small SVGs at `/media/…`, always the same for the same address. They need no key.',
      "There are no videos: a video's own address is a 404, but its preview works.",
      'Pictures have `Cross-Origin-Resource-Policy: same-origin`.',
    ],
    holds: async (sandbox) => {
      const draw = async (path: string): Promise<Buffer> => {
        const response = await fetch(`${originOf(sandbox)}/media/${path}`);
        assert.deepEqual([response.status, response.headers.get('cross-origin-resource-policy')], [200, 'same-origin'], path);
        return Buffer.from(await response.arrayBuffer());
      };
      for (const path of ['avatar/a.svg', 'banner/a.svg', 'photo/1200x675/1-0.svg', 'cover/7.svg', 'video/640x640/3.svg']) {
        const picture = await draw(path);
        assert.match(picture.toString(), /^<svg /);
        assert.ok(picture.length < 2048 && picture.equals(await draw(path)), path);
      }
      assert.equal((await fetch(`${originOf(sandbox)}/media/video/640x640/3.mp4`)).status, 404);
    },
  },
  {
    says: [
      'In responses, their addresses are below `https://media.example`, a reserved name that leads nowhere. So a saved response is the same from every run.',
      'The extension draws them itself.',
      'If another client should load them, set their address: `--port 4010 --media-base http://127.0.0.1:4010/media`.',
    ],
    holds: async (sandbox) => {
      const { body } = await requestPrimary(sandbox, 'pictures', '/user/by/username/ada_writes?format=simple');
      const address = String(at(body, 'data', 'avatarUrl'));
      assert.ok(defaultMediaBaseUrl === 'https://media.example' && address.startsWith(`${defaultMediaBaseUrl}/`), address);
      assert.match(defaultMediaBaseUrl, /\.example$/); // RFC 2606: reserved
      const served = await (await fetch(address.replace(defaultMediaBaseUrl, `${originOf(sandbox)}/media`))).arrayBuffer();
      assert.equal(toPictureDataUrl(address), `data:image/svg+xml;base64,${Buffer.from(served).toString('base64')}`);
      assert.equal(toPictureDataUrl(`${address}?name=small`), toPictureDataUrl(address));
      assert.equal(toPictureDataUrl('https://pictures.example/avatar/a.svg'), undefined);
      assert.deepEqual(readCommandLine('--port 4010 --media-base http://127.0.0.1:4010/media'.split(' ')), {
        port: 4010,
        mediaBase: 'http://127.0.0.1:4010/media',
      });
    },
  },
];

export const limitFacts: readonly Fact[] = [
  ...pictureFacts,
  {
    says: [
      "It listens on 127.0.0.1 only and accepts only its own loopback names as `Host`. It refuses every `Origin` that `--origin` doesn't name. Without an `Origin`, it refuses every `Sec-Fetch-Site` except `same-origin` and `none`.",
      'Other responses have no CORS headers.',
    ],
    holds: async ({ primary }) => {
      const { port, hostname } = new URL(primary);
      const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await get(primary, emojis, { key: 'k', headers })).status;
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'evil.example'].map((Host) => ({ Host }));
      assert.equal(hostname, '127.0.0.1');
      await assert.rejects(fetch(`http://[::1]:${port}/`));
      assert.deepEqual(await Promise.all(hosts.map(statusOf)), [200, 200, 200, 403]);
      const sites = ['same-origin', 'none', 'same-site', 'cross-site'].map((site) => ({ 'Sec-Fetch-Site': site }));
      assert.deepEqual(await Promise.all(sites.map(statusOf)), [200, 200, 403, 403]);
      assert.equal(await statusOf({ Origin: new URL(primary).origin }), 403);
      const { headers } = await get(primary, emojis, { key: 'k' });
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      );
    },
  },
  {
    says: ["The gateway's searches accept 512 characters in `q`, the advanced one 512 conditions."],
    holds: async ({ gateway }) => {
      const search = async (length: number): Promise<number> =>
        (await get(gateway, `/search/tweets?q=${'a'.repeat(length)}`, { key: 'k' })).status;
      assert.deepEqual([await search(512), await search(513)], [200, 400]);
      const advanced = async (count: number): Promise<number> => {
        const body = JSON.stringify({ query: { keywords: Array.from({ length: count }, () => 'a') } });
        return (await get(gateway, '/search/advanced', { key: 'k', method: 'POST', body })).status;
      };
      assert.deepEqual([await advanced(512), await advanced(513)], [200, 400]);
    },
  },
  {
    says: ['The log has the last 5,000 requests of each key, with 512 characters of a path or a query.'],
    holds: async (sandbox) => {
      const keys = createKeyStates(0n);
      for (let at = 0; at <= 5000; at += 1) keys.record('k', request(at));
      assert.deepEqual([keys.of('k').log.length, keys.of('k').log[0]?.atMs], [5000, 1]);
      await requestPrimary(sandbox, 'long', `/search?searchItem=${'a'.repeat(600)}`);
      const [{ query } = {}] = await requestsOf(sandbox, 'long');
      assert.equal(query, `searchItem=${'a'.repeat(512 - 'searchItem='.length)}`);
    },
  },
  {
    says: ['Prices are invented: $0.0002 per request, and $10 of balance for each new key.', 'The gateway charges nothing.'],
    holds: async (sandbox) => {
      assert.deepEqual([sandboxPrices.price, sandboxPrices.startBalance], [200n, 10_000_000n]);
      const { headers } = await requestPrimary(sandbox, 'new-key');
      assert.deepEqual([headers['x-price-per-call'], headers['x-remaining-balance']], ['0.0002', '9.9998']);
      const free = await get(sandbox.gateway, '/trends/locations', { key: 'new-key' });
      assert.deepEqual([free.status, free.headers['x-price-per-call']], [200, undefined]);
      assert.equal((await requestPrimary(sandbox, 'new-key')).headers['x-remaining-balance'], '9.9996');
    },
  },
  {
    says: [
      "The references don't show everything. [assumptions.md](assumptions.md) says what the sandbox assumes, and which endpoints depend on it.",
      'Their responses say so in `X-Sandbox-Note`.',
    ],
    holds: async (sandbox) => {
      for (const endpoint of endpoints.filter(({ guesses }) => guesses.length > 0)) {
        const { service, method, path: template, guesses } = endpoint;
        assert.ok(assumed.includes(`- ${service} \`${method} ${template}\`: ${guesses.join(' ')}`), endpoint.id);
        const target = Object.entries(endpoint.example).reduce<string>(
          (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
          endpoint.path,
        );
        const given = endpoint.method === 'POST' ? { method: 'POST', body: JSON.stringify(endpoint.example) } : {};
        const { headers } = await get(sandbox[endpoint.service], target, { key: 'guesses', ...given });
        const [first = ''] = endpoint.guesses;
        assert.ok(String(headers['x-sandbox-note']).includes(first.slice(0, 60)), `${endpoint.id} says ${first}`);
      }
    },
  },
  {
    says: [
      "The OpenAPI documents mark each guess, including those of parameters, fields and statuses, which `X-Sandbox-Note` doesn't mention.",
    ],
    holds: () => {
      for (const service of ['primary', 'gateway'] as const) {
        const marked = formatOpenApiDocument(service, endpoints);
        const line = assumed.find((unit) => unit.startsWith(`- ${service}: `)) ?? '';
        const below = line.replace(`- ${service}: `, '').split(/(?<=\.) (?=The )/);
        const ofRows = endpoints.filter((endpoint) => endpoint.service === service).flatMap(({ guesses }) => guesses);
        assert.ok(below.length > 3);
        for (const guess of [...below, ...ofRows]) assert.ok(marked.includes(JSON.stringify(guess)), `${service}: ${guess}`);
      }
    },
  },
];
