import { makeAccounts } from './accountRecords.ts';
import { communityView } from './communityView.ts';
import { planCommunities } from './communityPlans.ts';
import { writeConversations } from './conversations.ts';
import { writeEchoes } from './echoes.ts';
import { makeFollowGraph } from './followGraph.ts';
import { makeJobs } from './jobListings.ts';
import { frozenNowMs } from './landmarks.ts';
import { listView } from './listView.ts';
import { planLists } from './listPlans.ts';
import { writeOriginals } from './originals.ts';
import { allPlaces } from './places.ts';
import { createPostBook, likerAt } from './postBook.ts';
import { indexPosts, postsOfTab } from './postIndex.ts';
import { accountCounts, makeProfiles } from './profiles.ts';
import { createRandom } from './random.ts';
import { madeSequence, sequenceOf } from './sequence.ts';
import { makeSpaces } from './spaceRooms.ts';
import { spaceView } from './spaceView.ts';
import { makeHashflags, makeTrends } from './trendTables.ts';
import type { Account, Post, World } from './world.ts';

/**
 * Makes the small world of a seed: about 350 accounts and 8,000 posts, the same on any machine.
 * @param seed an integer from 0 to 2^32 - 1
 */
export function createWorld(seed: number): World {
  const nowMs = frozenNowMs;
  const profiles = makeProfiles(seed, nowMs);
  const graph = makeFollowGraph(seed);
  const communityPlans = planCommunities(seed, profiles);
  const listPlans = planLists(seed, profiles);
  const spaces = makeSpaces(seed, nowMs, profiles);
  const book = createPostBook(createRandom(seed, 'posts'), profiles, nowMs);
  writeOriginals(book, communityPlans, spaces);
  writeConversations(book);
  writeEchoes(book);
  const index = indexPosts(book.posts, profiles);
  const accounts = makeAccounts(profiles, graph, index, listPlans);
  const numberById = new Map(accounts.map((account, number) => [account.id, number]));
  const byHandle = new Map(accounts.map((account) => [account.record.username.toLowerCase(), account]));
  const at = (number: number): Account => {
    const account = accounts[number];
    if (account === undefined) {
      throw new RangeError(`there is no account ${number}`);
    }
    return account;
  };
  const tiesOf = (ties: readonly (readonly number[])[], id: string): readonly Account[] => (ties[numberById.get(id) ?? -1] ?? []).map(at);
  const posts = (found: readonly Post[] | undefined) => sequenceOf(found ?? []);
  const account = (id: string): Account | undefined => accounts[numberById.get(id) ?? -1];
  const jobs = makeJobs(seed);
  return {
    seed,
    nowMs,
    account,
    accountByHandle: (handle) => byHandle.get(handle.toLowerCase()),
    accounts: () => sequenceOf(accounts.slice(0, accountCounts.public + accountCounts.protected)),
    post: (id) => index.byId.get(id),
    posts: () => sequenceOf(index.public),
    postsOf: (id, what) => sequenceOf(postsOfTab(index, id, what, account(id)?.record.pinnedTweetIds[0])),
    followersOf: (id, kind) => sequenceOf(tiesOf(graph.followers, id).filter((follower) => kind === 'all' || follower.record.verified)),
    followingOf: (id) => sequenceOf(tiesOf(graph.following, id)),
    follows: (id, otherId) => graph.following[numberById.get(id) ?? -1]?.includes(numberById.get(otherId) ?? -1) ?? false,
    repliesTo: (id) => posts(index.replies.get(id)),
    quotesOf: (id) => posts(index.quotes.get(id)),
    retweetersOf: (id) => {
      const reposts = index.retweets.get(id) ?? [];
      return madeSequence(reposts.length, (position) => at(numberById.get(reposts[position]?.authorId ?? '') ?? -1));
    },
    likersOf: (id) => {
      const post = index.byId.get(id);
      return madeSequence(Math.min(post?.likes ?? 0, accountCounts.public), (position) => at(post === undefined ? -1 : likerAt(post, position)));
    },
    postsTagged: (hashtag) => posts(index.tagged.get(hashtag.toLowerCase())),
    ...listView(listPlans, index, at),
    ...communityView(communityPlans, index, at),
    job: (id) => jobs.find((job) => job.id === id),
    jobs: () => sequenceOf(jobs),
    places: () => sequenceOf(allPlaces),
    place: (woeid) => allPlaces.find((place) => place.woeid === woeid),
    trendsAt: (woeid) => makeTrends(seed, woeid, nowMs),
    hashflags: () => makeHashflags(seed, nowMs),
    ...spaceView(seed, spaces, index, account, at),
  };
}
