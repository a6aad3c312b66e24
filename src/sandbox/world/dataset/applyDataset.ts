import type { CommunityPlan } from '../communityPlans.ts';
import type { FollowGraph } from '../followGraph.ts';
import type { ListPlan } from '../listPlans.ts';
import { type Lazy, once } from '../once.ts';
import { newestFirst } from '../postIndex.ts';
import { type PostTable, tableOf } from '../postTable.ts';
import { languages, type Profile } from '../profiles.ts';
import { snowflakeTime } from '../snowflake.ts';
import type { Badge, Post } from '../world.ts';
import { DatasetError } from './datasetError.ts';
import type { CommunityRecord, Dataset, ListRecord, TweetEntry, UserEntry } from './datasetSchema.ts';

/** The profiles of the world with those of the file: in the place of the same id, the others behind. */
export function withUsers(profiles: readonly Profile[], users: readonly UserEntry[]): readonly Profile[] {
  const given = new Map(users.map((user) => [user.id, user]));
  const there = new Set(profiles.map((profile) => profile.id));
  const kept = profiles.map((profile) => {
    const user = given.get(profile.id);
    return user === undefined ? profile : toProfile(user, profile);
  });
  const all = [...kept, ...users.filter((user) => !there.has(user.id)).map((user) => toProfile(user, undefined))];
  const byHandle = new Map<string, string>();
  for (const { id, handle } of [...all].sort((left, right) => Number(given.has(left.id)) - Number(given.has(right.id)))) {
    const other = byHandle.get(handle.toLowerCase());
    if (other !== undefined) {
      const index = users.findIndex((user) => user.id === id);
      throw new DatasetError(`users[${index}].username`, `${JSON.stringify(handle)} is the handle of the account ${other}`);
    }
    byHandle.set(handle.toLowerCase(), id);
  }
  return all;
}

function toProfile(user: UserEntry, replaced: Profile | undefined): Profile {
  const [english] = languages;
  const language = replaced?.language ?? english;
  if (language === undefined) {
    throw new RangeError('the world has no language');
  }
  return {
    id: user.id,
    handle: user.username,
    name: user.name ?? user.username,
    description: user.description ?? '',
    location: user.location ?? '',
    url: user.url ?? null,
    avatarUrl: user.avatarUrl ?? null,
    bannerUrl: user.bannerUrl ?? null,
    createdAtMs: user.createdAt === undefined ? (momentOf(user.id) ?? Date.UTC(2020, 0, 1)) : Date.parse(user.createdAt),
    language,
    badge: badgeOf(user),
    state: user.protected === true ? 'protected' : 'active',
    isAutomated: user.isAutomated ?? false,
    given: { counts: user.counts, pinnedTweetIds: user.pinnedTweetIds },
  };
}

function badgeOf({ verified, verifiedType }: UserEntry): Badge {
  switch (verifiedType) {
    case 'Business':
      return 'business';
    case 'Government':
      return 'government';
    default:
      return verified === true ? 'blue' : 'none';
  }
}

/** The moment in an id that is long enough to have one. */
function momentOf(id: string): number | undefined {
  return id.length >= 15 ? snowflakeTime(id) : undefined;
}

/** Finds accounts by what a file calls them. */
export type FindPerson = (person: string | { readonly id: string }, place: string) => number;

/** @throws DatasetError where there is no such account */
export function personFinder(profiles: readonly Profile[]): FindPerson {
  const numbers = once(
    () =>
      new Map(
        profiles.flatMap(({ id, handle }, number) => [[id, number] as const, [`@${handle.toLowerCase()}`, number] as const]),
      ),
  );
  return (person, place) => {
    const name = typeof person === 'string' ? person : person.id;
    const number = numbers().get(name.toLowerCase());
    if (number === undefined) {
      throw new DatasetError(place, `there is no account ${name}`);
    }
    return number;
  };
}

