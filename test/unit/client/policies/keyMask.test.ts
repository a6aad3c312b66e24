import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { toCurlCommand, toTypeScriptSnippet } from '../../../../src/app/requests/snippets.ts';
import { search } from '../../../../src/client/endpoints/table.ts';
import { SocialDataError } from '../../../../src/client/errors.ts';
import { decodeBodyText, type Exchange } from '../../../../src/client/exchange.ts';
import { formatJson } from '../../../../src/client/json/formatJson.ts';
import { createKeyMask, createCachedKeyMaskFactory } from '../../../../src/client/policies/keyMask.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { createFixtureDraft, toFixtureFiles } from '../../../../src/app/fixtures/fixtureDraft.ts';
import { printSidecar } from '../../../../src/app/fixtures/sidecar.ts';
import { toCsv } from '../../../../src/app/table/export/tableText.ts';
import { formatLedgerCsv } from '../../../../src/store/formatLedgerCsv.ts';
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

/** How a service may print the key, as it stands in the text of a JSON string. */
const encodings: ReadonlyMap<string, string> = new Map([
  ['as it is', key],
  ['with an escaped slash', key.replace('/', '\\/')],
  ['with one JSON escape', `\\u0073${key.slice(1)}`],
  ['with one JSON escape in capitals', key.replace('/', '\\u002F')],
  ['all in JSON escapes', each(key, inJson)],
  ['all in JSON escapes in capitals', each(key, (character) => `\\u00${hex(character).toUpperCase()}`)],
  ['JSON in a JSON string', each(key, (character) => `\\${inJson(character)}`)],
  ['a slash escaped twice', key.replace('/', '\\\\\\/')],
  ['with one percent sign', key.replace('/', '%2f')],
  ['percent-encoded where a URL needs it', encodeURIComponent(key)],
  ['all percent-encoded', each(key, inUrl)],
  ['all percent-encoded in capitals', each(key, (character) => inUrl(character).toUpperCase())],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
  ['in HTML entities', key.replace('&', '&amp;').replace('/', '&#x2F;').replace('=', '&#x3D;')],
  ['all in decimal entities', each(key, (character) => `&#${character.charCodeAt(0)};`)],
  ['in base64', base64(key)],
  ['in base64 behind Bearer', base64(`Bearer ${key}`)],
  ['in base64url behind a name', Buffer.from(`name:${key}`).toString('base64url')],
  ['in hexadecimal digits', Buffer.from(key).toString('hex')],
  ['in lower case', key.toLowerCase()],
  ['in UTF-16', each(key, (character) => `${character}\0`)],
]);

/** What a reader may do to find the key in a text. */
const readings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\0', ''),
  (text) => text.replaceAll(/\\+(?:u00([\da-f]{2}))?/gi, (_, code?: string) => character(code)),
  (text) => text.replaceAll(/%(?:25)*([\da-f]{2})/gi, (_, code: string) => character(code)),
  (text) =>
    text
      .replaceAll('&amp;', '&')
      .replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (_, code?: string, decimal?: string) => character(code, decimal)),
];

function character(code?: string, decimal?: string): string {
  return code !== undefined
    ? String.fromCharCode(Number.parseInt(code, 16))
    : decimal === undefined
      ? ''
      : String.fromCharCode(Number(decimal));
}

function findsKey(text: string, encoded: string): boolean {
  const core = /base64/.test([...encodings].find(([, value]) => value === encoded)?.[0] ?? '') ? encoded.slice(12, -4) : encoded;
  return text.includes(core) || readings.some((read) => read(text).toLowerCase().includes(key.toLowerCase()));
}

const connection = testConnection({
  credentials: () => Promise.resolve({ origin: 'https://api.example.test', headers: { 'X-API-KEY': key } }),
});

/** An answer that is wrong for its row, so that it is warned of, and holds a post with the key in its text and in a name. */
function bodyWith(encoded: string): string {
  return `{"error":"bad key ${encoded}","details":"${encoded}","${encoded}":1,"nextCursor":7,"data":[{"id":"1","text":"${encoded}, in a post","${encoded}":{}}]}`;
}

