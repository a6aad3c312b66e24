import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { toCurlCommand } from '../../../../src/core/requests/snippets.ts';
import { search } from '../../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { decodeBodyText, type Exchange } from '../../../../src/client/exchange.ts';
import { formatJson } from '../../../../src/client/json/formatJson.ts';
import { createKeyMask } from '../../../../src/client/policies/keyMask.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { createFixtureDraft, toFixtureFiles } from '../../../../src/features/fixtures/fixtureDraft.ts';
import { printSidecar } from '../../../../src/features/fixtures/sidecar.ts';
import { toCsv } from '../../../../src/core/table/tableText.ts';
import { formatLedgerCsv } from '../../../../src/store/ledgerRows.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { testConnection, testLookup } from '../../../support/testEndpoints.ts';
import { toTable } from '../../../support/toTable.ts';
import { clientOver, type StoreFolder, storeFolder } from '../../store/support/testStore.ts';

const key = 'sk_live/AbC+9xyz&Q-0042uT=';

const each = (text: string, change: (character: string) => string) => Array.from(text, change).join('');
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const inJson = (character: string) => `\\u00${hex(character)}`;
const inUrl = (character: string) => `%${hex(character)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How a service may write the key in a JSON string. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['as it is', key],
  ['with an escaped slash', key.replace('/', '\\/')],
  ['with one JSON escape', `\\u0073${key.slice(1)}`],
  ['with one JSON escape in capitals', key.replace('/', '\\u002F')],
  ['all in JSON escapes', each(key, inJson)],
  ['all in JSON escapes in capitals', each(key, (character) => `\\u00${hex(character).toUpperCase()}`)],
  ['with one percent sign', key.replace('/', '%2f')],
  ['percent-encoded where a URL needs it', encodeURIComponent(key)],
  ['all percent-encoded', each(key, inUrl)],
  ['all percent-encoded in capitals', each(key, (character) => inUrl(character).toUpperCase())],
  ['in base64', base64(key)],
  ['in base64 behind Bearer', base64(`Bearer ${key}`)],
  ['in base64url behind a name', Buffer.from(`name:${key}`).toString('base64url')],
  ['in lower case', key.toLowerCase()],
]);

/** Ways to find the key in a string. */
const readings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/\\+(?:u00([\da-f]{2}))?/gi, (_, code?: string) => character(code)),
  (text) => text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => character(code)),
];

function character(code = ''): string {
  return code === '' ? '' : String.fromCharCode(Number.parseInt(code, 16));
}

function findsKey(text: string, encoded: string): boolean {
  const core = /base64/.test([...encodings].find(([, value]) => value === encoded)?.[0] ?? '') ? encoded.slice(12, -4) : encoded;
  return text.includes(core) || readings.some((read) => read(text).toLowerCase().includes(key.toLowerCase()));
}

const connection = testConnection({
  credentials: () => Promise.resolve({ origin: 'https://api.example.test', headers: { 'X-API-KEY': key } }),
});

/** A response that doesn't match its schema, with a post that has the key in its text and in a name. */
function bodyWith(encoded: string): string {
  return `{"error":"bad key ${encoded}","details":"${encoded}","${encoded}":1,"nextCursor":7,"data":[{"id":"1","text":"${encoded}, in a post","${encoded}":{}}]}`;
}

/** Sends a call, and returns its output in each place. */
async function placesFor(folder: StoreFolder, status: number, encoded: string): Promise<ReadonlyMap<string, string>> {
  const store = await folder.open();
  const reply = { status, headers: { location: `/next?key=${encoded}`, 'x-sandbox-note': encoded }, body: bodyWith(encoded) };
  const { client } = clientOver(store, folder.clock, () => reply, { connection });
  const response: Exchange | SocialDataError = await client
    .call(search, { searchItem: 'a' })
    .catch((error: unknown) => (error instanceof SocialDataError ? error : assert.fail(String(error))));
  const exchange = response instanceof SocialDataError ? (response.exchange ?? assert.fail('there is no response')) : response;
  const error = response instanceof SocialDataError ? response : undefined;
  assert.equal(exchange.repeatsKey, true, 'saving it asks first');
  assert.equal(store.exchanges.newest().items[0]?.isWithheld, true);
  const page = exchange.value === undefined ? undefined : toPage(exchange);
  const stored = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'latin1'));
  const draft = createFixtureDraft([exchange], { kind: 'response', savedOn: '2026-01-02', extension: '0.1.0' });
  const fixture = toFixtureFiles(draft, 'a');
  return new Map([
    ['the message', error?.message ?? ''],
    ['what the service said', error?.facts.said ?? ''],
    ['the warnings', JSON.stringify(exchange.warnings)],
    ['the document', decodeBodyText(exchange)],
    ['the formatted document', exchange.value === undefined ? '' : formatJson(decodeBodyText(exchange))],
    ['the value', JSON.stringify(exchange.value ?? '')],
    ['the rows', JSON.stringify(page?.records ?? '')],
    ['the CSV', page === undefined || page.records.length === 0 ? '' : toCsv(toTable(page.kind, page.records))],
    ['the headers', JSON.stringify(exchange.headers)],
    ['the bodies of a fixture', fixture.bodies.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('')],
    ['the sidecar of a fixture', printSidecar(fixture.sidecar)],
    ['files on the disk', stored.join('')],
    ['the ledger', formatLedgerCsv(store.spending.lines())],
    ['notices', JSON.stringify(folder.notices.map((notice) => ({ ...notice, cause: '' })))],
    ['copied requests', toCurlCommand(exchange.request, 'direct')],
  ]);
}

describe('a key that a service repeats', () => {
  for (const [name, encoded] of encodings) {
    it(`${name} is found, and isn't shown, stored, or saved`, async () => {
      using folder = storeFolder();
      for (const status of [200, 500]) {
        for (const [place, text] of await placesFor(folder, status, encoded)) {
          assert.ok(!findsKey(text, encoded), `${place}, status ${status}: ${text}`);
        }
      }
    });
  }

  it('keeps the rest of the response', async () => {
    using folder = storeFolder();
    const places = await placesFor(folder, 500, encodings.get('all in JSON escapes') ?? '');
    assert.match(places.get('the message') ?? '', /bad key \*\*\*/);
    assert.match(places.get('the document') ?? '', /"id":"1","text":"\*\*\*, in a post"/);
  });

  it("isn't sent as a parameter, and nothing is spent", async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => ({}), { connection });
    for (const name of [key, key.toLowerCase(), base64(key)]) {
      await assert.rejects(client.call(testLookup, { name }), { kind: 'input', spent: 'no' }, name);
    }
    assert.equal(transport.requests.length, 0);
    assert.deepEqual(store.exchanges.newest().items, []);
  });
});

