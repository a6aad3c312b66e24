import { type Account, createAccountFactory, makeFollowGraph, hasSubscriptionBadge } from './accounts.ts';
import { allPlaces, townPlaces } from './places.ts';
import { languages, type AccountProfile, makeAccountProfiles } from './profiles.ts';
import { countListings, createListAccessors, planLists, createCommunityAccessors, planCommunities } from './groups.ts';
import { planPosts } from './planPosts.ts';
import { frozenNowMs, defaultMediaBaseUrl } from './landmarks.ts';
import { once } from '../../client/once.ts';
import { createPostRegistry, type PlannedPost, type WorldPost } from './postRegistry.ts';
import { indexPosts, listLikerNumbers, listProfileTabPosts, type ProfileTab } from './postIndex.ts';
import { makeSpaces, createSpaceAccessors } from './spaces.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { createRandom, hashText } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import words from './texts/words.json' with { type: 'json' };
import type { Hashflag } from '../../client/schemas/primary.ts';

/** The gateway's categories, without `all`. */
const categories = ['technology', 'sports', 'entertainment', 'politics', 'business'] as const;

/** Most popular first: the examples' hashtag, then the others in an order that depends on the place. */
function makeTrends(woeid: number, nowMs: number) {
  const random = createRandom(`trends ${woeid}`);
  const names = [...new Set(languages.flatMap((language) => language.tags).map((tag) => `#${tag}`)), ...words.trends];
  const shuffled = names
    .filter((name) => name !== `#${exampleValues.hashtag}`)
    .map((name) => ({ name, order: random.next() }))
    .sort((left, right) => left.order - right.order);
  const size = woeid === 1 ? 60 : random.between(18, 50);
  return [`#${exampleValues.hashtag}`, ...shuffled.map((entry) => entry.name)].slice(0, size).map((name, rank) => ({
    name,
    volume: random.chance(0.25) ? undefined : Math.floor(900_000 / (rank + 1)) + random.below(900),
    category: getTrendCategory(name),
    sinceMs: nowMs - random.between(1, 40) * 1_800_000,
  }));
}

function getTrendCategory(name: string): (typeof categories)[number] {
  const known = name.replace('#', '') === exampleValues.hashtag ? 'technology' : undefined;
  return known ?? categories[hashText(name) % categories.length] ?? 'entertainment';
}

/** Some are over, some active, some in the future. */
function makeHashflags(nowMs: number, mediaBase: string): readonly Hashflag[] {
  const random = createRandom('hashflags');
  return languages
    .flatMap((language) => language.tags.slice(0, 2))
    .map((hashtag, index) => {
      const start = nowMs + random.between(-200, 40) * 86_400_000;
      return {
        hashtag,
        starting_timestamp_ms: start,
        ending_timestamp_ms: start + random.between(3, 90) * 86_400_000,
        asset_url: `${mediaBase}/hashflag/${index}.svg`,
        is_hashfetti_enabled: random.chance(0.2),
      };
    });
}

const { roles, levels, companies } = words.jobs;
const currencies = ['EUR', 'USD', 'GBP', 'JPY'] as const;

function makeJobs() {
  const random = createRandom('jobs');
  const jobs = Array.from({ length: 96 }, (_, index) => {
    const isExample = index === 0;
    // half of them in the first town, so its filter has several pages
    const place = index % 2 === 0 ? townPlaces[0] : random.pick(townPlaces);
    const id = (BigInt(exampleValues.jobId) + BigInt(index) * 1_509_949_440_000_000n).toString();
    const title = isExample
      ? 'Senior Software Engineer'
      : `${random.pick(levels)}${index % 4 === 0 ? 'Engineer' : random.pick(roles)}`;
    const min = random.between(28, 90) * 1000;
    const currency = random.pick(currencies);
    return {
      id,
      title,
      company: random.pick(companies),
      locationId: place?.locationId ?? exampleValues.jobLocationId,
      location: place === undefined ? exampleValues.placeName : `${place.name}, ${place.country}`,
      description: `${title}, to start soon.\n\n• Good coffee\n• A window\n• Work on things that matter to the neighbourhood`,
      salary: random.chance(0.6) ? { min, max: min + random.between(2, 30) * 1000, currency } : undefined,
      url: `https://jobs.example/${id}`,
      createdAtMs: readSnowflakeTimeMs(id),
    };
  });
  return jobs.toReversed();
}

/**
 * Sample data for all responses, the same on any machine: about 350 accounts and 8,000 posts. Each part is created on first use.
 * Posts are newest first. Protected and suspended accounts' posts are only in `post` and that account's `postsOf`.
 */
