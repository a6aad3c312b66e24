import { throwRefusal } from '../reserved/refusals.ts';
import {
  addSortIndexes,
  toAddEntriesInstruction,
  type TimelineInstructions,
  toThreadCursorEntry,
  toThreadEntries,
} from '../upstream/timeline.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Account, WorldPost } from '../world/world.ts';
import type { SandboxRequest, EndpointResponder } from './response.ts';
import { toPagedResponse } from './collectionResponses.ts';
import { listAncestorPosts, wrapThreadBody, listRankedReplies, toRawRestOfReplyThread, toReplyThreads } from './thread.ts';

/** Of each thread of replies: what stands under one is asked for with its cursor, so that a page has as many posts as its `count`. */
const postsShownPerReplyThread = 1;

/** Gateway reference, Tweets: shaped like upstream, the cursors beside the data (assumption 7.9). `count` includes replies. */
export const gatewayTweet: EndpointResponder<'gatewayTweet'> = (query) => {
  const { world } = query;
  const post = requirePublicPost(query);
  const openers = listRankedReplies(world, post, 'Relevance');
  const count = query.params.count;
  const above = [...listAncestorPosts(world, post), post].slice(-count);
  const inBody = (instructions: TimelineInstructions, top: string | null, bottom: string | null) => ({
    ...wrapThreadBody(instructions),
    cursor: { top, bottom },
    ...(query.params.includeTimestamp ? { timestamp: toIsoSeconds(world.nowMs) } : {}),
  });
  return {
    kind: 'sequence',
    length: openers.length,
    pageSize: query.params.cursor === undefined ? count - above.length : count,
    toBody: (page) => {
      const threads = toReplyThreads(world, openers, page, postsShownPerReplyThread);
      const bottom = page.next === null ? [] : [toThreadCursorEntry(query, 'Bottom', `cursor-bottom-${page.end}`, page.next)];
      const lines = [...toThreadEntries(query, page.isFirst ? above : [], threads, 'preview'), ...bottom];
      return inBody([toAddEntriesInstruction(addSortIndexes(query, lines, page.start))], page.previous, page.next);
    },
    toRestBody: (index) => inBody(toRawRestOfReplyThread(query, openers[index], 'preview', postsShownPerReplyThread), null, null),
  };
};

/** Gateway reference, Tweets: most recent first. */
export const gatewayTweetRetweets: EndpointResponder<'gatewayTweetRetweets'> = (query) => {
  const people = query.world.retweetersOf(requirePublicPost(query).id);
  return toPagedResponse(people, query.params.count, (shown, page) => ({
    entries: shown.map(toRetweeterEntry),
    cursor: { top: page.previous, bottom: page.next },
  }));
};

function toRetweeterEntry(account: Account) {
  const { id, username, name, verified, counts, avatarUrl } = account.record;
  return {
    rest_id: id,
    screen_name: username,
    name,
    followers_count: counts.followers,
    verified,
    profile_image_url_https: avatarUrl,
  };
}

/** Unknown gives 404, digits or not (assumption 7.8); a tweet of a private account 403. */
function requirePublicPost({ world, params }: SandboxRequest<'tweetId'>): WorldPost {
  const id = params.tweetId ?? '';
  const post = world.post(id) ?? throwRefusal(404, `Tweet ${id} was not found`);
  return world.account(post.authorId)?.state === 'active' ? post : throwRefusal(403, 'The author of the tweet is protected');
}
