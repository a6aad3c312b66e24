import { createAccountFactory, makeFollowGraph, hasSubscriptionBadge } from './accounts.ts';
import { createCommunityAccessors, planCommunities } from './communities.ts';
import { planPosts } from './planPosts.ts';
import { frozenNowMs, defaultMediaBaseUrl as fixedMediaBase } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import { createLazySequence, createPickedSequence } from './lazySequence.ts';
import { createListAccessors, planLists } from './lists.ts';
import { allPlaces, townPlaces } from './places.ts';
import { createPostRegistry } from './postRegistry.ts';
import { indexPosts, capLikerCount, createLikerAtPositionLookup, listProfileTabPosts, type ReactionIndex } from './postIndex.ts';
import { makeAccountProfiles } from './profiles.ts';
import { buildPostSearchIndex } from './search/searchPosts.ts';
import { makeSpaces, createSpaceAccessors } from './spaces.ts';
import type { Account, WorldPost, SliceableSequence, SandboxWorld, WorldJob, WorldTrend, TrendCategory } from './world.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { createRandom, hashText } from './random.ts';
import { readSnowflakeTimeMs } from './snowflake.ts';
import words from './texts/words.json' with { type: 'json' };
import type { Hashflag } from '../../client/schemas/primary.ts';
import { languages } from './languages.ts';

const categories: readonly TrendCategory[] = ['technology', 'sports', 'entertainment', 'politics', 'business'];

/** Most popular first: the examples' hashtag leads, the rest is shuffled by the place. */
function makeTrends(woeid: number, nowMs: number): readonly WorldTrend[] {
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

/** The category of a trend: the same wherever it trends. */
function getTrendCategory(name: string): TrendCategory {
  const known = name.replace('#', '') === exampleValues.hashtag ? 'technology' : undefined;
  return known ?? categories[hashText(name) % categories.length] ?? 'entertainment';
}

/** Hashtags with a picture of their own, some past, some running, some to come. */
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

/** Makes the job listings, newest first. */
function makeJobs(): readonly WorldJob[] {
  const random = createRandom('jobs');
  const jobs = Array.from({ length: 96 }, (_, index): WorldJob => {
    const isExample = index === 0;
    // every second one in the first town, so that the filter has pages to turn
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
 * The world, the same on any machine: about 350 accounts and 8,000 posts. Each part is made on first use and kept, so that this
 * costs nothing by itself.
 */
export function createWorld(mediaBase: string = fixedMediaBase): SandboxWorld {
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
  const maker = once(() => createAccountFactory(profiles(), graph, index, listPlans));
  const at = (number: number): Account => maker()(number);
  const numberById = once(() => new Map(profiles().map(({ id }, number) => [id, number])));
  const byHandle = once(() => new Map(profiles().map(({ handle }, number) => [handle.toLowerCase(), number])));
  const numberOf = (id: string | undefined): number => (id === undefined ? -1 : (numberById().get(id) ?? -1));
  const ifThere = (number: number | undefined): Account | undefined =>
    number === undefined || number < 0 ? undefined : at(number);
  const account = (id: string): Account | undefined => ifThere(numberOf(id));
  const shown = once(() => [...profiles().keys()].filter((number) => profiles()[number]?.state !== 'suspended'));
  const posts = (numbers: readonly number[] | undefined): SliceableSequence<WorldPost> =>
    createPickedSequence(index().posts.at, numbers);
  const post = (id: string): number => index().posts.numberOf(id);
  const reactions = (to: Lazy<ReactionIndex>, id: string): SliceableSequence<WorldPost> => {
    const target = post(id);
    // most are asked for their length alone
    return createLazySequence(to().countOf(target), (position) => index().posts.at(to().to(target)[position] ?? -1));
  };
  const world: SandboxWorld = {
    nowMs,
    account,
    accountByHandle: (handle) => ifThere(byHandle().get(handle.toLowerCase())),
    accounts: () => createPickedSequence(at, shown()),
    post: (id) => (post(id) < 0 ? undefined : index().posts.at(post(id))),
    posts: () => posts(index().public()),
    postsOf: (id, what) => posts(listProfileTabPosts(index(), numberOf(id), what, account(id)?.record.pinnedTweetIds[0])),
    followersOf: (id, kind) =>
      createPickedSequence(
        at,
        graph().followers[numberOf(id)]?.filter((number) => kind === 'all' || hasSubscriptionBadge(profiles()[number]?.badge)),
      ),
    followingOf: (id) => createPickedSequence(at, graph().following[numberOf(id)]),
    isFollowing: (id, otherId) => graph().following[numberOf(id)]?.includes(numberOf(otherId)) ?? false,
    repliesTo: (id) => reactions(index().replies, id),
    quotesOf: (id) => reactions(index().quotes, id),
    retweetersOf: (id) => {
      const { posts, retweets } = index();
      const target = post(id);
      return createLazySequence(retweets().countOf(target), (position) =>
        at(posts.authors[retweets().to(target)[position] ?? -1] ?? -1),
      );
    },
    likersOf: (id) => {
      const { likes, createdAtMs } = index().posts;
      const number = post(id);
      const likerAt = createLikerAtPositionLookup(createdAtMs[number] ?? 0);
      return createLazySequence(capLikerCount(likes[number] ?? 0), (position) => at(likerAt(position)));
    },
    postsTagged: (hashtag) => posts(index().tagged().get(hashtag.toLowerCase())),
    ...createListAccessors(listPlans, index, at),
    ...createCommunityAccessors(communityPlans, index, at),
    ...createSpaceAccessors(spaces, index, account, at),
    job: (id) => jobs().find((job) => job.id === id),
    jobs,
    places: () => allPlaces,
    place: (woeid) => allPlaces.find((place) => place.woeid === woeid),
    trendsAt: (woeid) => makeTrends(woeid, nowMs),
    hashflags: () => makeHashflags(nowMs, mediaBase),
    getSearchIndex: once(() => buildPostSearchIndex(world)),
  };
  return world;
}
