import { createSnowflakeId } from '../world/snowflake.ts';
import type { Account, WorldPost } from '../world/world.ts';
import type { UpstreamContext } from './rawUserLayout.ts';
import type { ArticleDepth } from './upstreamArticle.ts';
import { toTweetResult } from './upstreamTweet.ts';
import { toUserResult } from './upstreamUser.ts';

export type UpstreamObject = Readonly<Record<string, unknown>>;
export type CursorType = 'Top' | 'Bottom' | 'ShowMore' | 'ShowMoreThreads';

/** A line of a timeline before it has its place: what stands in it and its name. */
export interface UnplacedEntry {
  readonly entryId: string;
  readonly content: UpstreamObject;
}

const toEntryTypeFields = (name: string): UpstreamObject => ({ entryType: name, __typename: name });

export function toTweetItem(
  context: UpstreamContext,
  post: WorldPost,
  display = 'Tweet',
  article: ArticleDepth = 'preview',
): UpstreamObject {
  return toTweetResultItem(toTweetResult(context, post, article), display);
}

export function toTweetResultItem(result: unknown, display = 'Tweet'): UpstreamObject {
  return { itemType: 'TimelineTweet', __typename: 'TimelineTweet', tweet_results: { result }, tweetDisplayType: display };
}

export function toItemEntry(entryId: string, itemContent: UpstreamObject): UnplacedEntry {
  return { entryId, content: { ...toEntryTypeFields('TimelineTimelineItem'), itemContent } };
}

/** One account in its line, `user-#`. */
export function toUserEntry(context: UpstreamContext, account: Account): UnplacedEntry {
  return toUserStubEntry(account.id, { result: toUserResult(context, account) });
}

/** A line of an account of which little or nothing is given. */
export function toUserStubEntry(id: string, userResults: UpstreamObject): UnplacedEntry {
  const item = { itemType: 'TimelineUser', __typename: 'TimelineUser', user_results: userResults, userDisplayType: 'User' };
  return toItemEntry(`user-${id}`, item);
}

/** A part of a module. */
export interface ModuleItem {
  /** Behind the name of the module: `tweet-#`. */
  readonly name: string;
  readonly itemContent: UpstreamObject;
}

/** Several items under one name. Conversations name their posts again, so that readers can tell repeats. */
export function toModuleEntry(
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

export function toModuleItems(entryId: string, items: readonly ModuleItem[]): readonly UpstreamObject[] {
  return items.map(({ name, itemContent }) => ({ entryId: `${entryId}-${name}`, item: { itemContent } }));
}

export function toCursorContent(cursorType: CursorType, value: string): UpstreamObject {
  return { ...toEntryTypeFields('TimelineTimelineCursor'), value, cursorType };
}

/** A cursor as an item, as threads had theirs until 2025, and as modules have them. */
export function toCursorItem(cursorType: CursorType, value: string): UpstreamObject {
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

/** Gives lines their places: numbers that fall from line to line and from page to page. */
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

/** The place of a line, falling; -1 is above the first one. */
export function toSortIndex({ world }: UpstreamContext, position: number): string {
  return (BigInt(createSnowflakeId(world.nowMs, 0)) - BigInt(position)).toString();
}
