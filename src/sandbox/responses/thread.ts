import {
  type ReplyThread,
  toRestOfReplyThreadInstructions,
  toThreadTimeline,
  type TimelineInstructions,
} from '../upstream/timeline.ts';
import type { UpstreamContext } from '../upstream/rawUserLayout.ts';
import type { ArticleDepth } from '../upstream/upstreamTweet.ts';
import { hashText } from '../world/random.ts';
import type { WorldPost, SandboxWorld } from '../world/world.ts';
import type { ResponsePage } from './response.ts';

type ReplyOrder = 'Relevance' | 'Recency' | 'Likes';

const maxPostsPerReplyThread = 8;
const maxPostsInReplyThreadRest = 40;

export function listAncestorPosts(world: SandboxWorld, post: WorldPost): readonly WorldPost[] {
  const ancestors: WorldPost[] = [];
  for (let above = world.post(post.replyToId); above !== undefined; above = world.post(above.replyToId)) ancestors.push(above);
  return ancestors.toReversed();
}

export function listRankedReplies(world: SandboxWorld, post: WorldPost, mode: ReplyOrder): readonly WorldPost[] {
  const newest = world.repliesTo(post.id);
  switch (mode) {
    case 'Recency':
      return newest;
    case 'Likes':
      return newest.toSorted((left, right) => right.likes - left.likes);
    case 'Relevance': {
      // the author's replies first, like upstream
      const score = ({ id, likes, authorId }: WorldPost): number =>
        likes * 3 + world.countReactions(id).replies * 5 + (authorId === post.authorId ? 1e9 : 0);
      const scores = new Map(newest.map((reply) => [reply, score(reply)]));
      return newest.toSorted((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0));
    }
  }
}

export function flattenReplyThread(world: SandboxWorld, reply: WorldPost, max = maxPostsPerReplyThread): readonly WorldPost[] {
  const thread: WorldPost[] = [];
  const waiting = [reply];
  for (let next = waiting.pop(); next !== undefined && thread.length < max; next = waiting.pop()) {
    thread.push(next);
    // replies are newest first, so the oldest is at the top of the stack
    waiting.push(...world.repliesTo(next.id).slice(0, maxPostsPerReplyThread));
  }
  return thread;
}

export function listRestOfReplyThread(
  world: SandboxWorld,
  reply: WorldPost,
  shown = maxPostsPerReplyThread,
): readonly WorldPost[] {
  return flattenReplyThread(world, reply, shown + maxPostsInReplyThreadRest).slice(shown);
}

/** Reply threads per page: from 20 to 35, fixed for a post (primary reference, Limits). */
export function getThreadPageSize(postId: string): number {
  return 20 + (hashText(postId) % 16);
}

/** Primary reference, GET /tweet/{tweetId}; assumption 4.6. */
export function toRawThreadPage(
  query: UpstreamContext,
  post: WorldPost,
  openers: readonly WorldPost[],
  page: ResponsePage,
  article: ArticleDepth,
): TimelineInstructions {
  const above = page.isFirst ? [...listAncestorPosts(query.world, post), post] : [];
  const isNextLast = !page.isEnd && page.end + getThreadPageSize(post.id) >= openers.length;
  return toThreadTimeline(query, above, toReplyThreads(query.world, openers, page), page, article, isNextLast);
}

export function toReplyThreads(
  world: SandboxWorld,
  openers: readonly WorldPost[],
  page: ResponsePage,
  shown = maxPostsPerReplyThread,
): readonly ReplyThread[] {
  return openers.slice(page.start, page.end).map((opener, offset) => {
    const posts = flattenReplyThread(world, opener, shown + 1);
    return { posts: posts.slice(0, shown), more: posts.length > shown ? page.cursorToRest(page.start + offset) : undefined };
  });
}

export function toRawRestOfReplyThread(
  query: UpstreamContext,
  opener: WorldPost | undefined,
  article: ArticleDepth,
  shown = maxPostsPerReplyThread,
): TimelineInstructions {
  return opener === undefined
    ? []
    : toRestOfReplyThreadInstructions(query, opener.id, listRestOfReplyThread(query.world, opener, shown), article);
}

export function wrapThreadBody(instructions: TimelineInstructions): Readonly<Record<string, unknown>> {
  return { data: { threaded_conversation_with_injections_v2: { instructions } } };
}
