import type { Post } from '../../core/channel/post.ts';
import type { ThreadRow } from './threadContract.ts';
import type { SortOrder, ThreadUiState } from './threadUiState.ts';

export interface ShownThreadRow {
  readonly row: ThreadRow;
  readonly hasReplies: boolean;
  readonly hidden: number;
  readonly parentKey: string | undefined;
}

interface ThreadBranch {
  readonly row: ThreadRow;
  readonly children: ThreadBranch[];
}

export function arrangeThreadRows(
  rows: readonly ThreadRow[],
  posts: ReadonlyMap<string, Post>,
  { sort, onlyAuthor, ...ui }: Pick<ThreadUiState, 'sort' | 'onlyAuthor' | 'collapsed'>,
): readonly ShownThreadRow[] {
  const roots = toThreadBranches(rows);
  const keep = onlyAuthor ? collectAuthorRowKeys(rows, posts) : undefined;
  const collapsed = new Set(ui.collapsed);
  const shown: ShownThreadRow[] = [];
  const open: { readonly branch: ThreadBranch; readonly parentKey: string | undefined }[] = [];
  const push = (branches: readonly ThreadBranch[], parentKey: string | undefined) => {
    const included = keep === undefined ? branches : branches.filter(({ row }) => keep.has(row.key));
    open.push(...included.toReversed().map((branch) => ({ branch, parentKey })));
  };
  push(roots, undefined);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { row, children } = next.branch;
    const isCollapsed = collapsed.has(row.key) && children.length > 0;
    const { parentKey } = next;
    shown.push({ row, hasReplies: children.length > 0, hidden: isCollapsed ? countPosts(children) : 0, parentKey });
    if (!isCollapsed) {
      push(sortBranches(children, sort, posts), row.key);
    }
  }
  return shown;
}

export function findParentRootAndNextRowKeys(
  shown: readonly ShownThreadRow[],
  key: string,
): { readonly parent: string | undefined; readonly root: string | undefined; readonly nextSibling: string | undefined } {
  const at = shown.findIndex(({ row }) => row.key === key);
  const here = shown[at];
  const after = shown.slice(at + 1);
  const next = after.find(({ row }) => row.depth <= (here?.row.depth ?? 0));
  return {
    parent: here?.parentKey ?? (at > 0 && here?.row.depth === 0 ? shown[at - 1]?.row.key : undefined),
    root: shown.find(({ row }) => row.kind === 'post' && row.role === 'focal')?.row.key,
    nextSibling: next?.row.key,
  };
}

function toThreadBranches(rows: readonly ThreadRow[]): readonly ThreadBranch[] {
  const roots: ThreadBranch[] = [];
  const path: ThreadBranch[] = [];
  for (const row of rows) {
    const branch: ThreadBranch = { row, children: [] };
    path.length = Math.min(path.length, row.depth);
    const parent = row.depth === 0 ? undefined : path.at(-1);
    (parent?.children ?? roots).push(branch);
    path.push(branch);
  }
  return roots;
}

function collectAuthorRowKeys(rows: readonly ThreadRow[], posts: ReadonlyMap<string, Post>): ReadonlySet<string> {
  const focal = rows.find((row) => row.kind === 'post' && row.role === 'focal');
  const authorId = posts.get(focal?.key ?? '')?.author.id;
  const keep = new Set<string>();
  const path: string[] = [];
  for (const row of rows) {
    path.length = Math.min(path.length, row.depth);
    path.push(row.key);
    if (path.length === 1 || (row.kind === 'post' && posts.get(row.id)?.author.id === authorId)) {
      // if a row is in the set, its ancestors are as well
      for (let key = path.at(-1), at = path.length - 1; key !== undefined && !keep.has(key); at -= 1, key = path[at]) {
        keep.add(key);
      }
    }
  }
  return keep;
}

const comparisons: Readonly<Record<SortOrder, ((left: Post, right: Post) => number) | undefined>> = {
  asGiven: undefined,
  oldest: (left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt),
  newest: (left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt),
  likes: (left, right) => (right.counts.likes ?? -1) - (left.counts.likes ?? -1),
};

function sortBranches(
  branches: readonly ThreadBranch[],
  sort: SortOrder,
  posts: ReadonlyMap<string, Post>,
): readonly ThreadBranch[] {
  const compare = comparisons[sort];
  if (compare === undefined) {
    return branches;
  }
  return branches.toSorted((left, right) => {
    const [one, other] = [left, right].map(({ row }) => (row.kind === 'post' ? posts.get(row.id) : undefined));
    // rows without a post remain after rows with one
    return one === undefined || other === undefined
      ? Number(one === undefined) - Number(other === undefined)
      : compare(one, other);
  });
}

function countPosts(branches: readonly ThreadBranch[]): number {
  let count = 0;
  const open = [...branches];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count += next.row.kind === 'post' ? 1 : 0;
    open.push(...next.children);
  }
  return count;
}

/**
 * Returns the active row after a change: the same row if it is still shown; otherwise the collapsed row that contains it, the first
 * row loaded in its place, or the row before it.
 */
export function resolveActiveRowKey(
  before: readonly ShownThreadRow[],
  shown: readonly ShownThreadRow[],
  activeKey: string | undefined,
  focalId: string | null | undefined,
): string | undefined {
  const places = new Map(shown.map(({ row }, at) => [row.key, at]));
  if (activeKey !== undefined && places.has(activeKey)) {
    return activeKey;
  }
  const was = before.findIndex(({ row }) => row.key === activeKey);
  const gone = before[was];
  const left = before.slice(0, Math.max(was, 0)).findLast(({ row }) => places.has(row.key));
  if (gone === undefined || left === undefined) {
    return shown[places.get(focalId ?? '') ?? 0]?.row.key;
  }
  const at = places.get(left.row.key) ?? 0;
  const isFolded = left.hidden === 0 && (shown[at]?.hidden ?? 0) > 0;
  const step = gone.row.kind === 'post' || isFolded ? 0 : 1;
  return shown[Math.min(at + step, shown.length - 1)]?.row.key;
}
