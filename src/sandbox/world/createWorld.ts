import { createAccountFactory, makeFollowGraph, hasSubscriptionBadge } from './accounts.ts';
import { type CommunityPlan, createCommunityAccessors, planCommunities } from './communities.ts';
import { planConversations } from './conversations.ts';
import { planQuotesAndReposts } from './quotesAndReposts.ts';
import { makeJobs } from './jobs.ts';
import { frozenNowMs, defaultMediaBaseUrl as fixedMediaBase } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import { createLazySequence, createPickedSequence } from './lazySequence.ts';
import { createListAccessors, planLists } from './lists.ts';
import { addWritingSystemPosts } from './edgeCaseTexts.ts';
import { planOriginalPosts } from './originals.ts';
import { allPlaces } from './places.ts';
import { createPostRegistry, type PostRegistry } from './postRegistry.ts';
import { indexPosts, capLikerCount, createLikerAtPositionLookup, listProfileTabPosts, type ReactionIndex } from './postIndex.ts';
import { makeAccountProfiles } from './profiles.ts';
import { buildPostSearchIndex } from './search/searchPosts.ts';
import { makeSpaces, createSpaceAccessors } from './spaces.ts';
import { makeHashflags, makeTrends } from './trends.ts';
import type { Account, WorldPost, SliceableSequence, WorldSpace, SandboxWorld } from './world.ts';

/** The order is part of the world: each step draws from what the ones before it left. */
function planPosts(book: PostRegistry, communities: Lazy<readonly CommunityPlan[]>, spaces: readonly WorldSpace[]): PostRegistry {
  planOriginalPosts(book, communities, spaces);
  planConversations(book);
  planQuotesAndReposts(book);
  addWritingSystemPosts(book);
  return book;
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
