import { type PlatformFields, isEmpty, isNode, objectIn } from './node.ts';
import type { Era, TimelinePlace, UpstreamRecord, UpstreamWarning, WarningKind } from './upstreamPage.ts';

export interface UpstreamOptions {
  /** What the permalinks of posts begin with; the platform's own address when left out. */
  readonly site?: string;
}

/** A place in a body, by its way from the root: written out only for a warning. */
export interface Trail {
  readonly parent: Trail | undefined;
  /** A key, an index, or several keys joined by dots. */
  readonly key: string | number;
  /** Set where what is read below was put together from other places: a way into it would lead nowhere. */
  readonly isEnd?: true;
}

/** What the readers of one body share. */
export interface Reading {
  /** What permalinks begin with, without a slash at the end. */
  readonly site: string;
  readonly warnings: UpstreamWarning[];
  /** The layout of the first whole user. */
  era: Era | undefined;
}

/** A page while it is read. It lives as long as one call of readUpstreamValue. */
export interface PageBuilder extends Reading {
  readonly records: UpstreamRecord[];
  readonly places: TimelinePlace[];
  top: string | undefined;
  bottom: string | undefined;
  more: string | undefined;
  /** The post of the pin entry; undefined once it is among the records. */
  pinnedId: string | undefined;
  isPinnedTaken: boolean;
  /** Items that nothing here reads, by the platform's name for their type, with the first of them. */
  readonly unread: Map<string, { readonly trail: Trail | undefined; readonly count: number }>;
}

/** Where the platform's own pages are, unless somebody knows of another place. */
export const platformSite = 'https://x.com';

export function startPage(site = platformSite): PageBuilder {
  return {
    site,
    warnings: [],
    era: undefined,
    records: [],
    places: [],
    top: undefined,
    bottom: undefined,
    more: undefined,
    pinnedId: undefined,
    isPinnedTaken: false,
    unread: new Map(),
  };
}

export function step(parent: Trail | undefined, key: string | number): Trail {
  return { parent, key };
}

/** As step; warnings about what is further in name this place. */
export function lastStep(parent: Trail | undefined, key: string | number): Trail {
  return { parent, key, isEnd: true };
}

/** Says that something could not be read. */
export function warn(reading: Reading, kind: WarningKind, trail: Trail | undefined, message: string): void {
  const keys: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.parent) {
    if (at.isEnd === true) keys.length = 0;
    keys.push(at.key);
  }
  reading.warnings.push({ kind, path: keys.toReversed().join('.'), message });
}

/** Adds a record, or says why there is none. */
export function push<T>(
  page: PageBuilder,
  trail: Trail | undefined,
  value: unknown,
  record: T | undefined,
  toRecord: (record: T) => UpstreamRecord,
): void {
  if (record !== undefined) {
    page.records.push(toRecord(record));
  } else if (isEmpty(value)) {
    warn(page, 'empty', trail, 'The platform sent an empty result.');
  } else if (isUnavailable(value)) {
    warn(page, 'unavailable', trail, 'The platform says that it is not available.');
  } else {
    warn(page, 'unreadable', trail, `The record has no id or no name${unreadItems(value)}.`);
  }
}

/** `UserUnavailable`, `CommunityUnavailable` and their like. */
function isUnavailable(value: unknown): boolean {
  const { __typename } = objectIn(value);
  return typeof __typename === 'string' && __typename.endsWith('Unavailable');
}

/** Counts an item that nothing here reads; `warnOfUnread` says how many there were. */
export function countUnread(page: PageBuilder, trail: Trail | undefined, type: string): void {
  const known = page.unread.get(type);
  page.unread.set(type, { trail: known?.trail ?? trail, count: (known?.count ?? 0) + 1 });
}

export function warnOfUnread(page: PageBuilder): void {
  for (const [type, { trail, count }] of page.unread) {
    const items = count === 1 ? 'An item of this type is' : `${count} items of this type are`;
    warn(page, 'unreadable', trail, `${items} not read: ${type}.`);
  }
}

/** The end of a sentence about what cannot be read: how many items stand in it, where there are any. */
export function unreadItems(value: unknown): string {
  const count = countItems(value, 0);
  return count === 0 ? '' : count === 1 ? '; 1 item is not read' : `; ${count} items are not read`;
}

function countItems(value: unknown, depth: number): number {
  if (!isKeyed(value) && !Array.isArray(value)) {
    return 0;
  }
  let count = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (Array.isArray(inner) && (key === 'items' || key === 'entries' || key === 'items_results')) {
      count += inner.length;
    } else if (depth < deepestRoot) {
      count += countItems(inner, depth + 1);
    }
  }
  return count;
}

/** An object of a body, with the way to it. */
interface PlacedNode<Node> {
  readonly node: Node;
  readonly trail: Trail | undefined;
}

type Keyed = Readonly<Record<string, unknown>>;

/** The deepest known root has five levels above its instructions. */
const deepestRoot = 8;

/** The object nearest to the root of a body that fits. Only objects are looked into, level by level; what they list is not. */
export function findNearest(
  root: PlatformFields,
  trail: Trail | undefined,
  fits: (node: PlatformFields) => boolean,
): PlacedNode<PlatformFields> | undefined {
  let level: readonly PlacedNode<Keyed>[] = [{ node: root, trail }];
  for (let depth = 0; depth < deepestRoot && level.length > 0; depth += 1) {
    const below: PlacedNode<Keyed>[] = [];
    for (const one of level) {
      if (fits(one.node)) {
        return one;
      }
      for (const key in one.node) {
        const node = one.node[key];
        if (isKeyed(node)) {
          below.push({ node, trail: step(one.trail, key) });
        }
      }
    }
    level = below;
  }
  return undefined;
}

function isKeyed(value: unknown): value is Keyed {
  return isNode(value) && !Array.isArray(value);
}
