import { makeAccounts } from './accountRecords.ts';
import { communityView } from './communityView.ts';
import { planCommunities } from './communityPlans.ts';
import { createBulk } from './bulk/createBulk.ts';
import { joinBulk } from './joinBulk.ts';
import { bulkSizes, type WorldSize } from './bulk/worldSize.ts';
import { writeConversations, writeHugeThread } from './conversations.ts';
import { personFinder, withCommunities, withFollows, withLists, withTweets, withUsers } from './dataset/applyDataset.ts';
import type { Dataset } from './dataset/datasetSchema.ts';
import { writeEchoes } from './echoes.ts';
import { makeFollowGraph } from './followGraph.ts';
import { makeJobs } from './jobListings.ts';
import { frozenNowMs } from './landmarks.ts';
import { listView } from './listView.ts';
import { planLists } from './listPlans.ts';
import { writeOriginals } from './originals.ts';
import { once } from './once.ts';
import { nowhereMediaBase } from './pictureAddress.ts';
import { allPlaces } from './places.ts';
import { createPostBook, likerCount, likersOf } from './postBook.ts';
import { indexPosts, postsOfTab } from './postIndex.ts';
import { makeProfiles } from './profiles.ts';
import { createRandom } from './random.ts';
import { readPosts } from './search/searchPosts.ts';
import { writeScripts } from './scriptTexts.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import { makeSpaces } from './spaceRooms.ts';
import { spaceView } from './spaceView.ts';
import { makeHashflags, makeTrends } from './trendTables.ts';
import type { Account, Post, Sequence, World } from './world.ts';

/** What a world is made with, beside its seed. */
export interface WorldOptions {
  /** How much there is in it; default small. */
  readonly size?: WorldSize;
  /** What the addresses of its pictures start with; default nowhereMediaBase. */
  readonly mediaBase?: string;
  /** The moment at which it stands still, milliseconds since 1970; default frozenNowMs, and never before it. */
  readonly nowMs?: number;
  /** People, posts and so on that come into it or take the place of others. */
  readonly dataset?: Dataset;
}

/**
 * The world of a seed, the same on any machine: small about 350 accounts and 8,000 posts; medium ten times that;
 * large 200,000 accounts and a million posts more, which are computed when somebody asks for them.
 * The small world is part of the others. Each part is made on first use, so that this costs nothing by itself.
 * @param seed an integer from 0 to 2^32 - 1
 * @throws DatasetError when the dataset refers to what is not there; RangeError for a clock before the reserved posts
 */
export function createWorld(seed: number, options: WorldOptions = {}): World {
  const bulk = bulkSizes[options.size ?? 'small'];
  if ((options.nowMs ?? frozenNowMs) < frozenNowMs) {
    throw new RangeError('the clock of a world starts at 2026-06-15T12:00:00Z');
  }
  const base = createSmallWorld(seed, options);
  if (options.dataset !== undefined) {
    base.account(''); // all that the dataset refers to is looked up now, so that a wrong one starts nothing
  }
  return bulk === undefined
    ? base
    : joinBulk(
        base,
        once(() => createBulk(seed, bulk, base.nowMs, options.mediaBase ?? nowhereMediaBase)),
      );
}

function createSmallWorld(seed: number, options: WorldOptions): World {
  const nowMs = options.nowMs ?? frozenNowMs;
  const { users = [], tweets = [], lists = [], communities = [], follows } = options.dataset ?? {};
  const mediaBase = options.mediaBase ?? nowhereMediaBase;
  const made = once(() => makeProfiles(seed, nowMs, mediaBase));
  const profiles = once(() => withUsers(made(), users));
  const find = once(() => personFinder(profiles()));
  const graph = once(() => withFollows(makeFollowGraph(seed), profiles(), follows, find()));
  const communityPlans = once(() => withCommunities(planCommunities(seed, made()), communities, find()));
  const listPlans = once(() => withLists(planLists(seed, made(), mediaBase), lists, profiles(), find()));
  const spaces = once(() => makeSpaces(seed, nowMs, made()));
  const jobs = once(() => makeJobs(seed));
  const index = once(() => {
    const book = createPostBook(createRandom(seed, 'posts'), profiles(), nowMs, mediaBase);
    writeOriginals(book, planCommunities(seed, made()), spaces());
    writeConversations(book);
    writeEchoes(book);
    writeScripts(book);
    writeHugeThread(book, bulkSizes[options.size ?? 'small']?.hugeThread ?? 0);
    const posts = withTweets(book.posts, tweets, profiles(), communityPlans(), find(), nowMs);
    return indexPosts(posts, profiles());
  });
  const accounts = once(() => makeAccounts(profiles(), graph(), index(), listPlans()));
  const numberById = once(() => new Map(accounts().map((account, number) => [account.id, number])));
  const byHandle = once(() => new Map(accounts().map((account) => [account.record.username.toLowerCase(), account])));
  const numberOf = (id: string | undefined): number => (id === undefined ? -1 : (numberById().get(id) ?? -1));
  const account = (id: string): Account | undefined => accounts()[numberOf(id)];
  const at = (number: number): Account => {
    const found = accounts()[number];
    if (found === undefined) {
      throw new RangeError(`there is no account ${number}`);
    }
    return found;
  };
  const tiesOf = (ties: readonly (readonly number[])[], id: string): readonly Account[] => (ties[numberOf(id)] ?? []).map(at);
  const posts = (found: readonly Post[] | undefined): Sequence<Post> => sequenceOf(found ?? []);
  const world: World = {
    seed,
    nowMs,
    account,
    accountByHandle: (handle) => byHandle().get(handle.toLowerCase()),
    accounts: () => sequenceOf(accounts().filter(({ state }) => state !== 'suspended')),
    post: (id) => index().byId.get(id),
    posts: () => posts(index().public),
    postsOf: (id, what) => posts(postsOfTab(index(), id, what, account(id)?.record.pinnedTweetIds[0])),
    followersOf: (id, kind) =>
      sequenceOf(tiesOf(graph().followers, id).filter((follower) => kind === 'all' || follower.record.verified)),
    followingOf: (id) => sequenceOf(tiesOf(graph().following, id)),
    follows: (id, otherId) => graph().following[numberOf(id)]?.includes(numberOf(otherId)) ?? false,
    repliesTo: (id) => posts(index().replies.get(id)),
    quotesOf: (id) => posts(index().quotes.get(id)),
    retweetersOf: (id) => {
      const reposts = index().retweets.get(id) ?? [];
      return madeSequence(reposts.length, (position) => at(numberOf(reposts[position]?.authorId)));
    },
    likersOf: (id) => {
      const post = index().byId.get(id);
      const likerAt = post === undefined ? () => -1 : likersOf(post);
      return madeSequence(post === undefined ? 0 : likerCount(post), (position) => at(likerAt(position)));
    },
    postsTagged: (hashtag) => posts(index().tagged.get(hashtag.toLowerCase())),
    ...listView(listPlans, index, at),
    ...communityView(communityPlans, index, at, mediaBase),
    ...spaceView(seed, spaces, index, account, at),
    job: (id) => jobs().find((job) => job.id === id),
    jobs: () => sequenceOf(jobs()),
    places: () => sequenceOf(allPlaces),
    place: (woeid) => allPlaces.find((place) => place.woeid === woeid),
    trendsAt: (woeid) => makeTrends(seed, woeid, nowMs),
    hashflags: () => makeHashflags(seed, nowMs, mediaBase),
    readForSearch: once(() => readPosts(world)),
  };
  return world;
}