/** Calls, and what is to be seen of it in each place. */
async function placesFor(folder: StoreFolder, status: number, encoded: string): Promise<ReadonlyMap<string, string>> {
  const store = await folder.open();
  const reply = { status, headers: { location: `/next?key=${encoded}`, 'x-sandbox-note': encoded }, body: bodyWith(encoded) };
  const { client } = clientOver(store, folder.clock, () => reply, { connection });
  const answer: Exchange | SocialDataError = await client
    .call(search, { searchItem: 'a' })
    .catch((error: unknown) => (error instanceof SocialDataError ? error : assert.fail(String(error))));
  const exchange = answer instanceof SocialDataError ? (answer.exchange ?? assert.fail('no answer came')) : answer;
  const error = answer instanceof SocialDataError ? answer : undefined;
  assert.equal(exchange.repeatsKey, true, 'who saves it is asked first');
  assert.equal(store.exchanges.newest().items[0]?.withheld, 'repeatsKey');
  const page = exchange.value === undefined ? undefined : toPage(exchange);
  const kept = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), 'latin1'));
  const draft = createFixtureDraft([exchange], { kind: 'answer', savedOn: '2026-01-02', extension: '0.1.0' });
  const fixture = toFixtureFiles(draft, 'a', 'formatted');
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
    ['what is kept on the disk', kept.join('')],
    ['the ledger', [...formatLedgerCsv(store.spending.lines())].join('')],
    ['notices', JSON.stringify(folder.notices.map((notice) => ({ ...notice, cause: '' })))],
    ['copied requests', toCurlCommand(exchange.request, 'direct') + toTypeScriptSnippet(exchange.request)],
  ]);
}

describe('a key that a service repeats', () => {
  for (const [name, encoded] of encodings) {
    it(`${name} is found, and stands in nothing that is shown, kept or saved`, async () => {
      using folder = storeFolder();
      for (const status of [200, 500]) {
        for (const [place, text] of await placesFor(folder, status, encoded)) {
          assert.ok(!findsKey(text, encoded), `${place}, status ${status}: ${text}`);
        }
      }
    });
  }

  it('leaves the rest of what the service said', async () => {
    using folder = storeFolder();
    const places = await placesFor(folder, 500, encodings.get('all in JSON escapes') ?? '');
    assert.match(places.get('the message') ?? '', /bad key \*\*\*/);
    assert.match(places.get('the document') ?? '', /"id":"1","text":"\*\*\*, in a post"/);
  });

  it('is not sent back as a parameter, and nothing is spent', async () => {
    using folder = storeFolder();
    const store = await folder.open();
    const { client, transport } = clientOver(store, folder.clock, () => ({}), { connection });
    for (const name of [key, ...encodings.values()].filter((text) => !text.includes('\0'))) {
      await assert.rejects(client.call(testLookup, { name }), { kind: 'input', spent: 'no' }, name);
    }
    assert.equal(transport.requests.length, 0);
    assert.deepEqual(store.exchanges.newest().items, []);
  });
});

describe('the mask of a key', () => {
  const mask = createKeyMask([key]);
  const masked = (text: string) => Buffer.from(mask.mask(Buffer.from(text))).toString();

  it('keeps JSON readable, and every byte that is no part of the key', () => {
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
        JSON.parse(left.replaceAll('\0', ''));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('gives back the very same bytes where there is no key', () => {
    const body = Buffer.from(JSON.stringify({ text: `${key.slice(1)} ${key.slice(0, -1)}`, of: base64(key.slice(2)) }));
    assert.equal(mask.mask(body), body);
    assert.equal(createKeyMask([]).mask(body), body);
    assert.equal(createKeyMask(['short']).containsKey('a short text'), false);
  });

  it('leaves numbers that can be read, and ids that a short number stands in by chance', () => {
    const number = createKeyMask(['1234567890123456']);
    assert.deepEqual(JSON.parse(Buffer.from(number.mask(Buffer.from('[1234567890123456,2]'))).toString()), [1, 2]);
    assert.equal(createKeyMask(['12345678']).containsKey('["1912345678"]'), false);
  });

  it('finds every one of several keys, at each place of a body and across the pieces that a long word is read in', () => {
    const two = createKeyMask([key, 'another-key']);
    for (const length of [0, 1, 7, 25, 500, 519, 520, 521, 1_039, 1_040, 2_000]) {
      const filling = 'A'.repeat(length);
      const text = `${filling}${key}${filling}${encodings.get('all in JSON escapes')}${filling}ANOTHER-key${filling}`;
      const left = Buffer.from(two.mask(Buffer.from(text))).toString();
      assert.equal(left, `${filling}***${filling}***${filling}***${filling}`);
    }
  });

  it('masks what is left of a body that takes too long to read', () => {
    const unit = each(key, inJson);
    const left = masked(`{"a":"${unit.repeat(500_000 / unit.length)}"}`);
    assert.ok(left.startsWith('{"a":"***') && left.endsWith('***') && !findsKey(left, unit), left.slice(-50));
  });

  it('is made once for each key, also where calls go to two services in turn', () => {
    const maskOf = createCachedKeyMaskFactory();
    const [one, other] = [maskOf([key]), maskOf(['another-key'])];
    assert.deepEqual([maskOf([key]) === one, maskOf(['another-key']) === other, one === other], [true, true, false]);
    assert.equal(maskOf(['a-third-key']).containsKey('a-third-key'), true);
  });
});
