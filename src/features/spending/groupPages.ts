import type { StoredSummary } from '../../store/store.ts';

/** A query's first page and the pages that were loaded after it, in that order. */
export type StoredPages = readonly [StoredSummary, ...StoredSummary[]];

/**
 * Groups responses by query and first page.
 * @param stored newest first
 * @returns the group with the newest page first
 */
export function groupPages(stored: readonly StoredSummary[]): readonly StoredPages[] {
  const latest = new Map<string, [StoredSummary, ...StoredSummary[]]>();
  const groups = new Set<StoredPages>();
  for (const page of stored.toReversed()) {
    const { cursor, ...params } = page.params;
    const query = JSON.stringify([page.endpointId, page.format, page.connection, page.agent, params]);
    const earlier = cursor === undefined ? undefined : latest.get(query);
    earlier?.push(page);
    const group: [StoredSummary, ...StoredSummary[]] = earlier ?? [page];
    latest.set(query, group);
    groups.delete(group); // to the end
    groups.add(group);
  }
  return [...groups].toReversed();
}

/** A failed page and its retry count once. */
export function countPages(pages: readonly StoredSummary[]): number {
  return new Set(pages.map(({ params: { cursor } }) => cursor)).size;
}
