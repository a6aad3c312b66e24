import type { QueryNode } from '../../../client/search/queryNode.ts';
import { eachOf, sequenceOf } from '../sequence.ts';
import type { Account, Sequence, World } from '../world.ts';
import { compileQuery, type Leaf, type Test } from './compileQuery.ts';
import { type PersonTexts, searchCountedPeople } from './searchCountedPeople.ts';
import { textTest } from './textMatch.ts';

/** The accounts whose name, handle or bio match a query, best known first; operators are for posts and passed over (decision 5.31). */
export function searchPeople(world: World, root: QueryNode | null, note: (text: string) => void): Sequence<Account> {
  const leafTests = new Map<Leaf, Test<PersonTexts> | undefined>();
  const test = compileQuery(root, (leaf) => {
    const made = leafTest(leaf, note);
    leafTests.set(leaf, made);
    return made;
  });
  const layers = world.layers?.();
  const isWanted = (account: PersonTexts): boolean => test?.(account) ?? true;
  const found = [...eachOf((layers?.base ?? world).accounts())].filter(({ record }) => isWanted(record));
  return layers === undefined ? sequenceOf(found) : searchCountedPeople(layers.bulk, found, isWanted, [...leafTests.keys()]);
}

function leafTest(leaf: Leaf, note: (text: string) => void): Test<PersonTexts> | undefined {
  switch (leaf.kind) {
    case 'word':
    case 'phrase': {
      const holds = textTest(leaf.text);
      // a handle is one word with underscores; its parts count too
      return ({ name, username, description }) =>
        holds(`${name}\n${username}\n${username.replaceAll('_', ' ')}\n${description}`.toLowerCase());
    }
    case 'hashtag': {
      const tag = `#${leaf.tag}`.toLowerCase();
      return ({ description }) => description.toLowerCase().includes(tag);
    }
    case 'mention': {
      const handle = leaf.handle.toLowerCase();
      return ({ username }) => username.toLowerCase() === handle;
    }
    case 'operator':
      note(`${leaf.name}:${leaf.value} is for tweets and was ignored`);
      return undefined;
  }
}
