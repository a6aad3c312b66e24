import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { wireFaults } from '../../../src/sandbox/faults/faultRuleSchema.ts';
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

/** What the page says that is no behaviour of the sandbox, and why it stands there. */
const statesNothing: Readonly<Record<string, string>> = {
  'Tests use it to see what a client does when all is well, and, above all, when it is not.': 'says what it is for',
};

const unitLike = (pattern: RegExp): string => units.find((unit) => pattern.test(unit)) ?? '';

describe('docs/sandbox.md', () => {
  const facts: readonly Fact[] = [
    ...startFacts,
    ...processFacts(unitLike(/^\{"primary"/), get),
    ...reservedFacts(units.filter((unit) => /^\| (primary|gateway) \|/.test(unit))),
    ...worldFacts,
    ...faultFacts,
    ...controlFacts(unitLike(/^curl /), unitLike(/^const headers/)),
    ...limitFacts,
  ];
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  it('says nothing that no test holds, and each thing once', () => {
    const held = facts.flatMap(({ says }) => says);
    assert.deepEqual(
      units.filter((unit) => !held.includes(unit) && !(unit in statesNothing)),
      [],
    );
    assert.equal(new Set(units).size, units.length);
  });

  it('says all that the tests hold', () => {
    const said = [...facts.flatMap(({ says }) => says), ...Object.keys(statesNothing)];
    assert.deepEqual(
      said.filter((unit) => !units.includes(unit)),
      [],
    );
    assert.equal(new Set(said).size, said.length);
  });

  it('names every option of the command line and every kind of fault, and no other', () => {
    const options = page.slice(page.indexOf('## Start'), page.indexOf('## Reserved values'));
    assert.deepEqual(optionNames(options), knownOptions);
    const kinds = page.slice(page.indexOf('| kind |'), page.indexOf('## Control')).matchAll(/^\| `(\w+)` \|/gm);
    assert.deepEqual(new Set([...kinds].map(([, kind]) => kind)), new Set(wireFaults));
  });

  for (const { says, holds } of facts) {
    it(`is true: ${(says[0] ?? '').slice(0, 120)}${says.length > 1 ? ` (and ${says.length - 1} more)` : ''}`, async () => {
      await holds(sandbox);
    });
  }
});

describe('the pieces of a page', () => {
  it('are its sentences, rows, examples and generated lines, without headings', () => {
    const text =
      '# A page\n\nOne `a. B` sentence\nof two lines. 2 is next!\n- An item.\n\n| a | b |\n| --- | --- |\n| `x` | y |\n' +
      '\n```sh\nls\n# a comment\n```\n\n<!-- g:start -->\n\n- one. Two.\n- three\n\n<!-- g:end -->\nLast.\n';
    assert.deepEqual(pageUnits(text), [
      ...['One `a. B` sentence of two lines.', '2 is next!', 'An item.', '| `x` | y |'],
      ...['ls\n# a comment', '- one. Two.', '- three', 'Last.'],
    ]);
  });
});