export function createWorld(mediaBase: string = defaultMediaBaseUrl) {
  const nowMs = frozenNowMs;
  const profiles = once(() => makeAccountProfiles(nowMs, mediaBase));
  const graph = once(() => makeFollowGraph());
  const communityPlans = once(() => planCommunities(profiles(), mediaBase));
  const listPlans = once(() => planLists(profiles(), mediaBase));
  const spaces = once(() => makeSpaces(nowMs, profiles()));
  const jobs = once(() => makeJobs());
  const index = once(() => {
    const book = planPosts(createPostRegistry(profiles(), nowMs, mediaBase), communityPlans, spaces());
    return indexPosts(book, profiles());
  });
  const listed = once(() => countListings(listPlans(), profiles().length));
  const createAccount = once(() => createAccountFactory(profiles(), graph, index, listed));
  const at = (number: number): Account => createAccount()(number);
  const byId = once(() => new Map(profiles().map((profile) => [profile.id, profile])));
  const byHandle = once(() => new Map(profiles().map((profile) => [profile.handle.toLowerCase(), profile])));
  const ifThere = (profile: AccountProfile | undefined): Account | undefined => profile && at(profile.number);
  const account = (id: string): Account | undefined => ifThere(byId().get(id));
  const write = (posts: readonly PlannedPost[] = []): readonly WorldPost[] => posts.map(index().book.write);
  const find = (id: string): PlannedPost | undefined => index().book.find(id);
  const reactions = (kind: 'replies' | 'quotes' | 'retweets', id: string): readonly PlannedPost[] =>
    index()[kind]().get(find(id)) ?? [];
  const following = (id: string): readonly number[] => graph().following[byId().get(id)?.number ?? -1] ?? [];
  return {
    nowMs,
    account,
    /** Case-insensitive, without `@`. */
    accountByHandle: (handle: string) => ifThere(byHandle().get(handle.toLowerCase())),
    /** Without suspended accounts; best known first. */
    accounts: once(() => profiles().flatMap(({ state, number }) => (state === 'suspended' ? [] : [at(number)]))),
    post: (id: string | undefined) => {
      const post = id === undefined ? undefined : find(id);
      return post === undefined ? undefined : index().book.write(post);
    },
    posts: once(() => write(index().public())),
    /** The `posts` and `postsAndReplies` tabs have the pinned post twice: first, and at its time. */
    postsOf: (id: string, tab: ProfileTab) => {
      const profile = byId().get(id);
      const pinned = account(id)?.record.pinnedTweetIds[0];
      return profile === undefined ? [] : write(listProfileTabPosts(index(), profile, tab, pinned));
    },
    followersOf: (id: string, kind: 'all' | 'verified') => {
      const numbers = graph().followers[byId().get(id)?.number ?? -1] ?? [];
      return numbers.filter((number) => kind === 'all' || hasSubscriptionBadge(profiles()[number]?.badge)).map(at);
    },
    followingOf: (id: string) => following(id).map(at),
    isFollowing: (id: string, otherId: string) => following(id).includes(byId().get(otherId)?.number ?? -1),
    /** Direct replies, newest first. */
    repliesTo: (id: string) => write(reactions('replies', id)),
    quotesOf: (id: string) => write(reactions('quotes', id)),
    retweetersOf: (id: string) => reactions('retweets', id).map(({ author }) => at(author.number)),
    /** Counts them without creating posts. */
    countReactions: (id: string) => ({
      replies: reactions('replies', id).length,
      quotes: reactions('quotes', id).length,
      retweets: reactions('retweets', id).length,
    }),
    likersOf: (id: string) => {
      const post = find(id);
      return post === undefined ? [] : listLikerNumbers(post).map(at);
    },
    /** Public posts with a hashtag, case-insensitive, without `#`. */
    postsTagged: (hashtag: string) => write(index().tagged().get(hashtag.toLowerCase())),
    ...createListAccessors(listPlans, profiles, index, at),
    ...createCommunityAccessors(communityPlans, index, at),
    ...createSpaceAccessors(spaces, index, account, at),
    job: (id: string) => jobs().find((job) => job.id === id),
    jobs,
    places: () => allPlaces,
    place: (woeid: number) => allPlaces.find((place) => place.woeid === woeid),
    trendsAt: (woeid: number) => makeTrends(woeid, nowMs),
    hashflags: () => makeHashflags(nowMs, mediaBase),
  };
}