/** The posts of the world with those of the file, in the place of the same id. */
export function withTweets(
  table: PostTable,
  tweets: readonly TweetEntry[],
  profiles: readonly Profile[],
  communities: Lazy<readonly CommunityPlan[]>,
  find: Lazy<FindPerson>,
  nowMs: number,
): PostTable {
  const all = tweets.length === 0 ? table : tableOf(merged(table, tweets, profiles, communities(), find(), nowMs), profiles);
  checkPins(profiles, all);
  return all;
}

function merged(
  { authors, at }: PostTable,
  tweets: readonly TweetEntry[],
  profiles: readonly Profile[],
  communities: readonly CommunityPlan[],
  find: FindPerson,
  nowMs: number,
): readonly Post[] {
  const posts = [...authors.keys()].map(at);
  const given = new Set(tweets.map((tweet) => tweet.id));
  const kept = posts.filter((post) => !given.has(post.id));
  const parents = new Map(kept.map((post) => [post.id, post.replyToId]));
  for (const tweet of tweets) {
    parents.set(tweet.id, tweet.replyTo?.tweetId);
  }
  const rootOf = (tweet: TweetEntry, place: string): string => {
    const seen = new Set<string>();
    let id = tweet.id;
    for (let above = parents.get(id); above !== undefined; above = parents.get(id)) {
      if (seen.has(id)) {
        throw new DatasetError(place, 'the replies go round in a circle');
      }
      seen.add(id);
      id = above;
    }
    return id;
  };
  const added = tweets.map((tweet, index): Post => {
    const place = `tweets[${index}]`;
    const known = (id: string | undefined, field: string): string | undefined => {
      if (id !== undefined && !parents.has(id)) {
        throw new DatasetError(`${place}.${field}`, `there is no post ${id}`);
      }
      return id;
    };
    const replyToId = known(tweet.replyTo?.tweetId, 'replyTo.tweetId');
    const quotedId = known(tweet.quoted?.id, 'quoted.id');
    if (tweet.communityId !== undefined && !communities.some((community) => community.id === tweet.communityId)) {
      throw new DatasetError(`${place}.communityId`, `there is no community ${tweet.communityId}`);
    }
    const retweetOfId = known(tweet.retweetOf?.id, 'retweetOf.id');
    const createdAtMs = tweet.createdAt === undefined ? (momentOf(tweet.id) ?? nowMs) : Date.parse(tweet.createdAt);
    if (createdAtMs > nowMs) {
      throw new DatasetError(`${place}.createdAt`, `${new Date(createdAtMs).toISOString()} is later than the clock of the world`);
    }
    return {
      id: tweet.id,
      authorId: profiles[find(tweet.author, `${place}.author`)]?.id ?? '',
      createdAtMs,
      text: tweet.text,
      lang: tweet.lang ?? 'und',
      conversationId: rootOf(tweet, `${place}.replyTo`),
      replyToId,
      quotedId,
      retweetOfId,
      communityId: tweet.communityId,
      spaceId: undefined,
      media: tweet.media ?? [],
      urls: tweet.urls ?? [],
      hashtags: tweet.hashtags ?? [],
      mentions: tweet.mentions ?? [],
      source: tweet.source ?? 'Web App',
      article: undefined,
      geo: undefined,
      sensitive: false,
      likes: tweet.counts?.likes ?? 0,
      bookmarks: tweet.counts?.bookmarks ?? 0,
      views: tweet.counts?.views ?? 0,
    };
  });
  // replaced posts may stand in a conversation of another root now
  return [...kept.map((post) => rerooted(post, parents)), ...added].sort(newestFirst);
}

function rerooted(post: Post, parents: ReadonlyMap<string, string | undefined>): Post {
  let root = post.id;
  for (let above = post.replyToId; above !== undefined; above = parents.get(above)) {
    root = above;
  }
  return root === post.conversationId ? post : { ...post, conversationId: root };
}

function checkPins(profiles: readonly Profile[], { authors, numberOf }: PostTable): void {
  profiles.forEach(({ handle, given }, account) => {
    for (const pinned of given?.pinnedTweetIds ?? []) {
      if (authors[numberOf(pinned)] !== account) {
        throw new DatasetError(`users[@${handle}].pinnedTweetIds`, `${pinned} is no post of this account`);
      }
    }
  });
}

