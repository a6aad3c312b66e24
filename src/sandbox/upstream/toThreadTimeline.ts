import { deriveUpstreamExtras } from '../world/extras.ts';
import { hashText } from '../world/random.ts';
import type { WorldPost } from '../world/world.ts';
import {
  toCursorItem,
  toItemEntry,
  type UnplacedEntry,
  type ModuleItem,
  toModuleEntry,
  addSortIndexes,
  toTweetResultItem,
  toModuleItems,
  toTweetItem,
} from './entries.ts';
import type { UpstreamContext } from './rawUserLayout.ts';
import {
  toAddEntriesInstruction,
  type TimelineInstructions,
  type PageBounds,
  toTerminateInstruction,
  toThreadCursorEntry,
} from './timeline.ts';
import type { ArticleDepth } from './upstreamArticle.ts';
import { createTombstone } from './upstreamNotices.ts';

/** A reply with what stands under it. */
export interface ReplyThread {
  readonly posts: readonly WorldPost[];
  /** The cursor to the rest of the thread; undefined when all of it is there. */
  readonly more: string | undefined;
}

/**
 * A page of a conversation: ancestors and the post as lines of their own on the first page, then a module for each thread
 * of replies. Where a reply was deleted its tombstone stands behind the first one of its thread.
 * @param above the ancestors and the post; none on later pages
 * @param isNextLast whether one more page ends the conversation: then a second cursor offers to show more
 */
export function toThreadTimeline(
  context: UpstreamContext,
  above: readonly WorldPost[],
  threads: readonly ReplyThread[],
  page: PageBounds,
  article: ArticleDepth,
  isNextLast: boolean,
): TimelineInstructions {
  const suffix = hashText(page.bottom);
  const lines = [
    ...toThreadEntries(context, above, threads, article),
    ...(isNextLast ? [toThreadCursorEntry(context, 'ShowMoreThreads', `cursor-showmorethreads-${suffix}`, page.bottom)] : []),
    toThreadCursorEntry(context, 'Bottom', `cursor-bottom-${suffix}`, page.bottom),
  ];
  return [
    ...(context.rawUserLayout === 'legacy' ? [] : [{ type: 'TimelineClearCache' }]),
    toAddEntriesInstruction(addSortIndexes(context, lines, page.start)),
    toTerminateInstruction('Top'),
  ];
}

/** What a thread of replies left out, for its module. */
export function toRestOfReplyThreadInstructions(
  context: UpstreamContext,
  openerId: string,
  posts: readonly WorldPost[],
  article: ArticleDepth,
): TimelineInstructions {
  const moduleEntryId = `conversationthread-${openerId}`;
  const items = posts.map((post) => ({ name: `tweet-${post.id}`, itemContent: toTweetItem(context, post, 'Tweet', article) }));
  const moduleItems = toModuleItems(moduleEntryId, items);
  return [{ type: 'TimelineAddToModule', moduleEntryId, moduleItems, prepend: false }];
}

/** The lines of a conversation without its cursors. */
export function toThreadEntries(
  context: UpstreamContext,
  above: readonly WorldPost[],
  threads: readonly ReplyThread[],
  article: ArticleDepth,
): readonly UnplacedEntry[] {
  return [
    ...toMissingParentEntries(context, above),
    ...above.map((post) => toItemEntry(`tweet-${post.id}`, toTweetItem(context, post, 'Tweet', article))),
    ...threads.map((thread) => toReplyThreadEntry(context, thread, article)),
  ];
}

function toReplyThreadEntry(context: UpstreamContext, { posts, more }: ReplyThread, article: ArticleDepth): UnplacedEntry {
  const [opener] = posts;
  const name = `conversationthread-${opener?.id ?? ''}`;
  const display = new Set(posts.map((post) => post.authorId)).size === 1 && posts.length > 1 ? 'SelfThread' : 'Tweet';
  const items = posts.map((post): ModuleItem => ({
    name: `tweet-${post.id}`,
    itemContent: toTweetItem(context, post, display, article),
  }));
  const deletedId = opener === undefined ? undefined : deriveUpstreamExtras(opener).deletedReplyId;
  const tombstones: readonly ModuleItem[] =
    deletedId === undefined ? [] : [{ name: `tweet-${deletedId}`, itemContent: toTweetResultItem(createTombstone()) }];
  const cursors: readonly ModuleItem[] =
    more === undefined ? [] : [{ name: `cursor-showmore-${hashText(more)}`, itemContent: toCursorItem('ShowMore', more) }];
  return toModuleEntry(name, 'VerticalConversation', [...items.slice(0, 1), ...tombstones, ...items.slice(1), ...cursors]);
}

/** The tombstone of a post that is answered but gone. */
function toMissingParentEntries({ world }: UpstreamContext, [first]: readonly WorldPost[]): readonly UnplacedEntry[] {
  const parentId = first?.replyToId;
  return parentId === undefined || world.post(parentId) !== undefined
    ? []
    : [toItemEntry(`tweet-${parentId}`, toTweetResultItem(createTombstone()))];
}