describe('the key mask', () => {
  const mask = createKeyMask([key]);
  const masked = (text: string) => Buffer.from(mask.mask(Buffer.from(text))).toString();

  it('keeps JSON valid, and every byte outside the key', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'k', 's', '\\', '"', '/', '%', '2', 'é', 'д', '\n', '&', ' '),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, text, fc.constantFrom(...encodings.values()), (before, after, encoded) => {
        const json = `{"a":${JSON.stringify(`${before} `).slice(0, -1)}${encoded}${JSON.stringify(` ${after}`).slice(1)}}`;
        const [head = '', tail = ''] = json.split(encoded);
        const left = masked(json);
        assert.ok(left.startsWith(head) && left.endsWith(tail) && !findsKey(left, encoded), left);
        JSON.parse(left);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('finds a key with Markdown escapes', () => {
    assert.equal(createKeyMask([key]).containsKey(key.replaceAll(/[_+&=-]/g, String.raw`\$&`)), true);
  });

  it('returns the same array if there is no key', () => {
    const body = Buffer.from(JSON.stringify({ text: `${key.slice(1)} ${key.slice(0, -1)}`, of: base64(key.slice(2)) }));
    assert.equal(mask.mask(body), body);
    assert.equal(createKeyMask([]).mask(body), body);
    assert.equal(createKeyMask(['short']).containsKey('a short text'), false);
  });

  it('keeps JSON numbers valid, and ids that contain a short number by chance', () => {
    const number = createKeyMask(['1234567890123456']);
    assert.deepEqual(JSON.parse(Buffer.from(number.mask(Buffer.from('[1234567890123456,2]'))).toString()), [1, 2]);
    assert.equal(createKeyMask(['12345678']).containsKey('["1912345678"]'), false);
  });

  it('finds several keys anywhere in a body', () => {
    const two = createKeyMask([key, 'another-key']);
    const text = `A${key}A${encodings.get('all in JSON escapes')}AANOTHER-key`;
    assert.equal(Buffer.from(two.mask(Buffer.from(text))).toString(), 'A***A***A***');
  });
});
