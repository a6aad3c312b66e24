import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { toCurlCommand } from '../../../../src/core/requests/snippets.ts';
import type { ExchangeRequest } from '../../../../src/client/exchange.ts';

const request: ExchangeRequest = {
  service: 'primary',
  endpointId: 'primary.search',
  params: { searchItem: "it's" },
  format: 'simple',
  method: 'GET',
  baseUrl: 'https://api.example/v1',
  target: "/search?searchItem=it's%20%22here%22&format=simple",
};

describe('copying a request as curl', () => {
  it('joins the address and target and uses a variable for the key', () => {
    const command = toCurlCommand(request, 'direct');
    assert.match(command, /^curl "https:\/\/api\.example\/v1\/search/);
    assert.match(command, /--header "X-API-KEY: \$API_KEY"/);
  });

  it('includes both marketplace headers', () => {
    const command = toCurlCommand(request, { keyHeader: 'x-market-key', hostHeader: 'x-market-host' });
    assert.match(command, /x-market-key: \$MARKETPLACE_KEY/);
    assert.match(command, /x-market-host: \$MARKETPLACE_HOST/);
    const named = toCurlCommand(request, { keyHeader: 'X-Real-Key', hostHeader: 'X-Real-Host' });
    assert.match(named, /"X-Real-Key: \$MARKETPLACE_KEY"[^]*"X-Real-Host: \$MARKETPLACE_HOST"/);
  });

  const hostile = `'; calc; ’‘‚‛ & calc & | > x ^ %PATH% $(calc) \`calc\` ! \\" -o x \\\\ " \\`;
  const body = JSON.stringify({ query: { cursor: hostile, lang: 'ü😀' }, count: 20, more: [true, null] });
  const post: ExchangeRequest = { ...request, method: 'POST', target: '/search/advanced', body };

  /** The argument of `--data`. */
  function dataOf(command: string): string {
    return /--data '(.*)'$/s.exec(command)?.[1] ?? '';
  }

  it('sends an equivalent body', () => {
    const command = toCurlCommand(post, 'direct');
    assert.match(command, /--request POST/);
    assert.match(command, /Content-Type: application\/json/);
    assert.deepEqual(JSON.parse(dataOf(command)), JSON.parse(body));
  });

  it('prevents values from ending quotes or running commands in PowerShell and cmd', () => {
    const data = dataOf(toCurlCommand(post, 'direct'));
    // PowerShell treats each of these as the end of the quotes
    assert.doesNotMatch(data, /['\u2018-\u201b]/);
    // cmd runs text after these, doesn't know \\" and expands variables even within quotes
    assert.doesNotMatch(data, /[&|<>^%!]|\\"/);
  });

  it("doesn't split an address in PowerShell and cmd", () => {
    const [, address = ''] = /^curl (?:--request POST )?("[^"]*")/.exec(toCurlCommand(request, 'direct')) ?? [];
    assert.equal(address, '"https://api.example/v1/search?searchItem=it%27s%20%22here%22&format=simple"');
    const odd = { ...request, target: '/search?a=!$`\\\'"' };
    assert.match(toCurlCommand(odd, 'direct'), /^curl "https:\/\/api\.example\/v1\/search\?a=%21%24%60%5C%27%22"/);
  });

  if (process.platform !== 'win32') {
    it('is one shell command for any target', () => {
      const printed = execFileSync(
        'sh',
        ['-c', `curl() { printf '%s\\n' "$@"; }; API_KEY=k; ${toCurlCommand(request, 'direct')}`],
        {
          encoding: 'utf8',
        },
      );
      const sent = execFileSync('sh', ['-c', `curl() { printf '%s' "$9"; }; ${toCurlCommand(post, 'direct')}`], {
        encoding: 'utf8',
      });
      assert.deepEqual(JSON.parse(sent), JSON.parse(body));
      assert.deepEqual(printed.trimEnd().split('\n'), [
        (request.baseUrl + request.target).replaceAll("'", '%27'), // equivalent for every service
        '--header',
        'X-API-KEY: k',
      ]);
    });
  }
});
