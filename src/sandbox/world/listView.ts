import type { ListPlan } from './listPlans.ts';
import { type Lazy, once } from './once.ts';
import type { PostIndex } from './postIndex.ts';
import { newestNumberFirst, postsAt } from './postTable.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import type { Account, World } from './world.ts';

type ListPart = Pick<World, 'list' | 'lists' | 'listMembers' | 'listFollowers' | 'listPosts'>;

/** The lists' part of the world. Timelines are merged on first use and kept. */
export function listView(plans: Lazy<readonly ListPlan[]>, index: Lazy<PostIndex>, at: (number: number) => Account): ListPart {
  const byId = once(() => new Map(plans().map((plan) => [plan.entry.id, plan])));
  const timelines = new Map<string, readonly number[]>();
  const people = (numbers: readonly number[] = []) => madeSequence(numbers.length, (position) => at(numbers[position] ?? -1));
  return {
    list: (id) => byId().get(id)?.entry,
    lists: () => sequenceOf(plans().map((plan) => plan.entry)),
    listMembers: (id) => people(byId().get(id)?.members),
    listFollowers: (id) => people(byId().get(id)?.followers),
    listPosts: (id) => {
      const merged = timelines.get(id) ?? mergedPosts(byId().get(id)?.members ?? [], index());
      timelines.set(id, merged);
      return postsAt(index().posts, merged);
    },
  };
}

function mergedPosts(members: readonly number[], { by, posts }: PostIndex): readonly number[] {
  return members
    .flatMap(by)
    .filter((number) => (posts.replyTo[number] ?? -1) < 0)
    .sort(newestNumberFirst(posts));
}
