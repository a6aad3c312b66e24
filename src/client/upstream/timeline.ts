/** What is read of a raw page to find the next one. */
export interface RawPage {
  /** The value of the Bottom cursor (primary reference, Raw format rules), or `next_cursor` of a slice. */
  readonly bottomCursor: string | undefined;
  /** The ids of the entries and module items that are not cursors; for telling whether a page brings anything new. */
  readonly itemIds: readonly string[];
}

/** Larger than any page is; a walk past it has met something else. */
const maxNodes = 500_000;

/**
 * Reads the cursor and the item ids of a raw page, wherever its instructions stand.
 * Key order and nesting change without notice, so entries are known by their own keys: `cursorType` with a `value`,
 * `entryId`, and the `rest_id` of the items of a slice. Walks without recursion.
 */
export function readRawPage(value: unknown): RawPage {
  const itemIds: string[] = [];
  let bottomCursor: string | undefined;
  let sliceCursor: string | undefined;
  const open: unknown[] = [value];
  for (let visited = 0; open.length > 0 && visited < maxNodes; visited += 1) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) {
      continue;
    }
    const { cursorType, value: cursor, entryId, next_cursor: next, items_results: items }: RawNode = node;
    if (cursorType === 'Bottom' && typeof cursor === 'string') {
      bottomCursor ??= cursor;
    }
    if (typeof entryId === 'string' && !entryId.includes('cursor-')) {
      itemIds.push(entryId);
    }
    if (typeof next === 'string') {
      sliceCursor ??= next;
    }
    for (const item of Array.isArray(items) ? items : []) {
      itemIds.push(...restIdsIn(item));
    }
    const below: readonly unknown[] = Object.values(node);
    open.push(...below);
  }
  return { bottomCursor: bottomCursor ?? sliceCursor, itemIds };
}

interface RawNode {
  readonly cursorType?: unknown;
  readonly value?: unknown;
  readonly entryId?: unknown;
  readonly next_cursor?: unknown;
  readonly items_results?: unknown;
}

/** `{ result: { rest_id } }`, or `rest_id` itself. */
function restIdsIn(item: unknown): readonly string[] {
  if (typeof item !== 'object' || item === null) {
    return [];
  }
  const result: unknown = 'result' in item ? item.result : item;
  return typeof result === 'object' && result !== null && 'rest_id' in result && typeof result.rest_id === 'string'
    ? [result.rest_id]
    : [];
}
