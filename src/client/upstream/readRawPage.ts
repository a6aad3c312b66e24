import { isObject, listIn, objectIn, textIn } from './node.ts';

/** What is read of a raw page to find the next one. */
export interface RawPage {
  /**
   * The value of the Bottom cursor (primary reference, Raw format rules), else of `ShowMoreThreads` below a conversation, else
   * `next_cursor` of a slice.
   */
  readonly bottomCursor: string | undefined;
  /** The ids of the entries and module items that are not cursors; for telling whether a page brings anything new. */
  readonly itemIds: readonly string[];
}

/** A page while it is read. */
interface Draft {
  bottomCursor: string | undefined;
  moreThreads: string | undefined;
  readonly itemIds: string[];
}

interface RawLevel {
  readonly instructions?: unknown;
  readonly items_results?: unknown;
  readonly slice_info?: unknown;
  readonly next_cursor?: unknown;
  readonly entries?: unknown;
}

interface RawInstruction {
  readonly entries?: unknown;
  readonly entry?: unknown;
  readonly moduleItems?: unknown;
  readonly addEntries?: unknown;
  readonly replaceEntry?: unknown;
}

interface RawEntry {
  readonly entryId?: unknown;
  readonly content?: unknown;
  readonly items?: unknown;
  readonly item?: unknown;
  readonly itemContent?: unknown;
  readonly operation?: unknown;
  readonly cursor?: unknown;
  readonly cursorType?: unknown;
  readonly value?: unknown;
  readonly result?: unknown;
  readonly rest_id?: unknown;
}

/** The deepest known root has five levels above its instructions. */
const deepestRoot = 8;

/**
 * Reads the cursor and the item ids of a raw page, on every raw call: the body is only searched for its instructions or its
 * slice, level by level through objects, and its items are not opened. So a page also leads on where its root is one that
 * readUpstream does not know. Never throws.
 */
export function readRawPage(value: unknown): RawPage {
  const page: Draft = { bottomCursor: undefined, moreThreads: undefined, itemIds: [] };
  const root = findRoot(value);
  for (const one of listIn(root?.instructions ?? root?.entries)) {
    readInstruction(page, one);
  }
  for (const item of listIn(root?.items_results)) {
    const { result, rest_id: outerId }: RawEntry = objectIn(item);
    const { rest_id }: RawEntry = objectIn(result);
    const id = textIn(rest_id) ?? textIn(outerId); // of a job it stands beside the result
    if (id !== undefined) {
      page.itemIds.push(id);
    }
  }
  const slice: RawLevel = objectIn(root?.slice_info);
  return { bottomCursor: page.bottomCursor ?? page.moreThreads ?? textIn(slice.next_cursor), itemIds: page.itemIds };
}

/** The object nearest to the root that holds instructions, a slice, or the entries of a search. */
function findRoot(value: unknown): RawLevel | undefined {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < deepestRoot && level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const node of level) {
      if (isObject(node) && !Array.isArray(node)) {
        const root: RawLevel = node;
        if (Array.isArray(root.instructions) || Array.isArray(root.items_results) || Array.isArray(root.entries)) {
          return root;
        }
        for (const inner of Object.values(node) as readonly unknown[]) {
          below.push(inner);
        }
      }
    }
    level = below;
  }
  return undefined;
}

function readInstruction(page: Draft, value: unknown): void {
  const instruction: RawInstruction = objectIn(value);
  const added: RawInstruction = objectIn(instruction.addEntries);
  const replaced: RawInstruction = objectIn(instruction.replaceEntry);
  for (const entry of listIn(instruction.entries ?? added.entries)) {
    readEntry(page, entry);
  }
  if (instruction.entry !== undefined || replaced.entry !== undefined) {
    readEntry(page, instruction.entry ?? replaced.entry);
  }
  readItems(page, instruction.moduleItems);
}

function readEntry(page: Draft, value: unknown): void {
  const entry: RawEntry = objectIn(value);
  const content: RawEntry = objectIn(entry.content);
  const operation: RawEntry = objectIn(content.operation);
  takeId(page, entry.entryId);
  takeCursor(page, content);
  takeCursor(page, content.itemContent);
  takeCursor(page, operation.cursor);
  readItems(page, content.items);
}

function readItems(page: Draft, items: unknown): void {
  for (const part of listIn(items)) {
    const { entryId, item }: RawEntry = objectIn(part);
    const { itemContent }: RawEntry = objectIn(item);
    takeId(page, entryId);
    takeCursor(page, itemContent);
  }
}

function takeId(page: Draft, entryId: unknown): void {
  if (typeof entryId === 'string' && !entryId.includes('cursor-')) {
    page.itemIds.push(entryId);
  }
}

function takeCursor(page: Draft, value: unknown): void {
  const { cursorType, value: cursor }: RawEntry = objectIn(value);
  if (cursorType === 'Bottom' && typeof cursor === 'string') {
    page.bottomCursor = cursor;
  }
  if (cursorType === 'ShowMoreThreads' && typeof cursor === 'string') {
    page.moreThreads = cursor;
  }
}
