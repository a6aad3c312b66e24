import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import type { PostIndex } from './postIndex.ts';
import { accountCountByState, namedAccountNumbers, pickRandomAccountNumbers, type AccountProfile } from './profiles.ts';
import { createRandom, hashText } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import type { Account } from './accounts.ts';
import words from './texts/words.json' with { type: 'json' };
import { compareNewestFirst } from './postRegistry.ts';

type ListPlan = ReturnType<typeof planLists>[number];

export type CommunityPlan = ReturnType<typeof planCommunities>[number];

const { names, rules, colors } = words.communities;

export function planCommunities(profiles: readonly AccountProfile[], mediaBase: string) {
  const random = createRandom('communities');
  return names.map(({ name, description }, index) => {
    const id = (BigInt(exampleValues.communityId) + BigInt(index)).toString();
    const size = index === 0 ? 170 : random.between(24, 120);
    const likeTheExample = [...profiles.keys()].filter(
      (account) => account < accountCountByState.public && profiles[account]?.handle.includes(exampleValues.memberText),
    );
    const first = index === 0 ? [namedAccountNumbers.hero, namedAccountNumbers.partner, ...likeTheExample] : [];
    const members = pickRandomAccountNumbers(random, size, first);
    const entry = {
      id,
      name,
      description,
      purpose: description,
      rules: rules.slice(0, random.between(2, rules.length)),
      inviteOnly: id === landmarks.inviteOnlyCommunityId,
      isNsfw: index === 8,
      createdAtMs: readSnowflakeTimeMs(id) + index * 86_400_000,
      primaryColor: random.pick(colors),
      moderatorCount: index === 0 ? 33 : random.between(1, 8),
      memberCount: members.length,
      adminId: profiles[members[0] ?? -1]?.id ?? exampleValues.userId,
      bannerUrl: `${mediaBase}/community/${id}.svg`,
    };
    return { entry, members };
  });
}

export function createCommunityAccessors(
  plans: Lazy<readonly CommunityPlan[]>,
  index: Lazy<PostIndex>,
  at: (number: number) => Account,
) {
  const byId = once(() => new Map(plans().map((plan) => [plan.entry.id, plan])));
  return {
    community: (id: string) => byId().get(id)?.entry,
    communities: () => plans().map((plan) => plan.entry),
    /** Admins, then moderators, then members. */
    communityMembers: (id: string, role?: CommunityRole) => {
      const plan = byId().get(id);
      const all = plan?.members.map((number, position) => toMember(plan.entry, at(number), position)) ?? [];
      return role === undefined ? all : all.filter((member) => member.role === role);
    },
    communityPosts: (id: string) => index().byCommunity().get(id)?.map(index().book.write) ?? [],
  };
}

type CommunityRole = 'admin' | 'moderator' | 'member';

function toMember(community: CommunityPlan['entry'], account: Account, position: number) {
  const role: CommunityRole = position === 0 ? 'admin' : position <= community.moderatorCount ? 'moderator' : 'member';
  const joinedAtMs = community.createdAtMs + (hashText(`${community.id} ${account.id}`) % 40_000_000) * 1000;
  return { account, role, joinedAtMs };
}

/** The first three lists belong to the examples' account. */
export function planLists(profiles: readonly AccountProfile[], mediaBase: string) {
  const random = createRandom('lists');
  return words.lists.map((name, index) => {
    const id = (BigInt(exampleValues.listId) + BigInt(index)).toString();
    const owner = index < 3 ? namedAccountNumbers.hero : random.below(accountCountByState.public);
    const members = pickRandomAccountNumbers(random, index === 0 ? 130 : random.between(5, 90));
    // the examples' account follows some of other accounts' lists
    const followers = pickRandomAccountNumbers(random, index === 0 ? 110 : random.between(2, 60), [
      index % 4 === 3 ? namedAccountNumbers.hero : namedAccountNumbers.partner,
    ]);
    const entry = {
      id,
      name,
      description: index % 5 === 4 ? '' : `People who write about: ${name.toLowerCase()}.`,
      createdAtMs: readSnowflakeTimeMs(id) + index * 3_600_000,
      ownerId: profiles[owner]?.id ?? exampleValues.userId,
      private: id === landmarks.privateListId,
      pinned: index % 6 === 0,
      bannerUrl: `${mediaBase}/list/${index}.svg`,
      memberCount: members.length,
      followerCount: id === landmarks.privateListId ? 0 : followers.length,
      /** True if the raw response has an `errors` array next to complete data (assumption 6.3). */
      rawHasErrors: id === landmarks.listWithErrorsId,
    };
    return { entry, members, followers: id === landmarks.privateListId ? [] : followers };
  });
}

/** The number of public lists that each account is in, by account number. */
export function countListings(plans: readonly ListPlan[], accountCount: number): readonly number[] {
  const counts = Array<number>(accountCount).fill(0);
  for (const member of plans.flatMap(({ entry, members }) => (entry.private ? [] : members))) {
    counts[member] = (counts[member] ?? 0) + 1;
  }
  return counts;
}

export function createListAccessors(
  plans: Lazy<readonly ListPlan[]>,
  profiles: Lazy<readonly AccountProfile[]>,
  index: Lazy<PostIndex>,
  at: (number: number) => Account,
) {
  const byId = once(() => new Map(plans().map((plan) => [plan.entry.id, plan])));
  return {
    list: (id: string) => byId().get(id)?.entry,
    lists: () => plans().map((plan) => plan.entry),
    listMembers: (id: string) => byId().get(id)?.members.map(at) ?? [],
    listFollowers: (id: string) => byId().get(id)?.followers.map(at) ?? [],
    listPosts: (id: string) => {
      const { by, book } = index();
      const members =
        byId()
          .get(id)
          ?.members.flatMap((number) => profiles()[number] ?? []) ?? [];
      const posts = members.flatMap(by).filter(({ replyTo }) => replyTo === undefined);
      return posts.sort(compareNewestFirst).map(book.write);
    },
  };
}
