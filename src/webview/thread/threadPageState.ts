import {
  type PersistedThreadPage,
  persistedThreadPageSchema,
  maxFindQueryLength,
  type RestorableThread,
} from '../../protocol/threadContract.ts';

export type SortOrder = PersistedThreadPage['sort'];

export interface ThreadUiState extends Pick<PersistedThreadPage, 'onlyAuthor' | 'query' | 'sort'> {
  readonly collapsed: ReadonlySet<string>;
  readonly unfolded: ReadonlyMap<string, number>;
  readonly activeKey: string | undefined;
  readonly isFinding: boolean;
}

export const initialThreadUiState: ThreadUiState = {
  sort: 'asGiven',
  onlyAuthor: false,
  collapsed: new Set(),
  unfolded: new Map(),
  activeKey: undefined,
  isFinding: false,
  query: '',
};

export interface ThreadPageState {
  readonly source: RestorableThread;
  readonly ui: ThreadUiState;
  readonly hasPictures: boolean;
  readonly anchor: { readonly key: string; readonly offset: number } | undefined;
}

/** Undefined if there is none, or another version of this extension wrote it. */
export function readThreadPageState(kept: unknown): ThreadPageState | undefined {
  const { data } = persistedThreadPageSchema.safeParse(kept);
  if (data === undefined) {
    return undefined;
  }
  const { source, anchor, hasPictures, ...ui } = data;
  const collapsed = new Set(ui.collapsed);
  const isFinding = ui.query !== '';
  return {
    source,
    ui: { ...initialThreadUiState, ...ui, collapsed, activeKey: ui.activeKey ?? undefined, isFinding },
    anchor: anchor ?? undefined,
    hasPictures,
  };
}

export function toPersistedThreadPage({ source, ui, anchor, hasPictures }: ThreadPageState): PersistedThreadPage {
  const { sort, onlyAuthor, collapsed, activeKey = null } = ui;
  const query = ui.query.slice(0, maxFindQueryLength); // one that is too long would make all of it unreadable
  return {
    source,
    sort,
    onlyAuthor,
    collapsed: [...collapsed],
    activeKey,
    query,
    anchor: anchor ?? null,
    hasPictures,
  };
}

export function toToggledSet(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const other = new Set(set);
  if (!other.delete(key)) {
    other.add(key);
  }
  return other;
}
