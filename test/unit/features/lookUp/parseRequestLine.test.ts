import assert from 'node:assert/strict';
import { endpoints, gatewaySearchAdvanced, search } from '../../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../../src/client/wire.ts';
import { formatTypedValue } from '../../../../src/core/requests/form.ts';
import { toCurlCommand, toFetchSnippet } from '../../../../src/core/requests/snippets.ts';
import { parseRequestLine } from '../../../../src/features/lookUp/parseRequestLine.ts';

const read = (text: string) => parseRequestLine(text)?.readings.map(({ endpoint, texts }) => [endpoint.id, texts]);
const key = 'k3y-secret';

describe('parsing a request line', () => {
  for (const toCode of [toCurlCommand, toFetchSnippet]) {
    it(`reads what is copied for each endpoint: ${toCode.name}`, () => {
      for (const endpoint of endpoints) {
        const { id: endpointId, service, example } = endpoint;
        const call = encodeCall(endpoint, example, 'simple');
        const request = {
          service,
          endpointId,
          params: example,
          format: 'simple',
          baseUrl: `https://api.example/${service}`,
          ...call,
        };
        const texts = Object.fromEntries(
          Object.entries(example).map(([name, value]) => [name, formatTypedValue(value).replaceAll(', ', ',')]),
        );
        const code = toCode(request as Parameters<typeof toCode>[0], 'direct');
        // pasting removes line breaks
        for (const text of [code, code.replaceAll('\n', '')]) {
          const [[id, found = {}] = []] = read(text) ?? [];
          assert.equal(id, endpointId, text);
          const compact = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value.replaceAll(', ', ',')]));
          assert.deepEqual(compact, texts, text);
        }
      }
    });
  }

  const words = { searchItem: "it's tea" };
  for (const text of [
    `curl 'https://a.example/v1/search?searchItem=it%27s%20tea&format=simple' -H 'X-API-KEY: ${key}'`,
    `$ curl -s -H "X-API-KEY: ${key}" -H "Accept: */*" http://localhost:8080/search?searchItem=it%27s%20tea`,
    String.raw`curl --url $'https://a.example/search?searchItem=it\u0027s%20tea' -A 'Mozilla/5.0' -m 10 -o /tmp/x --compressed`,
    'curl -G "$BASE_URL/search" --data-urlencode "searchItem=it\'s tea"',
    `curl.exe ^"https://a.example/search?searchItem=it's%20tea^" ^\n  -H ^"X-API-KEY: ${key}^"`,
    "curl 'a.example/search?searchItem=it'\\''s%20tea'",
    `fetch("https://a.example/search?searchItem=it's%20tea", { "headers": { "x-api-key": "${key}" }, "body": null, "method": "GET" });`,
    "const r = await fetch(`${base}/search?searchItem=it's%20tea`)",
  ]) {
    it(`reads ${text.replaceAll(/\s+/g, ' ')}`, () => {
      assert.deepEqual(read(text), [[search.id, words]]);
      assert.ok(!JSON.stringify(parseRequestLine(text)).includes(key));
    });
  }

  for (const text of [
    String.raw`curl -XPOST https://a.example/v2/search/advanced -H 'Content-Type: application/json' -d '{"query":{"keywords":["tea"]},"limit":5}'`,
    String.raw`curl https://a.example/search/advanced --json "{\"query\":{\"keywords\":[\"tea\"]},\"limit\":5}"`,
    `fetch('https://a.example/search/advanced', { method: 'POST', body: JSON.stringify({ query: { keywords: ['tea'] }, limit: 5, }) })`,
    String.raw`fetch("https://a.example/search/advanced", {"body":"{\"query\":{\"keywords\":[\"tea\"]},\"limit\":5}","method":"POST"})`,
  ]) {
    it(`reads the body of ${text}`, () => {
      const [[endpoint, texts] = []] = read(text) ?? [];
      assert.equal(endpoint, gatewaySearchAdvanced.id);
      assert.deepEqual(texts, { query: '{"keywords":["tea"]}', limit: '5' });
    });
  }

  it('names what the endpoint does not have', () => {
    const ignoredIn = (text: string) => parseRequestLine(text)?.readings[0]?.ignored;
    assert.deepEqual(ignoredIn(`curl 'https://a.example/search?q=${key}&searchItem=tea&format=raw'`), ['q']);
    assert.deepEqual(ignoredIn(`curl https://a.example/search/advanced --json '{"limit":5,"page":2}'`), ['page']);
  });

  it('names both services if both have the path, unless the address names one', () => {
    assert.deepEqual(
      read('curl https://a.example/tweet/1/retweets')?.map(([id]) => id),
      ['primary.tweetRetweets', 'gateway.tweetRetweets'],
    );
    assert.deepEqual(
      read('curl http://127.0.0.1:4000/gateway/tweet/1/retweets')?.map(([id]) => id),
      ['gateway.tweetRetweets'],
    );
  });

  it('has no readings for an unknown path, and is undefined for other text', () => {
    assert.deepEqual(parseRequestLine(`curl https://a.example/v1/nothing/here?key=${key}`), {
      path: '/v1/nothing/here',
      readings: [],
    });
    assert.deepEqual(parseRequestLine('curl https://a.example/user/%E0%A4%A')?.readings, []);
    assert.deepEqual(parseRequestLine('curl https://a.example/twitter/user/info?userName=ada')?.readings, []);
    for (const text of ['', 'curling', 'curl up with tea', 'https://a.example/search', 'fetch the tea', 'fetch(url)']) {
      assert.equal(parseRequestLine(text)?.readings.length ?? 0, 0, text);
    }
    assert.equal(parseRequestLine('curl up with tea'), undefined);
  });
});
