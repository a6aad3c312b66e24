import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { toCurl } from '../../../src/catalog/curl.ts';
import type { ExchangeRequest } from '../../../src/client/exchange.ts';

const request: ExchangeRequest = {
  service: 'primary',
  endpointId: 'primary.search',
  params: { searchItem: "it's" },
  format: 'simple',
  method: 'GET',
  baseUrl: 'https://api.example/v1',
  target: "/search?searchItem=it's%20%22here%22&format=simple",
};

describe('copying a call as curl', () => {
  it('joins address and target, and leaves a placeholder where the key belongs', () => {
    const command = toCurl(request, 'direct');
    assert.match(command, /^curl 'https:\/\/api\.example\/v1\/search/);
    assert.match(command, /--header "X-API-KEY: \$API_KEY"/);
  });

  it('names both headers of the marketplace', () => {
    const command = toCurl(request, 'marketplace');
    assert.match(command, /x-market-key: \$MARKETPLACE_KEY/);
    assert.match(command, /x-market-host: \$MARKETPLACE_HOST/);
  });

  it('sends the body of a POST as it was sent', () => {
    const command = toCurl(
      { ...request, method: 'POST', target: '/search/advanced', body: '{"query":{"mention":"it\'s"}}' },
      'direct',
    );
    assert.match(command, /--request POST/);
    assert.match(command, /Content-Type: application\/json/);
  });

  if (process.platform !== 'win32') {
    it('is one command to a shell, whatever stands in the target', () => {
      const printed = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; API_KEY=k; ${toCurl(request, 'direct')}`], {
        encoding: 'utf8',
      });
      assert.deepEqual(printed.trimEnd().split('\n'), [request.baseUrl + request.target, '--header', 'X-API-KEY: k']);
    });
  }
});
