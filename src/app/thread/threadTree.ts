import type { Absence } from '../../client/upstream/extra.ts';
import type { Place } from '../../client/upstream/upstreamPage.ts';
import type { PagePost, ThreadPage } from './threadPage.ts';

/** A place in a conversation: a post, one that is gone, one that no page brought, or a way to more. */
export type ThreadNode =
  | { readonly kind: 'post'; readonly id: string; readonly post: PagePost; readonly children: ThreadNode[] }
  | { readonly kind: 'absent'; readonly id: string; readonly absence: Absence; readonly children: ThreadNode[] }
  | { readonly kind: 'missing'; readonly id: string; readonly children: ThreadNode[] }
  | {
      readonly kind: 'more';
      readonly id: string;
      readonly place: 'branch' | 'page';
      /** Undefined: it is fetched as the conversation of `ofId`. */
      readonly cursor: string | undefined;
      /** The post whose conversation the call asks for. */
      readonly ofId: string;
      readonly count: number | undefined;
      readonly label: string | undefined;
      readonly children: ThreadNode[];
    };

/** A conversation around the post that it was opened for. */
export interface ThreadTree {
  /** From the first of the conversation down to what the post answers directly. */
  readonly ancestors: readonly ThreadNode[];
  /** The post itself with the answers under it; undefined where no page has it. */
  readonly focal: ThreadNode | undefined;
  /** Leads to the next page of direct answers. */
  readonly next: string | undefined;
}

/** What the cursors of a thread lead to, as far as that is known. */
export interface ThreadCursors {
  /** The cursor below the conversation of a post that was requested; undefined where it ends. */
  readonly next: (postId: string) => string | undefined;
  /** Whether the page behind the cursor of a branch is here, or there was none. */
  readonly isFollowed: (cursor: string) => boolean;
}

type Placed = Exclude<ThreadNode, { readonly kind: 'more' }>;

/**
 * Puts the pages of a conversation together.
 * Posts stand under what they answer, in the order in which the pages brought them; what nobody brought is a stub, and a
 * circle of answers (which no honest service sends) is cut where it closes.
 * @param pages in the order in which they were fetched
 */
export function threadTree(focalId: string, pages: readonly ThreadPage[], cursors: ThreadCursors): ThreadTree {
  const order = placesInOrder(pages);
  const nodes = new Map<string, Placed>();
  const parents = new Map<string, string>();
  for (const { node, parentId } of order) {
    if (!nodes.has(node.id) || nodes.get(node.id)?.kind === 'absent') {
      nodes.set(node.id, node);
    }
    if (parentId !== undefined && parentId !== node.id && !parents.has(node.id)) {
      parents.set(node.id, parentId);
    }
  }
  for (const parentId of new Set(parents.values())) {
    if (!nodes.has(parentId)) {
      nodes.set(parentId, { kind: 'missing', id: parentId, children: [] });
    }
  }
  const answers = withoutCircles(parents);
  const above = chainAbove(focalId, answers);
  const lineage = new Set([...above, focalId]);
  const focal = nodes.get(focalId);
  for (const node of nodes.values()) {
    if (!lineage.has(node.id)) {
      const parentId = answers.get(node.id);
      // what leads nowhere stands under the post itself
      const home = parentId === undefined ? focal : nodes.get(parentId);
      home?.children.push(node);
    }
  }
  if (focal !== undefined) {
    addBranchCursors(pages, cursors, nodes, focal);
    addUnfetched(focal, pages);
  }
  return {
    ancestors: above.toReversed().flatMap((id) => nodes.get(id) ?? []),
    focal,
    next: cursors.next(focalId),
  };
}

interface OrderedPlace {
  readonly node: Placed;
  readonly parentId: string | undefined;
}

/** Every post of the pages, absent ones with an id that others can answer. */
function placesInOrder(pages: readonly ThreadPage[]): readonly OrderedPlace[] {
  const brought = new Set(pages.flatMap((page) => [...page.posts.keys()]));
  return pages.flatMap((page, pageAt) =>
    page.places.flatMap((place, at): readonly OrderedPlace[] => {
      switch (place.kind) {
        case 'tweet': {
          const post = page.posts.get(place.tweetId);
          return post === undefined
            ? []
            : [{ node: { kind: 'post', id: place.tweetId, post, children: [] }, parentId: place.parentId }];
        }
        case 'absent': {
          const id = place.tweetId ?? answeredBelow(page.places, at, brought) ?? `absent-${pageAt}-${at}`;
          const above = lastAbove(page.places, at);
          return [{ node: { kind: 'absent', id, absence: place.absence, children: [] }, parentId: above }];
        }
        case 'more':
          return [];
      }
    }),
  );
}

