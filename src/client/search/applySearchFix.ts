import type { SearchFix } from './faults.ts';
import { isFiltersObject } from './readFiltersLeniently.ts';

/**
 * The text and the filters after a fix. The fix must come from a check of this text and these filters;
 * filters that are no object are returned as they are.
 */
export function applySearchFix(
  text: string,
  filters: unknown,
  fix: SearchFix,
): { readonly text: string; readonly filters: unknown } {
  let changed = text;
  for (const edit of fix.edits.toSorted((a, b) => b.from - a.from)) {
    changed = changed.slice(0, edit.from) + edit.text + changed.slice(edit.to);
  }
  if (!isFiltersObject(filters) || fix.filterEdits.length === 0) return { text: changed, filters };
  const renames = new Map(fix.filterEdits.map((edit) => [edit.key, edit.renameTo]));
  const entries = Object.entries(filters).flatMap(([key, value]) => {
    const name = renames.has(key) ? renames.get(key) : key;
    return typeof name === 'string' ? [[name, value] as const] : [];
  });
  return { text: changed, filters: Object.fromEntries(entries) };
}
