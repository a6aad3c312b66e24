import type { User } from '../../client/schemas/primary.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Lazy } from '../../client/once.ts';
import { listMediaPosts, type PostIndex } from './postIndex.ts';
import { accountCountByState, namedAccountNumbers, type AccountProfile, type VerificationBadge } from './profiles.ts';
import { createRandom, hashText, type Random } from './random.ts';
import { toIsoSeconds } from './snowflake.ts';

type FollowGraph = ReturnType<typeof makeFollowGraph>;

export function makeFollowGraph() {
  const random = createRandom('follows');
  const size = accountCountByState.public + accountCountByState.protected;
  const following = Array.from({ length: size }, (_, follower) => pickFollowedAccounts(random, follower, size));
  const followers: number[][] = Array.from({ length: size }, () => []);
  for (let follower = size - 1; follower >= 0; follower -= 1) {
    for (const target of following[follower] ?? []) followers[target]?.push(follower);
  }
  return { following, followers };
}

/** Squares the random number, so the first accounts have the most followers. */
function pickFollowedAccounts(random: Random, follower: number, size: number): readonly number[] {
  const wanted = follower === namedAccountNumbers.hero ? 140 : random.between(4, 46);
  const targets = new Set<number>(
    follower === namedAccountNumbers.hero ? [namedAccountNumbers.partner] : random.chance(0.82) ? [namedAccountNumbers.hero] : [],
  );
  for (let tries = 0; tries < wanted; tries += 1) {
    const draw = random.next();
    targets.add(Math.floor(draw * draw * size));
  }
  targets.delete(follower);
  return [...targets];
}

/** Creates an account on first use. Its counts match the sandbox's pages. */
export function createAccountFactory(
  profiles: readonly AccountProfile[],
  graph: Lazy<FollowGraph>,
  index: Lazy<PostIndex>,
  listed: Lazy<readonly number[]>,
): (number: number) => Account {
  const create = (profile: AccountProfile, number: number): Account => {
    const counts = {
      followers: graph().followers[number]?.length ?? 0,
      following: graph().following[number]?.length ?? 0,
      tweets: index().by(profile).length,
      likes: index().likeCounts()[number] ?? 0,
      media: listMediaPosts(index(), profile).length,
      listed: listed()[number] ?? 0,
    };
    return toAccount(profile, counts, pickPinnedPostIds(profile, index()));
  };
  const accounts = profiles.map((): Account | undefined => undefined);
  return (number) => {
    const profile = profiles[number];
    if (profile === undefined) throw new RangeError(`there is no account ${number}`);
    return (accounts[number] ??= create(profile, number));
  };
}

/** Organizations also have a subscription badge; the `legacy` badge is older. */
export function hasSubscriptionBadge(badge: VerificationBadge | undefined): boolean {
  return badge === 'blue' || badge === 'business' || badge === 'government';
}

export type Account = ReturnType<typeof toAccount>;

function toAccount(profile: AccountProfile, counts: User['counts'], pinnedTweetIds: string[]) {
  const { id, state, badge, language, createdAtMs, handle, ...shown } = profile;
  const { name, description, location, url, avatarUrl, bannerUrl, isAutomated } = shown;
  const record: User = {
    ...{ id, username: handle, name, description, location, url },
    createdAt: toIsoSeconds(createdAtMs),
    avatarUrl,
    bannerUrl,
    verified: badge !== 'none',
    verifiedType: badge === 'business' ? 'Business' : badge === 'government' ? 'Government' : null,
    protected: state === 'protected',
    counts,
    pinnedTweetIds,
    isAutomated,
  };
  return { id, state, badge, createdAtMs, lang: language.code, record };
}

/** The examples' account pins its thread's first post. A quarter of the others pin their most liked post. */
function pickPinnedPostIds(profile: AccountProfile, { by }: PostIndex): string[] {
  if (profile.id === exampleValues.userId) return [exampleValues.tweetId];
  if (hashText(profile.id) % 4 !== 0) return [];
  const own = by(profile).filter(({ retweetOf, replyTo }) => retweetOf === undefined && replyTo === undefined);
  const [best] = own.toSorted((left, right) => right.likes - left.likes);
  return best === undefined ? [] : [best.id];
}
