import assert from 'node:assert/strict';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { errorsByReservedKey, errorsByReservedParam } from '../../../../src/sandbox/refusals.ts';
import { get } from '../testSandbox.ts';
import { at } from '../../../support/at.ts';
import { requestPrimary, type Fact } from './fact.ts';

/** A row in the table of reserved values. */
interface ReservedLine {
  readonly service: 'primary' | 'gateway';
  readonly kind: string;
  readonly value: string;
  readonly status: number;
  readonly price: string;
  readonly path: string;
}

function reservedLine(line: string): ReservedLine {
  const [, service, kind, value = '', status, price = '', , path = ''] = line.split('|').map((cell) => cell.trim());
  assert.ok(service === 'primary' || service === 'gateway', line);
  const plain = (cell: string): string => cell.replaceAll('`', '');
  return { service, kind: kind ?? '', value: plain(value), status: Number(status), price, path: plain(path) };
}

/** A new key's billing headers. */
const billing: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'not charged': [undefined, undefined],
  charged: ['9.9998', undefined],
  refunded: ['10.00', 'true'],
};

/** @param lines the reserved value table's rows */
export function reservedFacts(lines: readonly string[]): readonly Fact[] {
  const table = lines.map(reservedLine);
  const statusesAt = (service: string, price: string): readonly number[] =>
    [...new Set(table.filter((line) => line.service === service && line.price === price).map(({ status }) => status))].toSorted(
      (a, b) => a - b,
    );
  return [
    {
      says: [...lines, 'They work with any key except the reserved ones.'],
      holds: async (sandbox) => {
        for (const { service, kind, value, status, price, path } of table) {
          const key = kind === 'key' ? value : `any key but those: ${value}`.replaceAll(/[ :]/g, '-');
          const { headers, ...got } = await get(sandbox[service], path, { key });
          assert.equal(got.status, status, `${service} ${value}`);
          const error = at(got.body, 'error');
          const reserved = errorsByReservedKey.get(value) ?? errorsByReservedParam.get(value);
          const message = reserved?.status === status ? reserved.message : undefined;
          if (message !== undefined) assert.equal(service === 'primary' ? error : at(error, 'details'), message, value);
          const [balance, refunded] = billing[price] ?? [];
          assert.equal(headers['x-refunded'], refunded, value);
          assert.equal(headers['x-remaining-balance'], status === 402 ? '0.00' : balance, value);
        }
        const listed = new Set(table.map(({ value }) => value));
        assert.deepEqual(
          [...errorsByReservedKey.keys(), ...errorsByReservedParam.keys()].filter((value) => !listed.has(value)),
          [],
        );
        const both = await get(sandbox.primary, '/user/by/username/error_408', { key: 'sandbox-conflict' });
        assert.equal(both.status, 409);
      },
    },
    {
      says: [
        'A reserved value triggers each error of the references, like the test cards of payment services.',
        '401, 402, 403 and 429 come before the charge.',
        '404 and 422 are charged and not refunded, because the reference says nothing about a refund. Assume that they cost.',
      ],
      holds: () => {
        // requested above
        assert.deepEqual(statusesAt('primary', 'not charged'), [401, 402, 403, 429]);
        assert.deepEqual(statusesAt('primary', 'charged'), [200, 404, 422]);
        assert.deepEqual(statusesAt('primary', 'refunded'), [400, 408, 409, 500, 502]);
        assert.deepEqual(statusesAt('gateway', 'not charged'), [401, 403, 404, 429, 500]);
      },
    },
  ];
}

export const worldFacts: readonly Fact[] = [
  {
    says: ['A reserved id or handle gets its error from every endpoint whose reference lists that error.'],
    holds: async (sandbox) => {
      for (const path of ['/user/by/username/error_408', '/user/-1/followers?username=@ERROR_408', '/username/to/id/error_408']) {
        assert.equal((await requestPrimary(sandbox, 'k', path)).status, 408, path);
      }
      // an unknown user gives 400: no user row lists 404
      assert.equal((await requestPrimary(sandbox, 'k', '/user/9000000000000000404')).status, 400);
    },
  },
  {
    says: ['The sample data is small (343 accounts and 8,626 posts) and has the same bytes on any machine and port.'],
    holds: () => {
      const world = createWorld();
      assert.deepEqual([world.accounts().length, world.posts().length], [343, 8_626]);
    },
  },
];
