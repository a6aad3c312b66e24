import { type PlatformObject, isPlatformObject, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';
import { findShallowestObject } from './readContext.ts';

/** The cursors of a page by which it may lead on. */
interface Cursors {
  /** `Bottom` (primary reference, Raw format rules), or `next_cursor` of a slice. */
  readonly bottom: string | undefined;
  /** `ShowMoreThreads` below a conversation. */
  readonly more: string | undefined;
}

/** Takes a cursor of a page in, by the platform's name for its kind; of those inside branches nothing is kept. */
export function setCursorByType(
  page: { -readonly [Name in keyof Cursors]: Cursors[Name] },
  cursorType: unknown,
  value: string,
): void {
  if (cursorType === 'Bottom') {
    page.bottom = value;
  } else if (cursorType === 'ShowMoreThreads') {
    page.more = value;
  }
}

/** What is read of a raw page to find the next one. */
export interface RawPagingInfo {
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
export function readRawPagingInfo(value: unknown): RawPagingInfo {
  const page: Draft = { bottom: undefined, more: undefined, itemIds: [] };
  const root =
    isPlatformObject(value) && !Array.isArray(value) ? findShallowestObject(value, undefined, isRoot)?.node : undefined;
  for (const one of readArrayOrEmpty(root?.instructions ?? root?.entries)) {
    readInstruction(page, one);
  }
  for (const item of readArrayOrEmpty(root?.items_results)) {
    const { result, rest_id: outerId } = readObjectOrEmpty(item);
    const id = readString(readObjectOrEmpty(result).rest_id) ?? readString(outerId); // of a job it stands beside the result
    if (id !== undefined) {
      page.itemIds.push(id);
    }
  }
  page.bottom ??= readString(readObjectOrEmpty(root?.slice_info).next_cursor);
  return { next: page.bottom ?? page.more, itemIds: page.itemIds };
}

/** Instructions, a slice, or the entries of a search. */
function isRoot({ instructions, items_results, entries }: PlatformObject): boolean {
  return Array.isArray(instructions) || Array.isArray(items_results) || Array.isArray(entries);
}

function readInstruction(page: Draft, value: unknown): void {
  const instruction = readObjectOrEmpty(value);
  const added = readObjectOrEmpty(instruction.addEntries);
  const replaced = readObjectOrEmpty(instruction.replaceEntry);
  for (const entry of readArrayOrEmpty(instruction.entries ?? added.entries)) {
    readEntry(page, entry);
  }
  readEntry(page, instruction.entry ?? replaced.entry);
  readItems(page, instruction.moduleItems ?? instruction.module_items);
}

function readEntry(page: Draft, value: unknown): void {
  const entry = readObjectOrEmpty(value);
  const content = readObjectOrEmpty(entry.content);
  takeId(page, entry.entryId ?? entry.entry_id);
  readCursor(page, content);
  readCursor(page, contentOf(content));
  readCursor(page, readObjectOrEmpty(content.operation).cursor);
  readItems(page, content.items);
}

function readItems(page: Draft, items: unknown): void {
  for (const part of readArrayOrEmpty(items)) {
    const { entryId, entry_id, item } = readObjectOrEmpty(part);
    takeId(page, entryId ?? entry_id);
    readCursor(page, contentOf(readObjectOrEmpty(item)));
  }
}

/** Where an item stands; the mobile queries have other names for it. */
function contentOf({ itemContent, item_content, content }: PlatformObject): unknown {
  return itemContent ?? item_content ?? content;
}

function takeId(page: Draft, entryId: unknown): void {
  if (typeof entryId === 'string' && !entryId.includes('cursor-')) {
    page.itemIds.push(entryId);
  }
}

function readCursor(page: Draft, value: unknown): void {
  const { cursorType: type, cursor_type, value: cursor } = readObjectOrEmpty(value);
  const cursorType = type ?? cursor_type;
  if (typeof cursor === 'string') {
    setCursorByType(page, cursorType, cursor);
  }
}
