import {
  type ResultsSource,
  type ResultsStatus,
  type ResultView,
  resultsSourceSchema,
  resultViews,
} from '../../protocol/resultsContract.ts';
import type { TableSort } from '../../results/table/rowSort.ts';

/** How a person set a page of results: kept over hiding, moving and reloading. */
export interface ResultsView {
  readonly mode: ResultView;
  readonly filter: string;
  readonly sort: TableSort | undefined;
  /** Columns that were shown or hidden by hand, by their names. */
  readonly columns: Readonly<Record<string, boolean>>;
  /** Widths that were set by hand, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** The places of selected records. */
  readonly selected: readonly number[];
  /** The first record in sight, by its place on the screen. */
  readonly top: number;
  readonly plot: string;
  readonly isBuilderOpen: boolean;
  /** How many pages are loaded at once. */
  readonly pages: number;
  /** A person wanted the pictures of this tab. */
  readonly hasPictures: boolean;
}

/** What the page keeps: the question with its answers' ids, what is typed, and the view. */
export interface KeptResults {
  readonly source: ResultsSource;
  readonly draft: Readonly<Record<string, string>>;
  /** The names in it that a person typed anew (see TypedAnew). */
  readonly typed: readonly string[];
  readonly view: ResultsView;
}

/** The most pages that are loaded at once. */
export const mostPages = 100;

/** What can be loaded at once: more than one page, which has a button of its own. */
export function boundedPages(pages: number): number {
  return Math.max(2, Math.min(mostPages, Math.trunc(pages)));
}

/** More selected records are not kept over a reload. */
export const mostKeptSelected = 10_000;

export const firstView: ResultsView = {
  mode: 'cards',
  filter: '',
  sort: undefined,
  columns: {},
  widths: {},
  selected: [],
  top: 0,
  plot: '',
  isBuilderOpen: false,
  pages: 5,
  hasPictures: false,
};

/** Reads what was kept; anything else, from an older version or broken, counts as nothing. */
export function readKept(kept: unknown): KeptResults | undefined {
  const source = resultsSourceSchema.safeParse(member(kept, 'source'));
  if (!source.success) {
    return undefined;
  }
  const typed = member(kept, 'typed');
  return {
    source: source.data,
    draft: texts(member(kept, 'draft')),
    typed: Array.isArray(typed) ? typed.filter((name) => typeof name === 'string') : [],
    view: readView(member(kept, 'view')),
  };
}

/**
 * How records are shown that came back. Where other answers stand now than those that were kept, other records stand at the
 * places that were selected and scrolled to; answers that came after them, or are missing at the end, move none.
 */
export function viewOfRestored(
  view: ResultsView,
  kept: ResultsSource,
  { source, loaded }: Pick<ResultsStatus, 'source' | 'loaded'>,
): ResultsView {
  const shared = Math.min(kept.exchangeIds.length, source.exchangeIds.length);
  const isSame = shared > 0 && kept.exchangeIds.slice(0, shared).every((id, at) => id === source.exchangeIds[at]);
  return { ...view, selected: isSame ? view.selected.filter((row) => row < loaded) : [], top: isSame ? view.top : 0 };
}

/** Whether two questions say the same; a field that is empty is as none. */
export function sameTexts(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

function readView(kept: unknown): ResultsView {
  const selected = member(kept, 'selected');
  const sort = member(kept, 'sort');
  const column = member(sort, 'column');
  const direction = member(sort, 'direction');
  return {
    mode: resultViews.find((mode) => mode === member(kept, 'mode')) ?? firstView.mode,
    filter: text(member(kept, 'filter')),
    sort:
      typeof column === 'string' && (direction === 'ascending' || direction === 'descending') ? { column, direction } : undefined,
    columns: entries(member(kept, 'columns'), (value) => typeof value === 'boolean'),
    widths: entries(member(kept, 'widths'), (value) => typeof value === 'number' && value >= 0 && value < 5_000),
    selected: Array.isArray(selected) ? selected.filter((row) => Number.isSafeInteger(row) && row >= 0).map(Number) : [],
    top: Math.max(0, Number(member(kept, 'top')) || 0),
    plot: text(member(kept, 'plot')),
    isBuilderOpen: member(kept, 'isBuilderOpen') === true,
    pages: boundedPages(Number(member(kept, 'pages')) || firstView.pages),
    hasPictures: member(kept, 'hasPictures') === true,
  };
}

function texts(value: unknown): Readonly<Record<string, string>> {
  return entries(value, (item) => typeof item === 'string');
}

function entries<T>(value: unknown, fits: (item: unknown) => item is T): Readonly<Record<string, T>>;
function entries<T>(value: unknown, fits: (item: unknown) => boolean): Readonly<Record<string, T>>;
function entries(value: unknown, fits: (item: unknown) => boolean): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, item]) => fits(item)))
    : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
