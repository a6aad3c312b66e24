import type { Account, WorldPost } from '../world/world.ts';
import type { UpstreamContext, UpstreamObject } from './rawUserLayout.ts';
import { createSnowflakeId } from '../world/snowflake.ts';
import { type ArticleDepth, toTweetResult, createTombstone } from './upstreamTweet.ts';
import { toUserResult } from './upstreamUser.ts';
import { deriveUpstreamExtras } from '../world/extras.ts';
import { hashText } from '../world/random.ts';

type CursorType = 'Top' | 'Bottom' | 'ShowMore' | 'ShowMoreThreads';

export interface UnplacedEntry {
  readonly entryId: string;
  readonly content: UpstreamObject;
}

const toEntryTypeFields = (name: string): UpstreamObject => ({ entryType: name, __typename: name });

function toTweetItem(
  context: UpstreamContext,
  post: WorldPost,
  display = 'Tweet',
  article: ArticleDepth = 'preview',
): UpstreamObject {
  return toTweetResultItem(toTweetResult(context, post, article), display);
}

function toTweetResultItem(result: unknown, display = 'Tweet'): UpstreamObject {
  return { itemType: 'TimelineTweet', __typename: 'TimelineTweet', tweet_results: { result }, tweetDisplayType: display };
}

function toItemEntry(entryId: string, itemContent: UpstreamObject): UnplacedEntry {
  return { entryId, content: { ...toEntryTypeFields('TimelineTimelineItem'), itemContent } };
}

export function toUserEntry(context: UpstreamContext, account: Account): UnplacedEntry {
  const user_results = { result: toUserResult(context, account) };
  const item = { itemType: 'TimelineUser', __typename: 'TimelineUser', user_results, userDisplayType: 'User' };
  return toItemEntry(`user-${account.id}`, item);
}

interface ModuleItem {
  readonly name: string;
  readonly itemContent: UpstreamObject;
}

/** Conversations also list the ids of their posts. */
function toModuleEntry(
  entryId: string,
  displayType: 'VerticalConversation' | 'VerticalGrid',
  items: readonly ModuleItem[],
): UnplacedEntry {
  const ids = items.map(({ name }) => name).filter((name) => name.startsWith('tweet-'));
  const conversationMetadata = { allTweetIds: ids.map((name) => name.slice('tweet-'.length)), enableDeduplication: true };
  return {
    entryId,
    content: {
      ...toEntryTypeFields('TimelineTimelineModule'),
      items: toModuleItems(entryId, items),
      displayType,
      ...(displayType === 'VerticalConversation' ? { metadata: { conversationMetadata } } : {}),
    },
  };
}

function toModuleItems(entryId: string, items: readonly ModuleItem[]): readonly UpstreamObject[] {
  return items.map(({ name, itemContent }) => ({ entryId: `${entryId}-${name}`, item: { itemContent } }));
}

function toCursorContent(cursorType: CursorType, value: string): UpstreamObject {
  return { ...toEntryTypeFields('TimelineTimelineCursor'), value, cursorType };
}

/** Module cursors, and until 2025 thread cursors. */
function toCursorItem(cursorType: CursorType, value: string): UpstreamObject {
  const words: Readonly<Partial<Record<CursorType, string>>> = { ShowMore: 'Show replies', ShowMoreThreads: 'Show more replies' };
  const actionText = words[cursorType];
  return {
    itemType: 'TimelineTimelineCursor',
    __typename: 'TimelineTimelineCursor',
    value,
    cursorType,
    ...(actionText === undefined ? {} : { displayTreatment: { actionText } }),
  };
}

export function addSortIndexes(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  start: number,
): readonly UpstreamObject[] {
  return lines.map(({ entryId, content }, index) => ({
    entryId,
    sortIndex: toSortIndex(context, start + index),
    content,
  }));
}

function toSortIndex({ world }: UpstreamContext, position: number): string {
  return (BigInt(createSnowflakeId(world.nowMs, 0)) - BigInt(position)).toString();
}

export interface PageBounds {
  readonly start: number;
  readonly end: number;
  readonly top: string;
  /** Every page has one. The last page's returns an empty page (assumptions T2, T9). */
  readonly bottom: string;
  readonly isEnd: boolean;
}

export type TimelineInstructions = readonly UpstreamObject[];

const clearCacheInstruction = { type: 'TimelineClearCache' } as const;

