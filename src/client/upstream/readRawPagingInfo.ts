import { type PlatformObject, isPlatformObject, readArrayOrEmpty, readObjectOrEmpty, readString } from './platformFields.ts';
import { findShallowestObject } from './readContext.ts';

interface NextPageCursors {
  /** `Bottom` (primary reference, Raw format rules), or a slice's `next_cursor`. */
  bottom: string | undefined;
  /** `ShowMoreThreads` below a conversation. */
  more: string | undefined;
}

/** Ignores cursors inside branches. */
export function setCursorByType(page: NextPageCursors, cursorType: unknown, value: string): void {
  if (cursorType === 'Bottom') {
    page.bottom = value;
  } else if (cursorType === 'ShowMoreThreads') {
    page.more = value;
  }
}

export interface RawPagingInfo {
  readonly next: string | undefined;
  /** Entry and module item ids, without cursors, which show whether a page has new items. */
  readonly itemIds: readonly string[];
}

interface PagingInfoBuilder extends NextPageCursors {
  readonly itemIds: string[];
}

/**
 * Reads a raw page's cursor and item ids. Runs on every raw response, so it only searches for instructions or a slice and
 * doesn't read items; paging also works below roots that readUpstream doesn't know. Never throws.
 */
export function readRawPagingInfo(value: unknown): RawPagingInfo {
  const page: PagingInfoBuilder = { bottom: undefined, more: undefined, itemIds: [] };
  const isRoot = ({ instructions, items_results, entries }: PlatformObject) =>
    [instructions, items_results, entries].some(Array.isArray);
  const root =
    isPlatformObject(value) && !Array.isArray(value) ? findShallowestObject(value, undefined, isRoot)?.node : undefined;
  for (const one of readArrayOrEmpty(root?.instructions ?? root?.entries)) {
    collectFromInstruction(page, one);
  }
  for (const item of readArrayOrEmpty(root?.items_results)) {
    const { result, rest_id: outerId } = readObjectOrEmpty(item);
    const id = readString(readObjectOrEmpty(result).rest_id) ?? readString(outerId); // a job's id is next to the result
    if (id !== undefined) {
      page.itemIds.push(id);
    }
  }
  page.bottom ??= readString(readObjectOrEmpty(root?.slice_info).next_cursor);
  return { next: page.bottom ?? page.more, itemIds: page.itemIds };
}

function collectFromInstruction(page: PagingInfoBuilder, value: unknown): void {
  const instruction = readObjectOrEmpty(value);
  const added = readObjectOrEmpty(instruction.addEntries);
  const replaced = readObjectOrEmpty(instruction.replaceEntry);
  for (const entry of readArrayOrEmpty(instruction.entries ?? added.entries)) {
    collectFromEntry(page, entry);
  }
  collectFromEntry(page, instruction.entry ?? replaced.entry);
  collectFromItems(page, instruction.moduleItems ?? instruction.module_items);
}

function collectFromEntry(page: PagingInfoBuilder, value: unknown): void {
  const entry = readObjectOrEmpty(value);
  const content = readObjectOrEmpty(entry.content);
  collectItemId(page, entry.entryId ?? entry.entry_id);
  collectCursor(page, content);
  collectCursor(page, getItemContent(content));
  collectCursor(page, readObjectOrEmpty(content.operation).cursor);
  collectFromItems(page, content.items);
}

function collectFromItems(page: PagingInfoBuilder, items: unknown): void {
  for (const part of readArrayOrEmpty(items)) {
    const { entryId, entry_id, item } = readObjectOrEmpty(part);
    collectItemId(page, entryId ?? entry_id);
    collectCursor(page, getItemContent(readObjectOrEmpty(item)));
  }
}

/** Mobile queries use other names. */
function getItemContent({ itemContent, item_content, content }: PlatformObject): unknown {
  return itemContent ?? item_content ?? content;
}

function collectItemId(page: PagingInfoBuilder, entryId: unknown): void {
  if (typeof entryId === 'string' && !entryId.includes('cursor-')) {
    page.itemIds.push(entryId);
  }
}

function collectCursor(page: PagingInfoBuilder, value: unknown): void {
  const { cursorType: type, cursor_type, value: cursor } = readObjectOrEmpty(value);
  const cursorType = type ?? cursor_type;
  if (typeof cursor === 'string') {
    setCursorByType(page, cursorType, cursor);
  }
}
