import assert from 'node:assert/strict';
import { reservedKeys, reservedParams } from '../../../../src/sandbox/reserved/refusals.ts';
import { type ReservedValue, reservedValues } from '../../../../src/sandbox/reserved/reservedValues.ts';
import type { Sandbox } from '../../../../src/sandbox/server.ts';
import { startCheckedSandbox } from '../checkedSandbox.ts';
import { get } from '../testSandbox.ts';

describe('the reserved values', function () {
  this.timeout(20_000); // the world is made once for all of them
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startCheckedSandbox();
  });
  after(() => sandbox.close());

  for (const row of reservedValues) {
    it(`get what the table says: ${row.kind} ${row.value} of the ${row.service} service gets ${row.status}`, async () => {
      const key = row.kind === 'key' ? row.value : `a-key-for-${row.value}`;
      const got = await get(sandbox[row.service], row.path, { key });
      assert.equal(got.status, row.status, got.text);
      assert.partialDeepStrictEqual(got.body, row.body);
      assert.deepEqual(billing(got.headers), expected(row));
    });
  }

  it('are all in the table', () => {
    const listed = new Set(reservedValues.map(({ value }) => value));
    const missing = [...reservedKeys.keys(), ...reservedParams.keys()].filter((value) => !listed.has(value));
    assert.deepEqual(missing, []);
  });

  it('cover every error of the two references', () => {
    const statuses = (service: ReservedValue['service']): readonly number[] =>
      [...new Set(reservedValues.filter((row) => row.service === service).map(({ status }) => status))].sort((a, b) => a - b);
    assert.deepEqual(statuses('primary'), [200, 400, 401, 402, 403, 404, 408, 409, 422, 429, 500, 502]);
    assert.deepEqual(statuses('gateway'), [401, 403, 404, 429, 500]);
  });

  it('get an error from a row that lists it, and no other', async () => {
    const got = await get(sandbox.primary, '/user/9000000000000000404', { key: 'k' });
    assert.equal(got.status, 400, 'no user has a 404 in the reference');
    const at = await get(sandbox.primary, '/user/by/username/@error_408', { key: 'k' });
    assert.equal(at.status, 408);
  });

  it('are handles in any case, as all handles are', async () => {
    for (const [handle, status] of [
      ['Error_408', 408],
      ['@LOOKUP_FAILED', 422],
      ['Gone_Quiet', 400],
    ] as const) {
      assert.equal((await get(sandbox.primary, `/user/by/username/${handle}`, { key: 'k' })).status, status, handle);
    }
  });
});

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function billing(headers: Headers): Readonly<Record<string, unknown>> {
  return {
    price: headers['x-price-per-call'],
    balance: headers['x-remaining-balance'],
    refunded: headers['x-refunded'],
  };
}

function expected({ money, status }: ReservedValue): Readonly<Record<string, unknown>> {
  switch (money) {
    case 'not charged':
      return { price: undefined, balance: status === 402 ? '0.00' : undefined, refunded: undefined };
    case 'charged':
      return { price: '0.0002', balance: '9.9998', refunded: undefined };
    case 'refunded':
      return { price: '0.0002', balance: '10.00', refunded: 'true' };
  }
}
