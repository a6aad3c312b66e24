import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isAddressRefusal, parseBaseUrl } from '../../../src/client/address.ts';
import { createClient } from '../../../src/client/createClient.ts';
import type { SocialDataError } from '../../../src/client/errors.ts';
import { fakeClock } from '../../support/fakeClock.ts';
import { fakeTransport } from '../../support/fakeTransport.ts';
import { testConnection, testLookup } from '../../support/testEndpoints.ts';

const keyOrigin = 'https://api.example.test';

/** Addresses that look like the one above, or that parsers read differently. */
const tricks: readonly string[] = [
  'https://api.example.test@evil.test',
  'https://api.example.test:443@evil.test',
  'https://user:pass@api.example.test',
  'https://@api.example.test',
  'https://api.example.test%40evil.test',
  'https://api.example.test\\@evil.test',
  'https://evil.test\\api.example.test',
  'https:\\\\api.example.test',
  'https:/api.example.test',
  'https:api.example.test',
  '//api.example.test',
  'api.example.test',
  'https://api.example.test.',
  'https://api.example.test./',
  'https://.api.example.test',
  'https://api..example.test',
  'https://api.example.test.evil.test',
  'https://evil.test/api.example.test',
  'https://evil.test/https://api.example.test',
  'https://evil.test?api.example.test',
  'https://evil.test#api.example.test',
  'https://api.example.test?x=1',
  'https://api.example.test#x',
  'https://api.example.test:8443',
  'https://api.example.test:80',
  'https://api.example.test:0',
  'https://api.example.test:99999',
  'http://api.example.test',
  'http://api.example.test:443',
  'ftp://api.example.test',
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'https://аpi.example.test', // a Cyrillic а
  'https://xn--pi-8kc.example.test',
  'https://api。example.test', // an ideographic period
  'https://ａpi.example.test', // a full-width a
  'https://api.example.test\u200b',
  'https://api\u00ad.example.test',
  'https://api.exam\tple.test',
  'https://api.exam\nple.test',
  'https://api.example.test\u0000.evil.test',
  'https://api.example.test /x',
  'https://api.example.test/../..//evil.test',
  'https://api.example.test/./x',
  'https://api.example.test/%2e%2e/x',
  'https://api.example.test//evil.test',
  'https://0x7f.1',
  'http://127.1',
  'http://0x7f000001',
  'http://2130706433',
  'http://0',
  'http://[::ffff:127.0.0.1]',
  'http://[::1%25eth0]',
  'http://127.0.0.1.evil.test',
  'http://localhost.evil.test',
  'http://localhost.',
  'https://[::1',
  'https://api.example.test:',
  'https://api.example.test:443:443',
  'https://api example.test',
  'https://api.example.test<script>',
  '',
  ' ',
];

describe('a base address', () => {
  for (const [text, baseUrl] of [
    ['https://api.example.test', 'https://api.example.test'],
    ['  https://api.example.test/  ', 'https://api.example.test'],
    ['HTTPS://API.Example.Test:443/Base/', 'https://api.example.test/Base'],
    ['https://api.example.test:8443/v1/read', 'https://api.example.test:8443/v1/read'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['http://127.0.0.1:8080/primary', 'http://127.0.0.1:8080/primary'],
    ['http://127.9.8.7', 'http://127.9.8.7'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ] as const) {
    it(`is accepted: ${text.trim()}`, () => {
      const address = parseBaseUrl(text);
      assert(!isAddressRefusal(address), 'refused' in address ? address.refused : '');
      assert.equal(address.baseUrl, baseUrl);
      assert.equal(address.origin, new URL(baseUrl).origin);
    });
  }

  it('is rejected with a reason', () => {
    const why = (text: string) => {
      const address = parseBaseUrl(text);
      return isAddressRefusal(address) ? address.refused : 'taken';
    };
    assert.match(why('https://a@b.test'), /user/);
    assert.match(why('http://api.example.test'), /plain http/);
    assert.match(why('https://bücher.example'), /xn--bcher-kva\.example/);
    assert.match(why('https://api.example.test.'), /dot/);
    assert.match(why('https://a.test/?x'), /query/);
    assert.match(why('https://a.test/#x'), /fragment/);
    assert.match(why('https://a.test\\b'), /backslash/);
    assert.match(why('https://0x7f.1'), /127\.0\.0\.1/);
    assert.match(why('https://a.test/../b'), /\.\./);
    assert.match(why(''), /empty/);
  });

  it('never sends the key to a different origin', async () => {
    assert(tricks.length >= 50);
    for (const baseUrl of tricks) {
      const transport = fakeTransport(() => ({}));
      const credentials = () => Promise.resolve({ origin: keyOrigin, headers: { 'x-api-key': 'canary-key' } });
      const client = createClient({
        connections: { primary: testConnection({ baseUrl, credentials }) },
        transport,
        clock: fakeClock(),
      });
      const call = client.call(testLookup, { name: 'a' });
      await assert.rejects(
        call,
        (error: SocialDataError) => error.kind === 'address' && error.spent === 'no',
        `went out: ${JSON.stringify(baseUrl)}`,
      );
      assert.equal(transport.requests.length, 0, `sent to ${baseUrl}`);
    }
  });

  it('is read by URL parsers as it is written, for any string', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), fc.constantFrom(...tricks)),
        (text) => {
          const address = parseBaseUrl(text);
          if (!isAddressRefusal(address)) {
            const url = new URL(`${address.baseUrl}/a/b?c=d`);
            assert.equal(url.origin, address.origin);
            assert.equal(url.href, `${address.baseUrl}/a/b?c=d`);
            assert(url.protocol === 'https:' || /^(127\.|localhost|\[::1\])/.test(url.hostname));
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
