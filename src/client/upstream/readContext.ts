import { type PlatformObject, isEmptyResult, isPlatformObject, readObjectOrEmpty } from './platformFields.ts';
import {
  platformSiteUrl,
  type UpstreamUserLayout,
  type TimelineSlot,
  type UpstreamRecord,
  type UpstreamWarning,
  type UpstreamWarningKind,
} from './upstreamPage.ts';

export interface ReadUpstreamOptions {
  /** The start of permalinks. Default: the platform's address. */
  readonly site?: string;
}

/** A path in a body as a linked list, because only warnings need it as a string. */
export interface BodyPath {
  readonly parent: BodyPath | undefined;
  /** A key, an index, or several keys joined by dots. */
  readonly key: string | number;
  /** All values below were put together from other places, so paths end here. */
  readonly isEnd?: true;
}

export interface UpstreamReadContext {
  /** The start of permalinks, without a trailing slash. */
  readonly site: string;
  readonly warnings: UpstreamWarning[];
  /** The first complete user's layout. */
  era: UpstreamUserLayout | undefined;
}

export interface UpstreamPageBuilder extends UpstreamReadContext {
  readonly records: UpstreamRecord[];
  readonly slots: TimelineSlot[];
  top: string | undefined;
  bottom: string | undefined;
  more: string | undefined;
  /** The pin entry's post. */
  pinnedId: string | undefined;
  isPinnedTaken: boolean;
  /** Items of unknown types, with the first one's path. */
  readonly unsupportedItems: Map<string, { readonly path: BodyPath | undefined; readonly count: number }>;
}

export function createUpstreamPageBuilder(site = platformSiteUrl): UpstreamPageBuilder {
  return {
    site,
    warnings: [],
    era: undefined,
    records: [],
    slots: [],
    top: undefined,
    bottom: undefined,
    more: undefined,
    pinnedId: undefined,
    isPinnedTaken: false,
    unsupportedItems: new Map(),
  };
}

export function appendPathKey(parent: BodyPath | undefined, key: string | number): BodyPath {
  return { parent, key };
}

/** Ends the path: warnings about deeper values name this place. */
export function appendFinalWarningPathKey(parent: BodyPath | undefined, key: string | number): BodyPath {
  return { parent, key, isEnd: true };
}

export function addUpstreamWarning(
  context: UpstreamReadContext,
  kind: UpstreamWarningKind,
  path: BodyPath | undefined,
  message: string,
): void {
  const keys: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) {
    if (at.isEnd === true) keys.length = 0;
    keys.push(at.key);
  }
  context.warnings.push({ kind, path: keys.toReversed().join('.'), message });
}

export function pushRecord<T>(
  page: UpstreamPageBuilder,
  path: BodyPath | undefined,
  value: unknown,
  record: T | undefined,
  toRecord: (record: T) => UpstreamRecord,
): void {
  if (record !== undefined) {
    page.records.push(toRecord(record));
  } else if (isEmptyResult(value)) {
    addUpstreamWarning(page, 'empty', path, 'The platform sent an empty result.');
  } else if (isUnavailable(value)) {
    addUpstreamWarning(page, 'unavailable', path, "The platform says that it isn't available.");
  } else {
    addUpstreamWarning(page, 'unreadable', path, `The record has no ID or no name${describeSkippedItems(value)}.`);
  }
}

/** For example `UserUnavailable`, `CommunityUnavailable`. */
function isUnavailable(value: unknown): boolean {
  const { __typename } = readObjectOrEmpty(value);
  return typeof __typename === 'string' && __typename.endsWith('Unavailable');
}

export function countUnsupportedItem(page: UpstreamPageBuilder, path: BodyPath | undefined, type: string): void {
  const known = page.unsupportedItems.get(type);
  page.unsupportedItems.set(type, { path: known?.path ?? path, count: (known?.count ?? 0) + 1 });
}

export function warnOfUnsupportedItems(page: UpstreamPageBuilder): void {
  for (const [type, { path, count }] of page.unsupportedItems) {
    const items = count === 1 ? 'An item of this type is' : `${count} items of this type are`;
    addUpstreamWarning(page, 'unreadable', path, `${items} not read: ${type}.`);
  }
}

/** Ends a sentence about an unreadable part with its number of items, if any. */
export function describeSkippedItems(value: unknown): string {
  const count = countNestedItems(value, 0);
  return count === 0 ? '' : count === 1 ? "; 1 item wasn't read" : `; ${count} items weren't read`;
}

function countNestedItems(value: unknown, depth: number): number {
  if (!isPlatformObject(value)) {
    return 0;
  }
  let count = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (Array.isArray(inner) && (key === 'items' || key === 'entries' || key === 'items_results')) {
      count += inner.length;
    } else if (depth < deepestRoot) {
      count += countNestedItems(inner, depth + 1);
    }
  }
  return count;
}

interface PlacedNode {
  readonly node: PlatformObject;
  readonly path: BodyPath | undefined;
}

/** The deepest known root has five levels above its instructions. */
const deepestRoot = 8;

/** Searches objects level by level, skipping lists. */
export function findShallowestObject(
  root: PlatformObject,
  path: BodyPath | undefined,
  fits: (node: PlatformObject) => boolean,
): PlacedNode | undefined {
  let level: readonly PlacedNode[] = [{ node: root, path }];
  for (let depth = 0; depth < deepestRoot && level.length > 0; depth += 1) {
    const below: PlacedNode[] = [];
    for (const one of level) {
      if (fits(one.node)) {
        return one;
      }
      for (const [key, node] of Object.entries(one.node)) {
        if (isPlatformObject(node) && !Array.isArray(node)) {
          below.push({ node, path: appendPathKey(one.path, key) });
        }
      }
    }
    level = below;
  }
  return undefined;
}

/** Lists matches in body order, without searching inside them. */
export function findObjects(
  root: PlatformObject,
  path: BodyPath | undefined,
  fits: (node: PlatformObject) => boolean,
  depth = 0,
): readonly PlacedNode[] {
  if (!Array.isArray(root) && fits(root)) {
    return [{ node: root, path }];
  }
  return depth >= deepestRoot
    ? []
    : Object.entries(root).flatMap(([key, inner]: [string, unknown]) =>
        isPlatformObject(inner) ? findObjects(inner, appendPathKey(path, key), fits, depth + 1) : [],
      );
}
