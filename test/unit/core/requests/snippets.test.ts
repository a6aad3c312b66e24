import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toEndpointExportName, toFetchSnippet } from '../../../../src/core/requests/snippets.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import type { ExchangeRequest } from '../../../../src/client/exchange.ts';
import * as client from '../../../../src/client/public.ts';

const request: ExchangeRequest = {
  service: 'primary',
  endpointId: 'primary.search',
  params: { searchItem: `it's "here" \u2028 99999999999999999999` },
  format: 'simple',
  method: 'GET',
  baseUrl: 'https://api.example/v1',
  target: "/search?searchItem=it's%20%22here%22&format=simple",
};

/** Runs statements as an async function with the given variables. */
async function run(text: string, names: Readonly<Record<string, unknown>>): Promise<unknown> {
  const AsyncFunction = (async () => await Promise.resolve()).constructor as new (
    ...args: readonly string[]
  ) => (...args: readonly unknown[]) => Promise<unknown>;
  return await new AsyncFunction(...Object.keys(names), text)(...Object.values(names));
}

describe('copying a request as code', () => {
  it("uses the endpoints' exported names", () => {
    const exported = new Map<string, unknown>(Object.entries(client));
    for (const endpoint of endpoints) {
      assert.equal(exported.get(toEndpointExportName(endpoint.id)), endpoint, endpoint.id);
    }
  });

  it("as fetch sends the same request with the key from the environment, and doesn't follow redirects", async () => {
    const seen: { readonly url: string | undefined; readonly key: unknown; readonly body: string }[] = [];
    const server = createServer((incoming, outgoing) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => {
        seen.push({ url: incoming.url, key: incoming.headers['x-api-key'], body });
        outgoing.writeHead(200, { 'x-price-per-call': '0.0002' }).end('{"data":[]}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const printed: unknown[] = [];
      const names = { process: { env: { API_KEY: 'k' } }, console: { log: (...words: unknown[]) => printed.push(...words) } };
      await run(toFetchSnippet({ ...request, baseUrl }, 'direct'), names);
      const body = '{"query":{"mention":"it\'s \\"x\\""}}';
      await run(toFetchSnippet({ ...request, baseUrl, method: 'POST', target: '/search/advanced', body }, 'direct'), names);
      assert.deepEqual(seen, [
        { url: request.target.replaceAll("'", '%27'), key: 'k', body: '' }, // every URL parser does this
        { url: '/search/advanced', key: 'k', body },
      ]);
      assert.equal(printed[0], '0.0002');
    } finally {
      server.closeAllConnections();
      server.close();
    }
    assert.match(toFetchSnippet(request, 'direct'), /redirect: 'manual'/);
    assert.match(
      toFetchSnippet(request, { keyHeader: 'x-market-key', hostHeader: 'x-market-host' }),
      /x-market-key[^]*x-market-host/,
    );
  });

  it('never includes a key', () => {
    assert.doesNotMatch(toFetchSnippet(request, 'direct'), /sandbox-|Bearer/);
  });
});
