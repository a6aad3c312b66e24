import type { Account, WorldPost } from '../world/world.ts';
import {
  toCursorContent,
  toCursorItem,
  toItemEntry,
  type UnplacedEntry,
  type ModuleItem,
  toModuleEntry,
  addSortIndexes,
  toSortIndex,
  toModuleItems,
  toTweetItem,
  type UpstreamObject,
  toUserEntry,
} from './entries.ts';
import type { UpstreamContext } from './rawUserLayout.ts';

/** Where a page stands in its sequence, and the cursors around it. */
export interface PageBounds {
  /** The index of the first item of the page. */
  readonly start: number;
  /** Past the index of the last one. */
  readonly end: number;
  /** Leads back; there is one on every page. */
  readonly top: string;
  /** Leads on; there is one on every page, on the last one it leads to a page without items (assumptions T2, T9). */
  readonly bottom: string;
  /** True when nothing follows. */
  readonly isEnd: boolean;
}

export type TimelineInstructions = readonly UpstreamObject[];

const clearCacheInstruction = { type: 'TimelineClearCache' } as const;

export function toAddEntriesInstruction(entries: readonly UpstreamObject[]): UpstreamObject {
  return { type: 'TimelineAddEntries', entries };
}

export function toTerminateInstruction(direction: 'Top' | 'Bottom'): UpstreamObject {
  return { type: 'TimelineTerminateTimeline', direction };
}

/** Posts in the order of the timeline, a line each; Top before Bottom. */
export function toTweetTimeline(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
): TimelineInstructions {
  return [clearCacheInstruction, toAddEntriesInstruction(addSortIndexesAndCursors(context, lines, page, ['Top', 'Bottom']))];
}

export function toTweetEntries(context: UpstreamContext, posts: readonly WorldPost[]): readonly UnplacedEntry[] {
  return posts.map((post) => toItemEntry(`tweet-${post.id}`, toTweetItem(context, post)));
}

/** The posts of a profile: the pinned one on its own, several of one conversation in a row as a module. */
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
    toAddEntriesInstruction(addSortIndexesAndCursors(context, lines, page, ['Top', 'Bottom'])),
  ];
}

/** The media of a profile: a grid, to which later pages add. */
export function toMediaTimeline(context: UpstreamContext, posts: readonly WorldPost[], page: PageBounds): TimelineInstructions {
  const grid = 'profile-grid-0';
  const items = toTweetModuleItems(context, posts, 'MediaGrid');
  if (page.start === 0 || posts.length === 0) {
    const lines = posts.length === 0 ? [] : [toModuleEntry(grid, 'VerticalGrid', items)];
    return [
      clearCacheInstruction,
      toTerminateInstruction('Top'),
      toAddEntriesInstruction(addSortIndexesAndCursors(context, lines, page, ['Top', 'Bottom'])),
    ];
  }
  return [
    { type: 'TimelineAddToModule', moduleEntryId: grid, moduleItems: toModuleItems(grid, items), prepend: false },
    toAddEntriesInstruction(addSortIndexesAndCursors(context, [], page, ['Top', 'Bottom'])),
  ];
}

/** Accounts as followers stand: Bottom before Top, and the end is said. */
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
    toAddEntriesInstruction(addSortIndexesAndCursors(context, lines, page, ['Bottom', 'Top'])),
  ];
}

/** Lines alone, as of lists and of the accounts that reacted to a post: Top before Bottom. */
export function toBareTimeline(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
): TimelineInstructions {
  return [toAddEntriesInstruction(addSortIndexesAndCursors(context, lines, page, ['Top', 'Bottom']))];
}

/** Search results: fixed names for the cursors, which later pages replace. */
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
    : [toAddEntriesInstruction(entries), ...[top, bottom].map((entry) => toReplaceEntryInstruction(entry))];
}

function toTweetModuleItems(context: UpstreamContext, posts: readonly WorldPost[], display?: string): readonly ModuleItem[] {
  return posts.map((post) => ({ name: `tweet-${post.id}`, itemContent: toTweetItem(context, post, display) }));
}

/** The cursor that ends a thread: an item in the old layout, a content of its own since. */
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

function toReplaceEntryInstruction(entry: UpstreamObject & { readonly entryId: string }): UpstreamObject {
  return { type: 'TimelineReplaceEntry', entry_id_to_replace: entry.entryId, entry };
}

function addSortIndexesAndCursors(
  context: UpstreamContext,
  lines: readonly UnplacedEntry[],
  page: PageBounds,
  order: readonly ('Top' | 'Bottom')[],
): readonly UpstreamObject[] {
  const cursors = order.map((cursorType) => {
    const isTop = cursorType === 'Top';
    const sortIndex = toSortIndex(context, isTop ? page.start - 1 : page.start + lines.length);
    const value = isTop ? page.top : page.bottom;
    return { entryId: `cursor-${isTop ? 'top' : 'bottom'}-${sortIndex}`, sortIndex, content: toCursorContent(cursorType, value) };
  });
  return [...addSortIndexes(context, lines, page.start), ...cursors];
}

function toPinnedEntry(context: UpstreamContext, post: WorldPost): UpstreamObject {
  const socialContext = { type: 'TimelineGeneralContext', contextType: 'Pin', text: 'Pinned' };
  const { content, entryId } = toItemEntry(`tweet-${post.id}`, { ...toTweetItem(context, post), socialContext });
  return { entryId, sortIndex: toSortIndex(context, -1), content };
}

/** Cuts a timeline into runs of one conversation. */
function splitIntoConversations(posts: readonly WorldPost[]): readonly (readonly WorldPost[])[] {
  const runs: WorldPost[][] = [];
  for (const post of posts) {
    const run = runs.at(-1);
    if (run?.[0]?.conversationId === post.conversationId) {
      run.push(post);
    } else {
      runs.push([post]);
    }
  }
  return runs;
}