export function toAddEntriesInstruction(entries: readonly UpstreamObject[]): UpstreamObject {
  return { type: 'TimelineAddEntries', entries };
}

function toAddPageInstruction(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
  cursorTypes: readonly ('Top' | 'Bottom')[] = ['Top', 'Bottom'],
): UpstreamObject {
  const cursors = cursorTypes.map((cursorType) => {
    const isTop = cursorType === 'Top';
    const sortIndex = toSortIndex(context, isTop ? page.start - 1 : page.start + lines.length);
    const value = isTop ? page.top : page.bottom;
    return { entryId: `cursor-${isTop ? 'top' : 'bottom'}-${sortIndex}`, sortIndex, content: toCursorContent(cursorType, value) };
  });
  return toAddEntriesInstruction([...addSortIndexes(context, lines, page.start), ...cursors]);
}

function toTerminateInstruction(direction: 'Top' | 'Bottom'): UpstreamObject {
  return { type: 'TimelineTerminateTimeline', direction };
}

export function toTweetTimeline(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
): TimelineInstructions {
  return [clearCacheInstruction, toAddPageInstruction(context, lines, page)];
}

export function toTweetEntries(context: UpstreamContext, posts: readonly WorldPost[]): readonly UnplacedEntry[] {
  return posts.map((post) => toItemEntry(`tweet-${post.id}`, toTweetItem(context, post)));
}

/** The pinned post has its own instruction; a conversation's adjacent posts are a module. */
export function toProfileTimeline(
  context: UpstreamContext,
  posts: readonly WorldPost[],
  page: PageBounds,
  pinnedId: string | undefined,
): TimelineInstructions {
  const [first] = posts;
  const pinned = page.start === 0 && first !== undefined && first.id === pinnedId ? first : undefined;
  const lines = splitIntoConversations(pinned === undefined ? posts : posts.slice(1)).map((run): UnplacedEntry => {
    const [opener] = run;
    return run.length === 1 && opener !== undefined
      ? toItemEntry(`tweet-${opener.id}`, toTweetItem(context, opener))
      : toModuleEntry(`profile-conversation-${opener?.id ?? ''}`, 'VerticalConversation', toTweetModuleItems(context, run));
  });
  return [
    clearCacheInstruction,
    ...(pinned === undefined ? [] : [{ type: 'TimelinePinEntry', entry: toPinnedEntry(context, pinned) }]),
    toAddPageInstruction(context, lines, page),
  ];
}

/** A grid, to which later pages add items. */
export function toMediaTimeline(context: UpstreamContext, posts: readonly WorldPost[], page: PageBounds): TimelineInstructions {
  const grid = 'profile-grid-0';
  const items = toTweetModuleItems(context, posts, 'MediaGrid');
  if (page.start === 0 || posts.length === 0) {
    const lines = posts.length === 0 ? [] : [toModuleEntry(grid, 'VerticalGrid', items)];
    return [clearCacheInstruction, toTerminateInstruction('Top'), toAddPageInstruction(context, lines, page)];
  }
  return [
    { type: 'TimelineAddToModule', moduleEntryId: grid, moduleItems: toModuleItems(grid, items), prepend: false },
    toAddPageInstruction(context, [], page),
  ];
}

/** Follower timelines have Bottom before Top, and an instruction for the end. */
export function toFollowersTimeline(
  context: UpstreamContext,
  accounts: readonly Account[],
  page: PageBounds,
): TimelineInstructions {
  const lines = accounts.map((account) => toUserEntry(context, account));
  return [
    clearCacheInstruction,
    ...(page.start === 0 ? [toTerminateInstruction('Top')] : []),
    ...(page.isEnd ? [toTerminateInstruction('Bottom')] : []),
    toAddPageInstruction(context, lines, page, ['Bottom', 'Top']),
  ];
}

/** Timelines of lists and of accounts that reacted to a post. */
export function toBareTimeline(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
): TimelineInstructions {
  return [toAddPageInstruction(context, lines, page)];
}

/** Search result cursors have fixed names, and later pages replace them. */
export function toSearchTimeline(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
): TimelineInstructions {
  const highest = '9223372036854775807';
  const top = { entryId: `cursor-top-${highest}`, sortIndex: highest, content: toCursorContent('Top', page.top) };
  const bottom = { entryId: 'cursor-bottom-0', sortIndex: '0', content: toCursorContent('Bottom', page.bottom) };
  const entries = addSortIndexes(context, lines, page.start);
  return page.start === 0
    ? [toAddEntriesInstruction([...entries, top, bottom])]
    : [
        toAddEntriesInstruction(entries),
        ...[top, bottom].map((entry) => ({ type: 'TimelineReplaceEntry', entry_id_to_replace: entry.entryId, entry })),
      ];
}

