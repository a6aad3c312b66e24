import type { CommunityPlan } from './communityPlans.ts';
import type { Community } from './groupEntities.ts';
import { type Lazy, once } from './once.ts';
import { pictureAddress } from './pictureAddress.ts';
import type { PostIndex } from './postIndex.ts';
import { postsAt } from './postTable.ts';
import { hashText } from './random.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import type { Account, CommunityMember, CommunityRole, Sequence, World } from './world.ts';

type CommunityPart = Pick<World, 'community' | 'communities' | 'communityMembers' | 'communityPosts'>;

/** The communities' part of the world. */
export function communityView(
  plans: Lazy<readonly CommunityPlan[]>,
  index: Lazy<PostIndex>,
  at: (number: number) => Account,
  mediaBase: string,
): CommunityPart {
  const communities = once(() => plans().map((plan) => toCommunity(plan, at, mediaBase)));
  const byId = once(() => new Map(plans().map((plan) => [plan.id, plan])));
  return {
    community: (id) => communities().find((community) => community.id === id),
    communities: () => sequenceOf(communities()),
    communityMembers: (id, role) => {
      const plan = byId().get(id);
      return plan === undefined ? sequenceOf([]) : membersOf(plan, role, at);
    },
    communityPosts: (id) => postsAt(index().posts, index().byCommunity().get(id)),
  };
}

function membersOf(
  plan: CommunityPlan,
  role: CommunityRole | undefined,
  at: (number: number) => Account,
): Sequence<CommunityMember> {
  const [start, end] = rangeOf(plan, role);
  return madeSequence(end - start, (position) => {
    const account = at(plan.members[start + position] ?? -1);
    return {
      account,
      role: roleAt(plan, start + position),
      joinedAtMs: plan.createdAtMs + (hashText(`${plan.id} ${account.id}`) % 40_000_000) * 1000,
    };
  });
}

function rangeOf(plan: CommunityPlan, role: CommunityRole | undefined): readonly [number, number] {
  const firstMember = 1 + plan.moderatorCount;
  switch (role) {
    case 'admin':
      return [0, 1];
    case 'moderator':
      return [1, firstMember];
    case 'member':
      return [firstMember, plan.members.length];
    case undefined:
      return [0, plan.members.length];
  }
}

function roleAt(plan: CommunityPlan, position: number): CommunityRole {
  if (position === 0) {
    return 'admin';
  }
  return position <= plan.moderatorCount ? 'moderator' : 'member';
}

function toCommunity(plan: CommunityPlan, at: (number: number) => Account, mediaBase: string): Community {
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    purpose: plan.purpose,
    createdAtMs: plan.createdAtMs,
    adminId: at(plan.members[0] ?? -1).id,
    rules: plan.rules,
    bannerUrl: pictureAddress(mediaBase, `community/${plan.id}.png`),
    primaryColor: plan.color,
    inviteOnly: plan.inviteOnly,
    isNsfw: plan.isNsfw,
    memberCount: plan.members.length,
    moderatorCount: plan.moderatorCount,
  };
}
