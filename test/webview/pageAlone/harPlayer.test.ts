import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toHar } from '../../../src/app/fixtures/export/har.ts';
import { createFixtureDraft, toFixtureFiles } from '../../../src/app/fixtures/fixtureDraft.ts';
import { createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { normalizeParams } from '../../../src/client/endpoints/normalizeParams.ts';
import { userByUsername } from '../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../src/client/wire.ts';
import { sandboxTexts } from '../../unit/app/fixtures/shape/support/sandboxTexts.ts';
import { fixtureExchange, savedThen } from '../../unit/app/fixtures/support/fixtureExchange.ts';
import { useResultsPage } from '../support/resultsPageAlone.ts';

/** Nothing is there: whatever answers is the archive. */
const site = 'https://har.invalid';

/** Asks all of them, in the page. */
const askAll = `(calls) => Promise.all(calls.map(async ({ target, method, body }) => {
  const response = await fetch(target, { method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return [response.status, btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))];
}))`;

describe('an exported HTTP Archive that Playwright plays', () => {
  const open = useResultsPage();

  it('gives every answer with its status, byte for byte, and answers nothing else', async () => {
    await using folder = await createTemporaryFolder('har');
    const file = join(folder.path, 'fixtures.har');
    const odd = {
      endpoint: userByUsername,
      format: 'raw',
      example: { username: 'odd' },
      status: 404,
      bytes: Buffer.from([123, 255, 254, 125]),
    } as const;
    const answers = sandboxTexts().map(({ endpoint, format, text }) => {
      return { endpoint, format, example: endpoint.example, status: 200, bytes: Buffer.from(text) };
    });
    const asked = [...answers, odd].map(({ endpoint, format, example, status, bytes }) => {
      const { id: endpointId, service, method } = endpoint;
      const params = normalizeParams(endpoint, example);
      const exchange = fixtureExchange('ada', bytes);
      const request = { ...exchange.request, endpointId, service, method, format, params };
      const draft = createFixtureDraft([{ ...exchange, status, request }], { kind: 'answer', ...savedThen });
      const { target, ...call } = encodeCall(endpoint, params, format);
      return {
        fixture: { sidecar: toFixtureFiles(draft, 'ada', 'formatted').sidecar, bodies: [bytes] },
        call: { ...call, target: `/${service}${target}` },
        wanted: [status, bytes.toString('base64')],
      };
    });
    const made = toHar(
      asked.map(({ fixture }) => fixture),
      { version: '0.1.0', addressOf: (service) => `${site}/${service}` },
    );
    assert.deepEqual([made.entries, made.skipped], [asked.length, 0]);
    await writeFile(file, made.text);
    const { page } = await open();
    await page.routeFromHAR(file, { url: `${site}/**`, notFound: 'abort' });
    await page.route(`${site}/`, async (route) => await route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${site}/`);
    const calls = asked.map(({ call }) => call);
    const came = await page.evaluate(`(${askAll})(${JSON.stringify(calls)})`);
    assert.deepEqual(
      came,
      asked.map(({ wanted }) => wanted),
    );
    await assert.rejects(page.evaluate(`fetch('/primary/user/by/username/nobody_saved')`), /Failed to fetch/);
  });
});
