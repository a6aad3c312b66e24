import type { ListPlan } from './listPlans.ts';
import { type Lazy, once } from './once.ts';
import { newestFirst, type PostIndex } from './postIndex.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import type { Account, Post, World } from './world.ts';

type ListPart = Pick<World, 'list' | 'lists' | 'listMembers' | 'listFollowers' | 'listPosts'>;

/** The lists' part of the world. Timelines are merged on first use and kept. */
export function listView(plans: Lazy<readonly ListPlan[]>, index: Lazy<PostIndex>, at: (number: number) => Account): ListPart {
  const byId = once(() => new Map(plans().map((plan) => [plan.entry.id, plan])));
  const timelines = new Map<string, readonly Post[]>();
  const people = (numbers: readonly number[] = []) => madeSequence(numbers.length, (position) => at(numbers[position] ?? -1));
  return {
    list: (id) => byId().get(id)?.entry,
    lists: () => sequenceOf(plans().map((plan) => plan.entry)),
    listMembers: (id) => people(byId().get(id)?.members),
    listFollowers: (id) => people(byId().get(id)?.followers),
    listPosts: (id) => {
      const merged = timelines.get(id) ?? mergedPosts((byId().get(id)?.members ?? []).map(at), index());
      timelines.set(id, merged);
      return sequenceOf(merged);
    },
  };
}

function mergedPosts(members: readonly Account[], index: PostIndex): readonly Post[] {
  return members
    .flatMap((member) => index.byAuthor.get(member.id) ?? [])
    .filter((post) => post.replyToId === undefined)
    .sort(newestFirst);
}
