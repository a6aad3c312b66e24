import * as l10n from '@vscode/l10n';
import { shortenText, stripHiddenCharacters } from '../../core/text/stripHiddenCharacters.ts';
import type { TimelineSlot } from '../../client/upstream/upstreamPage.ts';
import type { RankingMode, ThreadRow } from './threadContract.ts';
import type { PagePost, ThreadPage } from './threadPage.ts';
import type { ThreadRequest } from './threadQuery.ts';

/** The key of the row for the next direct replies. */
export const nextPageRowKey = 'next-page';
const maxAbsenceTextLength = 1_000;

export interface ThreadLayout {
  /** In reading order. */
  readonly rows: readonly ThreadRow[];
  /** Requests for rows that can be loaded, by row key and in row order. */
  readonly requests: ReadonlyMap<string, ThreadRequest>;
}

export interface ThreadCursorLookup {
  /** Returns the next-page cursor for a post's conversation; undefined at its end or if it wasn't requested. */
  readonly next: (postId: string) => string | undefined;
  /** Whether the page for a branch's cursor is loaded, or the service didn't have one. */
  readonly isFollowed: (cursor: string, postId: string) => boolean;
  readonly hasBegun: (postId: string) => boolean;
}

type PostSlotNode = (
  | { readonly kind: 'post'; readonly post: PagePost }
  | { readonly kind: 'absent'; readonly text: string | null }
  | { readonly kind: 'missing' }
) &
  ThreadNode;

interface MoreNode extends ThreadNode {
  readonly kind: 'more';
  /** Undefined for the conversation's first page. */
  readonly cursor: string | undefined;
  /** The post whose conversation is requested. */
  readonly ofId: string;
  readonly count?: number;
}

interface ThreadNode {
  readonly id: string;
  readonly children: (PostSlotNode | MoreNode)[];
}

/**
 * Lays out a conversation: the focal post's ancestors, the focal post, and the tree of replies.
 * @param pages in the order in which they arrived
 * @param ranking the focal post's reply order
 */
