import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { wireFaults } from '../../../src/sandbox/faultRules.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { controlFacts } from './document/controlFacts.ts';
import type { Fact } from './document/fact.ts';
import { faultFacts } from './document/faultFacts.ts';
import { limitFacts } from './document/limitFacts.ts';
import { pageUnits } from './document/pageUnits.ts';
import { processFacts } from './document/processFacts.ts';
import { knownOptions, optionNames, startFacts } from './document/startFacts.ts';
import { reservedFacts, worldFacts } from './document/worldFacts.ts';
import { get } from './testSandbox.ts';

const page = await readFile(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
const units = pageUnits(page);

const unitLike = (pattern: RegExp): string => units.find((unit) => pattern.test(unit)) ?? '';

describe('docs/sandbox.md', () => {
  const facts: readonly Fact[] = [
    ...startFacts,
    ...processFacts(unitLike(/^\{"primary"/), get),
    ...reservedFacts(units.filter((unit) => /^\| (primary|gateway) \|/.test(unit))),
    ...worldFacts,
    ...faultFacts,
    ...controlFacts,
    ...limitFacts,
  ];
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it('has exactly the command-line options and the fault kinds', () => {
    const options = page.slice(page.indexOf('## Start'), page.indexOf('## Reserved values'));
    assert.deepEqual(optionNames(options.replaceAll('npx --no-install', 'npx')), knownOptions);
    const kinds = page.slice(page.indexOf('| kind |'), page.indexOf('## Control')).matchAll(/^\| `(\w+)` \|/gm);
    assert.deepEqual(new Set([...kinds].map(([, kind]) => kind)), new Set(wireFaults));
  });

  for (const { says, holds } of facts) {
    it(`is true: ${(says[0] ?? '').slice(0, 120)}${says.length > 1 ? ` (and ${says.length - 1} more)` : ''}`, async () => {
      await holds(sandbox);
    });
  }
});
