import type { QueryNode } from '../../../client/search/queryNode.ts';
import { eachOf } from '../lazy.ts';
import type { Account, Sequence, World } from '../world.ts';
import { compileQuery, type Leaf, type Test } from './searchPosts.ts';
import { textTest } from './textMatch.ts';

/** The accounts whose name, handle or bio match a query, best known first; operators are for posts and passed over (decision 5.31). */
export function searchPeople(world: World, root: QueryNode | null, note: (text: string) => void): Sequence<Account> {
  const test = compileQuery(root, (leaf) => leafTest(leaf, note));
  return [...eachOf(world.accounts())].filter(({ record }) => test?.(record) ?? true);
}

function leafTest(leaf: Leaf, note: (text: string) => void): Test<Account['record']> | undefined {
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
