import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadPyodide, type PyodideAPI } from 'pyodide';
import { toPythonSnippet } from '../../src/core/requests/snippets.ts';
import type { ExchangeRequest } from '../../src/client/exchange.ts';
import { propertyRuns } from '../support/propertyRuns.ts';

const get: ExchangeRequest = {
  ...{ service: 'primary', endpointId: 'primary.search', params: {}, format: 'simple', method: 'GET' },
  ...{ baseUrl: 'https://api.example/v1', target: '/search?searchItem=a%20b' },
};

/** A fake of Requests and httpx: stores the request and responds with a given status. */
const standIn = `
import json, os, sys, types
os.environ.update(API_KEY="k", MARKETPLACE_KEY="mk", MARKETPLACE_HOST="mh")
seen = []
status = 200
class Response:
    status_code = 200
    text = "the error"
    headers = {"x-price-per-call": "0.0002"}
    def json(self):
        return {"data": []}
def call(method):
    def send(url, **more):
        assert not any(isinstance(more.get(name), str) for name in ("data", "content"))
        decoded = {name: value.decode() if isinstance(value, bytes) else value for name, value in more.items()}
        seen.append({**decoded, "method": method, "url": url})
        response = Response()
        response.status_code = status
        return response
    return send
for name in ("requests", "httpx"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].get, sys.modules[name].post = call("GET"), call("POST")
`;

describe('copying a request as Python', () => {
  let python: PyodideAPI;

  before(async () => {
    python = await loadPyodide({ stdout: () => undefined });
    python.runPython(standIn);
  });

  /** The request that CPython passes to the library. @param status the response's status */
  function seenBy(text: string, status = 200): unknown {
    python.runPython(`seen.clear()\nstatus = ${status}`);
    // the code doesn't come from the snippet
    const bytes = JSON.stringify([...Buffer.from(text)]);
    const seen: unknown = python.runPython(`exec(bytes(${bytes}).decode(), {})\njson.dumps(seen)`);
    assert.ok(typeof seen === 'string');
    return JSON.parse(seen);
  }

  const libraries = [
    ['requests', 'data', { allow_redirects: false }],
    ['httpx', 'content', {}], // doesn't follow them by default
  ] as const;

  it('sends the same request with the key from the environment, and doesn’t follow redirects', () => {
    const url = get.baseUrl + get.target;
    const body = '{"query":{"mention":"it\'s \\"x\\" \\\\ {key} 😀\u2028"}}';
    const post = { ...get, method: 'POST', target: '/search/advanced', body } as const;
    for (const [library, data, redirects] of libraries) {
      assert.deepEqual(seenBy(toPythonSnippet(get, 'direct', library)), [
        { method: 'GET', url, headers: { 'X-API-KEY': 'k' }, ...redirects },
      ]);
      const names = { keyHeader: 'x-market-key', hostHeader: 'x-market-host' };
      assert.deepEqual(seenBy(toPythonSnippet(post, names, library)), [
        {
          ...{ method: 'POST', url: `${get.baseUrl}/search/advanced`, [data]: body, ...redirects },
          headers: { 'x-market-key': 'mk', 'x-market-host': 'mh', 'Content-Type': 'application/json' },
        },
      ]);
    }
  });

  it('raises on a redirect and an error', () => {
    assert.throws(() => seenBy(toPythonSnippet(get, 'direct'), 302), /RuntimeError: 302 the error/);
    assert.throws(() => seenBy(toPythonSnippet(get, 'direct'), 400), /RuntimeError: 400 the error/);
  });

  it('escapes every value in a request, in ASCII', () => {
    const hostile = fc.constantFrom(
      '"',
      '\\',
      '"""',
      "'",
      '{key}',
      '\n',
      '\r',
      '\u0000',
      '\u0085',
      '\u2028',
      '\\N{BULLET}',
      '#',
      '😀',
    );
    const text = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.constantFrom(...libraries), (target, value, [library, data, redirects]) => {
        const body = JSON.stringify({ value });
        const snippet = toPythonSnippet({ ...get, method: 'POST', target, body }, 'direct', library);
        assert.match(snippet, /^[\n -~]*$/);
        const headers = { 'X-API-KEY': 'k', 'Content-Type': 'application/json' };
        assert.deepEqual(seenBy(snippet), [{ method: 'POST', url: get.baseUrl + target, headers, [data]: body, ...redirects }]);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
