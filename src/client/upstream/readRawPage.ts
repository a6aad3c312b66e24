import { type PlatformFields, isNode, listIn, objectIn, textIn } from './node.ts';
import { findNearest } from './reading.ts';

/** The cursors of a page by which it may lead on. */
interface Cursors {
  /** `Bottom` (primary reference, Raw format rules), or `next_cursor` of a slice. */
  readonly bottom: string | undefined;
  /** `ShowMoreThreads` below a conversation. */
  readonly more: string | undefined;
}

/** Takes a cursor of a page in, by the platform's name for its kind; of those inside branches nothing is kept. */
export function takeCursor(page: { -readonly [Name in keyof Cursors]: Cursors[Name] }, cursorType: unknown, value: string): void {
  if (cursorType === 'Bottom') {
    page.bottom = value;
  } else if (cursorType === 'ShowMoreThreads') {
    page.more = value;
  }
}

/** What is read of a raw page to find the next one. */
export interface RawPage {
  readonly next: string | undefined;
  /** The ids of the entries and module items that are not cursors; for telling whether a page brings anything new. */
  readonly itemIds: readonly string[];
}

/** A page while it is read. */
interface Draft {
  bottom: string | undefined;
  more: string | undefined;
  readonly itemIds: string[];
}

/**
 * Reads the cursor and the item ids of a raw page, on every raw call: the body is only searched for its instructions or its
 * slice, level by level through objects, and its items are not opened. So a page also leads on where its root is one that
 * readUpstream does not know. Never throws.
 */
export function readRawPage(value: unknown): RawPage {
  const page: Draft = { bottom: undefined, more: undefined, itemIds: [] };
  const root = isNode(value) && !Array.isArray(value) ? findNearest(value, undefined, isRoot)?.node : undefined;
  for (const one of listIn(root?.instructions ?? root?.entries)) {
    readInstruction(page, one);
  }
  for (const item of listIn(root?.items_results)) {
    const { result, rest_id: outerId } = objectIn(item);
    const id = textIn(objectIn(result).rest_id) ?? textIn(outerId); // of a job it stands beside the result
    if (id !== undefined) {
      page.itemIds.push(id);
    }
  }
  page.bottom ??= textIn(objectIn(root?.slice_info).next_cursor);
  return { next: page.bottom ?? page.more, itemIds: page.itemIds };
}

/** Instructions, a slice, or the entries of a search. */
function isRoot({ instructions, items_results, entries }: PlatformFields): boolean {
  return Array.isArray(instructions) || Array.isArray(items_results) || Array.isArray(entries);
}

function readInstruction(page: Draft, value: unknown): void {
  const instruction = objectIn(value);
  const added = objectIn(instruction.addEntries);
  const replaced = objectIn(instruction.replaceEntry);
  for (const entry of listIn(instruction.entries ?? added.entries)) {
    readEntry(page, entry);
  }
  readEntry(page, instruction.entry ?? replaced.entry);
  readItems(page, instruction.moduleItems ?? instruction.module_items);
}

function readEntry(page: Draft, value: unknown): void {
  const entry = objectIn(value);
  const content = objectIn(entry.content);
  takeId(page, entry.entryId ?? entry.entry_id);
  readCursor(page, content);
  readCursor(page, contentOf(content));
  readCursor(page, objectIn(content.operation).cursor);
  readItems(page, content.items);
}

function readItems(page: Draft, items: unknown): void {
  for (const part of listIn(items)) {
    const { entryId, entry_id, item } = objectIn(part);
    takeId(page, entryId ?? entry_id);
    readCursor(page, contentOf(objectIn(item)));
  }
}

/** Where an item stands; the mobile queries have other names for it. */
function contentOf({ itemContent, item_content, content }: PlatformFields): unknown {
  return itemContent ?? item_content ?? content;
}

function takeId(page: Draft, entryId: unknown): void {
  if (typeof entryId === 'string' && !entryId.includes('cursor-')) {
    page.itemIds.push(entryId);
  }
}

function readCursor(page: Draft, value: unknown): void {
  const { cursorType: type, cursor_type, value: cursor } = objectIn(value);
  const cursorType = type ?? cursor_type;
  if (typeof cursor === 'string') {
    takeCursor(page, cursorType, cursor);
  }
}
