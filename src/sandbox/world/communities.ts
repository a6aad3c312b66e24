import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import type { PostIndex } from './postIndex.ts';
import { accountCountByState, namedAccountNumbers, pickRandomAccountNumbers, type AccountProfile } from './profiles.ts';
import { createRandom, hashText } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import type { Account } from './accounts.ts';
import words from './texts/words.json' with { type: 'json' };

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
    /** Admins first, then moderators, then members. */
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
