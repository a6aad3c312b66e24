import { type PersistedThreadPage, persistedThreadPageSchema, type RestorableThread } from './threadContract.ts';

export type SortOrder = PersistedThreadPage['sort'];

export interface ThreadUiState extends Pick<PersistedThreadPage, 'activeKey' | 'onlyAuthor' | 'query' | 'sort'> {
  readonly collapsed: ReadonlySet<string>;
  readonly unfolded: ReadonlyMap<string, number>;
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
  readonly anchor: PersistedThreadPage['anchor'];
}

/** Undefined if there is none, or another version of this extension wrote it. */
export function readThreadPageState(stored: unknown): ThreadPageState | undefined {
  const { data } = persistedThreadPageSchema.safeParse(stored);
  if (data === undefined) {
    return undefined;
  }
  const { source, anchor, hasPictures, ...ui } = data;
  const shown = { ...initialThreadUiState, ...ui, collapsed: new Set(ui.collapsed), isFinding: ui.query !== '' };
  return { source, ui: shown, anchor, hasPictures };
}

export function toPersistedThreadPage({ source, ui, anchor, hasPictures }: ThreadPageState): PersistedThreadPage {
  const { sort, onlyAuthor, collapsed, activeKey, query } = ui;
  return { source, sort, onlyAuthor, collapsed: [...collapsed], activeKey, query, anchor, hasPictures };
}

export function toToggledSet(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const other = new Set(set);
  if (!other.delete(key)) {
    other.add(key);
  }
  return other;
}
