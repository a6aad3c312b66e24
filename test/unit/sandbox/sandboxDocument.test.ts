import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { wireFaults } from '../../../src/sandbox/faultRules.ts';
import { errorsByReservedKey, errorsByReservedParam } from '../../../src/sandbox/refusals.ts';
import { formatSandboxUsage } from '../../../src/sandbox/runSandbox.ts';
import { createWorld } from '../../../src/sandbox/world/createWorld.ts';
import { at } from '../../support/at.ts';
import { requestPrimary } from './control/controlCall.ts';
import { get, useSandbox } from './testSandbox.ts';

const page = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');

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

/** The option names in a string, without repetitions. */
function optionNames(text: string): readonly string[] {
  return [...new Set(text.match(/--[a-z][a-z\d-]+/g))].sort();
}

describe('docs/sandbox.md', () => {
  const sandbox = useSandbox();

  it('has exactly the command-line options and the fault kinds', () => {
    const options = page.slice(page.indexOf('## Start'), page.indexOf('## Reserved values'));
    assert.deepEqual(
      optionNames(options.replaceAll('npx --no-install', 'npx')),
      optionNames(formatSandboxUsage('')).filter((name) => name !== '--help'),
    );
    const kinds = page.slice(page.indexOf('| kind |'), page.indexOf('## Control')).matchAll(/^\| `(\w+)` \|/gm);
    assert.deepEqual(new Set([...kinds].map(([, kind]) => kind)), new Set(wireFaults));
  });

  it('has the size of the sample data', () => {
    const world = createWorld();
    const format = new Intl.NumberFormat('en');
    const size = `${format.format(world.accounts().length)} accounts and ${format.format(world.posts().length)} posts`;
    assert.ok(page.replaceAll('\n', ' ').includes(`(${size})`), size);
  });

  it('lists the reserved values with their statuses and prices', async () => {
    const table = page
      .split('\n')
      .filter((line) => /^\| (primary|gateway) \|/.test(line))
      .map(reservedLine);
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
  });

  it('is right that a reserved value gets its error from every endpoint that lists it', async () => {
    for (const path of ['/user/by/username/error_408', '/user/-1/followers?username=@ERROR_408', '/username/to/id/error_408']) {
      assert.equal((await requestPrimary(sandbox, 'k', path)).status, 408, path);
    }
    // an unknown user gives 400: no user row lists 404
    assert.equal((await requestPrimary(sandbox, 'k', '/user/9000000000000000404')).status, 400);
  });
});