/** The ties of the world, and those of the file before them: they are the newest. */
export function withFollows(
  graph: FollowGraph,
  profiles: readonly Profile[],
  follows: Dataset['follows'],
  find: FindPerson,
): FollowGraph {
  if (follows === undefined) {
    return graph;
  }
  const following = profiles.map((_, number) => [...(graph.following[number] ?? [])]);
  const followers = profiles.map((_, number) => [...(graph.followers[number] ?? [])]);
  follows.forEach((tie, index) => {
    const from = find(tie.from, `follows[${index}].from`);
    const to = find(tie.to, `follows[${index}].to`);
    if (from === to) {
      throw new DatasetError(`follows[${index}]`, 'nobody follows themselves');
    }
    if (following[from]?.includes(to) === false) {
      following[from].unshift(to);
      followers[to]?.unshift(from);
    }
  });
  return { following, followers };
}

/** The lists of the world with those of the file. */
export function withLists(
  plans: readonly ListPlan[],
  lists: readonly ListRecord[],
  profiles: readonly Profile[],
  find: FindPerson,
): readonly ListPlan[] {
  const made = lists.map((list, index): ListPlan => {
    const place = `lists[${index}]`;
    const people = (names: readonly string[], field: string): readonly number[] => [
      ...new Set(names.map((name, position) => find(name, `${place}.${field}[${position}]`))),
    ];
    const members = people(list.members ?? [], 'members');
    const followers = list.private === true ? [] : people(list.followers ?? [], 'followers');
    return {
      entry: {
        id: list.id,
        name: list.name,
        description: list.description ?? '',
        createdAtMs: list.createdAt === undefined ? (momentOf(list.id) ?? Date.UTC(2020, 0, 1)) : Date.parse(list.createdAt),
        ownerId: profiles[find(list.owner, `${place}.owner`)]?.id ?? '',
        private: list.private ?? false,
        pinned: false,
        bannerUrl: list.bannerUrl ?? '',
        memberCount: members.length,
        followerCount: followers.length,
        rawHasErrors: false,
      },
      members,
      followers,
    };
  });
  const given = new Map(made.map((plan) => [plan.entry.id, plan]));
  const there = new Set(plans.map((plan) => plan.entry.id));
  return [...plans.map((plan) => given.get(plan.entry.id) ?? plan), ...made.filter((plan) => !there.has(plan.entry.id))];
}

/** The communities of the world with those of the file. */
export function withCommunities(
  plans: readonly CommunityPlan[],
  communities: readonly CommunityRecord[],
  find: FindPerson,
): readonly CommunityPlan[] {
  const made = communities.map((community, index): CommunityPlan => {
    const place = `communities[${index}]`;
    const admin = find(community.admin, `${place}.admin`);
    const people = (names: readonly string[] | undefined, field: string): readonly number[] =>
      (names ?? []).map((name, position) => find(name, `${place}.${field}[${position}]`));
    const moderators = new Set(people(community.moderators, 'moderators').filter((number) => number !== admin));
    const members = people(community.members, 'members').filter((number) => number !== admin && !moderators.has(number));
    return {
      id: community.id,
      name: community.name,
      description: community.description ?? '',
      purpose: community.description ?? '',
      rules: community.rules ?? [],
      inviteOnly: /invit|closed|restricted/i.test(community.joinPolicy ?? ''),
      isNsfw: community.isNsfw ?? false,
      createdAtMs:
        community.createdAt === undefined ? (momentOf(community.id) ?? Date.UTC(2020, 0, 1)) : Date.parse(community.createdAt),
      color: 'blue',
      ...(typeof community.bannerUrl === 'string' ? { bannerUrl: community.bannerUrl } : {}),
      members: [...new Set([admin, ...moderators, ...members])],
      moderatorCount: moderators.size,
    };
  });
  const given = new Map(made.map((plan) => [plan.id, plan]));
  const there = new Set(plans.map((plan) => plan.id));
  return [...plans.map((plan) => given.get(plan.id) ?? plan), ...made.filter((plan) => !there.has(plan.id))];
}