/** A tombstone names no post; the next post of its module tells it, where it answers one that nobody brought. */
function answeredBelow(places: readonly Place[], at: number, brought: ReadonlySet<string>): string | undefined {
  const moduleId = places[at]?.moduleId;
  const below = places[at + 1];
  return below?.kind === 'tweet' && below.moduleId === moduleId && below.parentId !== undefined && !brought.has(below.parentId)
    ? below.parentId
    : undefined;
}

/** What a place of a module stands under: the post before it there. */
function lastAbove(places: readonly Place[], at: number): string | undefined {
  const here = places[at];
  const above = places[at - 1];
  return here?.moduleId !== undefined && above?.kind === 'tweet' && above.moduleId === here.moduleId ? above.tweetId : undefined;
}

/** The ids above a post, the nearest first. */
function chainAbove(id: string, answers: ReadonlyMap<string, string>): readonly string[] {
  const above: string[] = [];
  for (let next = answers.get(id); next !== undefined; next = answers.get(next)) {
    above.push(next);
  }
  return above;
}

/**
 * The parents without circles: of each circle the post with the smallest id answers nothing, so that it stands somewhere.
 * Each post is passed once or twice, however deep the conversation.
 */
function withoutCircles(parents: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const open = new Map(parents);
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const way: string[] = [];
    const onWay = new Set<string>();
    let here: string | undefined = start;
    while (here !== undefined && !done.has(here) && !onWay.has(here)) {
      way.push(here);
      onWay.add(here);
      here = open.get(here);
    }
    if (here !== undefined && onWay.has(here)) {
      const [first] = way.slice(way.indexOf(here)).toSorted();
      open.delete(first ?? here);
    }
    for (const id of way) {
      done.add(id);
    }
  }
  return open;
}

/** Puts the "show replies" of each branch under the post that opens it, unless that page was fetched. */
function addBranchCursors(
  pages: readonly ThreadPage[],
  cursors: ThreadCursors,
  nodes: ReadonlyMap<string, Placed>,
  focal: Placed,
): void {
  const seen = new Set<string>();
  for (const page of pages) {
    for (const place of page.places) {
      if (place.kind !== 'more' || place.moduleId === undefined || cursors.isFollowed(place.cursor) || seen.has(place.cursor)) {
        continue;
      }
      seen.add(place.cursor);
      const opener = page.places.find((other) => other.moduleId === place.moduleId && other.kind === 'tweet');
      const home = (opener?.kind === 'tweet' ? nodes.get(opener.tweetId) : undefined) ?? focal;
      const { cursor, label } = place;
      home.children.push({ ...more, id: `more-${cursor}`, cursor, ofId: page.askedId, label, children: [] });
    }
  }
  for (const askedId of new Set(pages.map((page) => page.askedId))) {
    const home = nodes.get(askedId);
    const next = home === undefined || home === focal ? undefined : cursors.next(askedId);
    if (next !== undefined) {
      home?.children.push({ ...more, id: `more-${next}`, cursor: next, ofId: askedId, children: [] });
    }
  }
}

const more = { kind: 'more', place: 'branch', count: undefined, label: undefined } as const;

/** A post that has more answers than are here says so, unless a cursor in its branch or a page of its own does. */
function addUnfetched(focal: Placed, pages: readonly ThreadPage[]): void {
  const opened = new Set(pages.map(({ askedId }) => askedId));
  const open: { readonly node: ThreadNode; readonly isCovered: boolean }[] = [{ node: focal, isCovered: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    const isCovered = next.isCovered || (node !== focal && node.children.some(({ kind }) => kind === 'more'));
    if (node.kind === 'post' && node !== focal && !isCovered && !opened.has(node.id)) {
      const here = node.children.filter(({ kind }) => kind !== 'more').length;
      const away = (node.post.record.replies ?? 0) - here;
      if (away > 0) {
        node.children.push({ ...more, id: `under-${node.id}`, cursor: undefined, ofId: node.id, count: away, children: [] });
      }
    }
    open.push(...node.children.map((child) => ({ node: child, isCovered })));
  }
}
