import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { parseQuery } from '../../../../src/client/search/parseQuery.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';
import { once } from '../../../../src/client/once.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import { searchPeople } from '../../../../src/sandbox/world/search/searchPosts.ts';
import type { Account } from '../../../../src/sandbox/world/world.ts';

const world = createWorld(1);
const all = once(() => [...iterateSequence(world.accounts())]);

describe('a search for people', () => {
  it('finds what a look at everybody gives, in the same order, page by page', () => {
    const code = fc.nat().map((number) => all()[number % all().length]?.record.username.split('_')[1] ?? '');
    const handle = fc.nat().map((number) => all()[number % all().length]?.record.username ?? '');
    const word = fc.oneof(
      fc.constantFrom('ada', 'mira', 'maps', 'of', 'harbor', 'lighthouse', 'nobody', 'の', '🌿', '地図'),
      code,
      handle,
    );
    const negated = fc.constantFrom('', '-');
    const part = fc.tuple(negated, word).map(([minus, text]) => ({
      text: `${minus}${text}`,
      isWanted: (account: Account) => holds(account, text) !== (minus === '-'),
    }));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.integer({ min: 7, max: 999 }),
        (parts, isAnd, pageSize) => {
          const query = parts.map(({ text }) => text).join(isAnd ? ' ' : ' OR ');
          const found = searchPeople(world, parseQuery(query).root, refuse);
          const pages = Array.from({ length: Math.ceil(found.length / pageSize) }, (_, page) =>
            found.slice(page * pageSize, (page + 1) * pageSize),
          );
          const wanted = all().filter((account) =>
            isAnd ? parts.every((one) => one.isWanted(account)) : parts.some((one) => one.isWanted(account)),
          );
          assert.deepEqual(
            pages.flat().map(({ id }) => id),
            wanted.map(({ id }) => id),
            query,
          );
        },
      ),
      { numRuns: 15 * Number(process.env['SOAK'] ?? 1) },
    );
  });

  it('finds an account by its handle, as a word and as a mention', () => {
    for (const query of [`@${exampleValues.otherHandle}`, exampleValues.otherHandle]) {
      assert.deepEqual(
        searchPeople(world, parseQuery(query).root, refuse)
          .slice(0, 9)
          .map(({ id }) => id),
        [exampleValues.otherUserId],
      );
    }
  });
});

function holds({ record }: Account, word: string): boolean {
  const text = `${record.name} ${record.username} ${record.username.replaceAll('_', ' ')} ${record.description}`.toLowerCase();
  return /[a-z0-9]/.test(word) ? ` ${text.split(/[^\p{L}\p{M}\p{N}_]+/u).join(' ')} `.includes(` ${word} `) : text.includes(word);
}

function refuse(text: string): void {
  throw new Error(`passed over: ${text}`);
}
