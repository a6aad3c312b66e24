import { type PersistedThreadUi, persistedThreadUiSchema, type RestorableThread } from './threadContract.ts';

export type SortOrder = PersistedThreadUi['sort'];

export interface ThreadUiState extends Omit<PersistedThreadUi, 'anchor' | 'collapsed' | 'hasPictures' | 'source'> {
  readonly collapsed: readonly string[];
  readonly unfolded: ReadonlyMap<string, number>;
  readonly isFinding: boolean;
}

export const initialThreadUiState: ThreadUiState = {
  sort: 'asGiven',
  onlyAuthor: false,
  collapsed: [],
  unfolded: new Map(),
  activeKey: undefined,
  isFinding: false,
  query: '',
};

export interface RestoredThreadUi {
  readonly source: RestorableThread;
  readonly ui: ThreadUiState;
  readonly hasPictures: boolean;
  readonly anchor: PersistedThreadUi['anchor'];
}

/** Returns undefined if nothing valid was saved. */
export function restoreThreadUi(stored: unknown): RestoredThreadUi | undefined {
  const { data } = persistedThreadUiSchema.safeParse(stored);
  if (data === undefined) {
    return undefined;
  }
  const { source, anchor, hasPictures, ...ui } = data;
  return { source, ui: { ...initialThreadUiState, ...ui, isFinding: ui.query !== '' }, anchor, hasPictures };
}

export function toPersistedThreadUi({ source, ui, anchor, hasPictures }: RestoredThreadUi): PersistedThreadUi {
  const { sort, onlyAuthor, collapsed, activeKey, query } = ui;
  return { source, sort, onlyAuthor, collapsed: [...collapsed], activeKey, query, anchor, hasPictures };
}
