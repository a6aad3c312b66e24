import assert from 'node:assert/strict';
import { at } from '../../support/at.ts';
import type { Endpoint, EndpointPaging } from '../../../src/client/endpoint.ts';
import { endpoints } from '../../../src/client/endpoints/table.ts';
import { encodeCall } from '../../../src/client/wire.ts';
import { get, useSandbox } from './testSandbox.ts';

const maxPages = 100;

describe('the sandbox’s pages', () => {
  const sandbox = useSandbox();

  for (const endpoint of endpoints) {
    const { paging } = endpoint;
    if (paging === undefined) continue;
    it(`of ${endpoint.id} end, don’t have duplicates, and are reproducible`, async () => {
      const first = await allPages(endpoint, paging);
      assert.ok(first.length > 0);
      assert.equal(new Set(first).size, first.length);
      assert.deepEqual(await allPages(endpoint, paging), first);
    });
  }

  /** All pages' items as JSON, by following cursors. */
  async function allPages(endpoint: Endpoint, paging: EndpointPaging): Promise<readonly string[]> {
    const items: string[] = [];
    const place = endpoint.yields[0]?.at ?? [];
    const example = Object.entries(endpoint.example);
    let cursor: unknown;
    for (let page = 0; page < maxPages; page += 1) {
      const params = Object.fromEntries(typeof cursor === 'string' ? [...example, ['cursor', cursor]] : example);
      const call = encodeCall(endpoint, params, 'simple');
      const sent = { key: sandbox.key, method: call.method, ...(call.body === undefined ? {} : { body: call.body }) };
      const got = await get(sandbox[endpoint.service], call.target, sent);
      assert.equal(got.status, 200, got.text);
      const list = at(got.body, ...place);
      assert.ok(Array.isArray(list), `${place.join('.')} is a list`);
      items.push(...list.map((item) => JSON.stringify(item)));
      cursor = at(got.body, ...paging.next);
      if (cursor === null || cursor === undefined) return items;
    }
    return assert.fail(`more than ${maxPages} pages`);
  }
});
