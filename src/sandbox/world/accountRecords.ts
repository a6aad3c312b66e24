import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { FollowGraph } from './followGraph.ts';
import type { ListPlan } from './listPlans.ts';
import type { PostIndex } from './postIndex.ts';
import type { Profile } from './profiles.ts';
import { hashText } from './random.ts';
import { toIsoSeconds } from './snowflake.ts';
import type { Account, Badge } from './world.ts';

/** Counts what every account has and makes its record; the counts are those that paging through the world gives. */
export function makeAccounts(
  profiles: readonly Profile[],
  graph: FollowGraph,
  index: PostIndex,
  lists: readonly ListPlan[],
): readonly Account[] {
  const listed = new Map<number, number>();
  for (const list of lists) {
    for (const member of list.entry.private ? [] : list.members) {
      listed.set(member, (listed.get(member) ?? 0) + 1);
    }
  }
  return profiles.map((profile, number): Account => {
    const posts = index.byAuthor.get(profile.id) ?? [];
    return {
      id: profile.id,
      state: profile.state,
      badge: profile.badge,
      lang: profile.language.code,
      createdAtMs: profile.createdAtMs,
      record: {
        id: profile.id,
        username: profile.handle,
        name: profile.name,
        description: profile.description,
        location: profile.location,
        url: profile.url,
        createdAt: toIsoSeconds(profile.createdAtMs),
        avatarUrl: profile.avatarUrl,
        bannerUrl: profile.bannerUrl,
        verified: profile.badge !== 'none',
        verifiedType: verifiedTypeOf(profile.badge),
        protected: profile.state === 'protected',
        counts: {
          followers: graph.followers[number]?.length ?? 0,
          following: graph.following[number]?.length ?? 0,
          tweets: posts.length,
          likes: index.likeCounts[number] ?? 0,
          media: posts.filter((post) => post.media.length > 0 && post.retweetOfId === undefined).length,
          listed: listed.get(number) ?? 0,
          ...definedOf(profile.given?.counts ?? {}),
        },
        pinnedTweetIds: pinnedOf(profile, index),
        isAutomated: profile.isAutomated,
      },
    };
  });
}

function definedOf(counts: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).flatMap(([name, count]) => (count === undefined ? [] : [[name, count]])));
}

/** What the simple format says of a badge. */
export function verifiedTypeOf(badge: Badge): string | null {
  switch (badge) {
    case 'business':
      return 'Business';
    case 'government':
      return 'Government';
    case 'none':
    case 'blue':
    case 'legacy':
      return null;
  }
}

/** The examples' account pins the start of its thread; of the others, one in four pins its most liked post. */
function pinnedOf(profile: Profile, index: PostIndex): string[] {
  if (profile.given?.pinnedTweetIds !== undefined) {
    return [...profile.given.pinnedTweetIds];
  }
  if (profile.id === exampleValues.userId && index.byId.has(exampleValues.tweetId)) {
    return [exampleValues.tweetId];
  }
  const own = (index.byAuthor.get(profile.id) ?? []).filter(
    (post) => post.retweetOfId === undefined && post.replyToId === undefined,
  );
  const [best] = hashText(profile.id) % 4 === 0 ? own.toSorted((left, right) => right.likes - left.likes) : [];
  return best === undefined ? [] : [best.id];
}