export function toThreadLayout(
  focalId: string,
  pages: readonly ThreadPage[],
  cursors: ThreadCursorLookup,
  ranking: RankingMode,
): ThreadLayout {
  const { ancestors, focal } = buildThreadTree(focalId, pages, cursors);
  const rows: ThreadRow[] = [];
  const requests = new Map<string, ThreadRequest>();
  const setRequest = (key: string, postId: string, cursor: string | undefined) =>
    requests.set(key, { postId, cursor, ranking: postId === focalId ? ranking : 'Relevance' });
  const add = (node: PostSlotNode | MoreNode, depth: number, role: 'ancestor' | 'focal' | 'reply') => {
    const { id: key } = node;
    switch (node.kind) {
      case 'post':
        return rows.push({ kind: 'post', key, depth, id: key, role });
      case 'absent':
        return rows.push({
          kind: 'absent',
          key,
          depth,
          text: node.text === null ? null : shortenText(stripHiddenCharacters(node.text), maxAbsenceTextLength),
        });
      case 'missing':
        if (/^\d{1,30}$/.test(key) && !cursors.hasBegun(key)) {
          setRequest(key, key, undefined);
        }
        return rows.push({ kind: 'missing', key, depth });
      case 'more':
        setRequest(key, node.ofId, node.cursor);
        return rows.push({ kind: 'more', key, depth, count: node.count ?? null });
    }
  };
  for (const node of ancestors) {
    add(node, 0, 'ancestor'); // without its other replies
  }
  const waiting: { readonly node: PostSlotNode | MoreNode; readonly depth: number }[] =
    focal === undefined ? [] : [{ node: focal, depth: 0 }];
  // no recursion: a conversation may be thousands of replies deep
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const { node, depth } = here;
    add(node, depth, node === focal ? 'focal' : 'reply');
    waiting.push(...node.children.toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  const next = focal !== undefined && hasNoReplies(focal) ? undefined : cursors.next(focalId);
  if (next !== undefined) {
    rows.push({ kind: 'more', key: nextPageRowKey, depth: 1, count: null });
    setRequest(nextPageRowKey, focalId, next);
  }
  return { rows, requests };
}

/** @returns ancestors: from the conversation's first post to the focal post's parent; focal: undefined if no page has it */
function buildThreadTree(focalId: string, pages: readonly ThreadPage[], cursors: ThreadCursorLookup) {
  const nodes = new Map<string, PostSlotNode>();
  const parents = new Map<string, string>();
  for (const { node, parentId } of listPostSlotNodes(pages)) {
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
  const lineage = new Set([focalId]);
  for (let id = parents.get(focalId); id !== undefined && !lineage.has(id); id = parents.get(id)) {
    lineage.add(id); // nearest first
  }
  const focal = nodes.get(focalId);
  for (const node of nodes.values()) {
    if (!lineage.has(node.id)) {
      const parentId = parents.get(node.id);
      const parent = parentId === undefined ? focal : nodes.get(parentId);
      parent?.children.push(node);
    }
  }
  if (focal !== undefined) {
    addBranchCursors(pages, cursors, nodes, focal);
    addUnfetchedReplyNodes(focal, pages);
  }
  return {
    ancestors: [...lineage]
      .slice(1)
      .toReversed()
      .flatMap((id) => nodes.get(id) ?? []),
    focal,
  };
}

interface PostSlotNodeWithParent {
  readonly node: PostSlotNode;
  readonly parentId: string | undefined;
}

function listPostSlotNodes(pages: readonly ThreadPage[]): readonly PostSlotNodeWithParent[] {
  const loadedIds = new Set(pages.flatMap((page) => [...page.posts.keys()]));
  return pages.flatMap((page, pageAt) =>
    page.places.flatMap((place, at): readonly PostSlotNodeWithParent[] => {
      switch (place.kind) {
        case 'tweet': {
          const { tweetId: id, parentId } = place;
          const post = page.posts.get(id);
          return post === undefined ? [] : [{ node: { kind: 'post', id, post, children: [] }, parentId }];
        }
        case 'absent': {
          const { kind, text = kind === 'unreadable' ? l10n.t("This post couldn't be read.") : null } = place.absence;
          const id = place.tweetId ?? findTombstoneIdFromNextPost(page.places, at, loadedIds) ?? `absent-${pageAt}-${at}`;
          return [{ node: { kind: 'absent', id, text, children: [] }, parentId: findPostAboveInModule(page.places, at) }];
        }
        case 'more':
          return [];
      }
    }),
  );
}

/** A tombstone doesn't have an id. If its module's next post replies to a post that isn't loaded, that post is the tombstone. */
function findTombstoneIdFromNextPost(
  places: readonly TimelineSlot[],
  at: number,
  loadedIds: ReadonlySet<string>,
): string | undefined {
  const moduleId = places[at]?.moduleId;
  const below = places[at + 1];
  return below?.kind === 'tweet' && below.moduleId === moduleId && below.parentId !== undefined && !loadedIds.has(below.parentId)
    ? below.parentId
    : undefined;
}

function findPostAboveInModule(places: readonly TimelineSlot[], at: number): string | undefined {
  const here = places[at];
  const above = places[at - 1];
  return here?.moduleId !== undefined && above?.kind === 'tweet' && above.moduleId === here.moduleId ? above.tweetId : undefined;
}

/** Adds a row below each branch's first post if its next page isn't loaded. */
function addBranchCursors(
  pages: readonly ThreadPage[],
  cursors: ThreadCursorLookup,
  nodes: ReadonlyMap<string, PostSlotNode>,
  focal: PostSlotNode,
): void {
  const seen = new Set<string>();
  for (const page of pages) {
    for (const place of page.places) {
      if (
        place.kind !== 'more' ||
        place.moduleId === undefined ||
        cursors.isFollowed(place.cursor, page.postId) ||
        seen.has(place.cursor)
      ) {
        continue;
      }
      seen.add(place.cursor);
      const opener = page.places.find((other) => other.moduleId === place.moduleId && other.kind === 'tweet');
      const parent = (opener?.kind === 'tweet' ? nodes.get(opener.tweetId) : undefined) ?? focal;
      const { cursor } = place;
      parent.children.push({ kind: 'more', id: `more-${cursor}`, cursor, ofId: page.postId, children: [] });
    }
  }
  for (const ofId of new Set(pages.map(({ postId }) => postId))) {
    const parent = nodes.get(ofId);
    const cursor = parent === undefined || parent === focal || hasNoReplies(parent) ? undefined : cursors.next(ofId);
    if (cursor !== undefined) {
      parent?.children.push({ kind: 'more', id: `more-${cursor}`, cursor, ofId, children: [] });
    }
  }
}

/** Upstream JSON has a cursor even for a post without replies. */
function hasNoReplies(node: PostSlotNode): boolean {
  return node.kind === 'post' && node.post.record.replies === 0 && node.children.length === 0;
}

/** Adds a row to each post whose reply count exceeds its loaded replies, unless a cursor or a separate page covers them. */
function addUnfetchedReplyNodes(focal: PostSlotNode, pages: readonly ThreadPage[]): void {
  const opened = new Set(pages.flatMap(({ postId, isExcerpt }) => (isExcerpt ? [] : postId)));
  const open: { readonly node: PostSlotNode | MoreNode; readonly isCovered: boolean }[] = [{ node: focal, isCovered: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    const isCovered = next.isCovered || (node !== focal && node.children.some(({ kind }) => kind === 'more'));
    if (node.kind === 'post' && !isCovered && !opened.has(node.id)) {
      const here = node.children.filter(({ kind }) => kind !== 'more').length;
      const count = (node.post.record.replies ?? 0) - here;
      if (count > 0) {
        node.children.push({ kind: 'more', id: `under-${node.id}`, cursor: undefined, ofId: node.id, count, children: [] });
      }
    }
    open.push(...node.children.map((child) => ({ node: child, isCovered })));
  }
}
