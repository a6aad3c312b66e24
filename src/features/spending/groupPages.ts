interface StoredPage {
  readonly endpointId: string;
  readonly format: string;
  readonly connection: string;
  readonly agent?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A query's first page and the pages that were loaded after it, in that order. */
export type PagesOf<T> = readonly [T, ...T[]];

/**
 * Groups responses by query and first page.
 * @param stored newest first
 * @returns the group with the newest page first
 */
export function groupPages<T extends StoredPage>(stored: readonly T[]): readonly PagesOf<T>[] {
  const latest = new Map<string, [T, ...T[]]>();
  const groups = new Set<PagesOf<T>>();
  for (const page of stored.toReversed()) {
    const { cursor, ...params } = page.params;
    const query = JSON.stringify([page.endpointId, page.format, page.connection, page.agent, params]);
    const earlier = cursor === undefined ? undefined : latest.get(query);
    earlier?.push(page);
    const group: [T, ...T[]] = earlier ?? [page];
    latest.set(query, group);
    groups.delete(group); // to the end
    groups.add(group);
  }
  return [...groups].toReversed();
}

/** A failed page and its retry count once. */
export function countPages(pages: readonly Pick<StoredPage, 'params'>[]): number {
  return new Set(pages.map(({ params: { cursor } }) => cursor)).size;
}