function toTweetModuleItems(
  context: UpstreamContext,
  posts: readonly WorldPost[],
  display?: string,
  article?: ArticleDepth,
): readonly ModuleItem[] {
  return posts.map((post) => ({ name: `tweet-${post.id}`, itemContent: toTweetItem(context, post, display, article) }));
}

/** An item in the old layout, a separate entry since then. */
export function toThreadCursorEntry(
  { rawUserLayout }: UpstreamContext,
  cursorType: 'Bottom' | 'ShowMoreThreads',
  name: string,
  value: string,
): UnplacedEntry {
  return rawUserLayout === 'legacy'
    ? toItemEntry(name, toCursorItem(cursorType, value))
    : { entryId: name, content: toCursorContent(cursorType, value) };
}

function toPinnedEntry(context: UpstreamContext, post: WorldPost): UpstreamObject {
  const socialContext = { type: 'TimelineGeneralContext', contextType: 'Pin', text: 'Pinned' };
  const { content, entryId } = toItemEntry(`tweet-${post.id}`, { ...toTweetItem(context, post), socialContext });
  return { entryId, sortIndex: toSortIndex(context, -1), content };
}

function splitIntoConversations(posts: readonly WorldPost[]): readonly (readonly WorldPost[])[] {
  const runs: WorldPost[][] = [];
  for (const post of posts) {
    const run = runs.at(-1);
    if (run?.[0]?.conversationId === post.conversationId) run.push(post);
    else runs.push([post]);
  }
  return runs;
}

export interface ReplyThread {
  readonly posts: readonly WorldPost[];
  readonly more: string | undefined;
}

/**
 * A conversation's page, with a module for each reply thread.
 * @param above the ancestors and the post; empty on later pages
 * @param isNextLast true on the page before the last, which has a second cursor
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
    ...(context.rawUserLayout === 'legacy' ? [] : [clearCacheInstruction]),
    toAddEntriesInstruction(addSortIndexes(context, lines, page.start)),
    toTerminateInstruction('Top'),
  ];
}

export function toRestOfReplyThreadInstructions(
  context: UpstreamContext,
  openerId: string,
  posts: readonly WorldPost[],
  article: ArticleDepth,
): TimelineInstructions {
  const moduleEntryId = `conversationthread-${openerId}`;
  const moduleItems = toModuleItems(moduleEntryId, toTweetModuleItems(context, posts, 'Tweet', article));
  return [{ type: 'TimelineAddToModule', moduleEntryId, moduleItems, prepend: false }];
}

export function toThreadEntries(
  context: UpstreamContext,
  above: readonly WorldPost[],
  threads: readonly ReplyThread[],
  article: ArticleDepth,
): readonly UnplacedEntry[] {
  return [
    ...above.map((post) => toItemEntry(`tweet-${post.id}`, toTweetItem(context, post, 'Tweet', article))),
    ...threads.map((thread) => toReplyThreadEntry(context, thread, article)),
  ];
}

/** A deleted reply's tombstone follows the first reply. */
function toReplyThreadEntry(context: UpstreamContext, { posts, more }: ReplyThread, article: ArticleDepth): UnplacedEntry {
  const [opener] = posts;
  const name = `conversationthread-${opener?.id ?? ''}`;
  const display = new Set(posts.map((post) => post.authorId)).size === 1 && posts.length > 1 ? 'SelfThread' : 'Tweet';
  const items = toTweetModuleItems(context, posts, display, article);
  const deletedId = opener === undefined ? undefined : deriveUpstreamExtras(opener).deletedReplyId;
  const tombstones: readonly ModuleItem[] =
    deletedId === undefined ? [] : [{ name: `tweet-${deletedId}`, itemContent: toTweetResultItem(createTombstone()) }];
  const cursors: readonly ModuleItem[] =
    more === undefined ? [] : [{ name: `cursor-showmore-${hashText(more)}`, itemContent: toCursorItem('ShowMore', more) }];
  return toModuleEntry(name, 'VerticalConversation', [...items.slice(0, 1), ...tombstones, ...items.slice(1), ...cursors]);
}
