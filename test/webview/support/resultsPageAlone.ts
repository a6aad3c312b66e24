import { toPost } from '../../../src/core/records/toPost.ts';
import { readPost } from '../../../src/client/records/readRecord.ts';
import type { Post } from '../../../src/core/channel/post.ts';
import {
  type ResultsContract,
  type ResultsStatus,
  type ShownQuery,
  type ShownSearchTab,
  resultsTables,
} from '../../../src/features/results/resultsContract.ts';
import { toTable } from '../../support/toTable.ts';
import { type HostedPage, type HostedPageStart, useHostedPage } from './pageAlone.ts';

export interface PageAlone extends HostedPage<ResultsContract> {
  /** Sends the number of posts, starting at `first`. */
  readonly showPosts: (count: number, first?: number) => void;
}

export interface PageStart extends Pick<HostedPageStart, 'stored' | 'responses' | 'pictures'> {
  readonly query?: Partial<ShownQuery>;
  /** Returns a post's text; default: its number */
  readonly textOf?: (number: number) => string;
}

const usualResponses: HostedPageStart['responses'] = {
  quote: () => ({ price: '≈$0.0002', freshPrice: null, faults: [] }),
  rows: () => '[]',
  json: () => [],
};

export const searchTab: ShownSearchTab = {
  tab: 'Top',
  tabs: ['Top', 'Latest', 'People', 'Lists'],
  words: 'searchItem',
  hasOperators: true,
};

/** The default query. */
export const searchQuery: ShownQuery = {
  endpointId: 'primary.search',
  title: 'Search',
  summary: '',
  isConfirmed: true,
  search: searchTab,
  fields: [],
  texts: { searchItem: 'coffee' },
  view: null,
  filter: null,
};

/** A query's status; default: 20 loaded posts */
export function statusOf(change: Partial<ResultsStatus> = {}): ResultsStatus {
  return {
    phase: 'ready',
    isLoading: false,
    stopping: '',
    loaded: 20,
    hasMore: true,
    pagePrice: '≈$0.0002',
    threadPrice: '≈$0.0002',
    summary: '20 results',
    age: '',
    isLive: true,
    mark: '',
    hasWebPages: true,
    notice: '',
    waiting: '',
    failure: null,
    progress: null,
    source: { endpointId: 'primary.search', texts: { searchItem: 'coffee' }, exchangeIds: ['one'] },
    ...change,
  };
}

/** Opens pages for the suite that calls it. Each closes the previous one. */
export function useResultsPage(): (start?: PageStart) => Promise<PageAlone> {
  const open = useHostedPage<ResultsContract>({
    tables: resultsTables,
    bundle: 'results',
    element: 'social-results',
    surface: 'editor',
    viewport: { width: 900, height: 700 },
  });
  return async ({ stored, query = {}, textOf = (number: number) => `post ${number}`, responses = {}, pictures } = {}) => {
    let firstShown = 0;
    const usual: HostedPageStart['responses'] = {
      ...usualResponses,
      posts: (params) => postsAt(params, (row) => postOf(firstShown + row, textOf)),
    };
    const alone = await open({ stored, responses: { ...usual, ...responses }, ...(pictures === undefined ? {} : { pictures }) });
    alone.host.send('query', { ...searchQuery, ...query });
    return {
      ...alone,
      showPosts: (count, first = 0) => {
        firstShown = first;
        const posts = Array.from({ length: count }, (_, at) => postOf(first + at, textOf));
        const { columns, rows } = toTable('post', posts);
        alone.host.send('records', {
          series: 1,
          kind: 'post',
          columns: [...columns],
          start: 0,
          rows: JSON.stringify(rows),
        });
      },
    };
  };
}

/** Returns the requested posts. */
function postsAt(params: unknown, postAt: (row: number) => unknown): readonly Post[] {
  const { rows } = resultsTables.requests.posts.parse(params);
  return rows.map((row) => toPost(readPost(postAt(row))));
}

function postOf(number: number, textOf: (number: number) => string): unknown {
  return {
    id: String(1_000 + number),
    text: textOf(number),
    createdAt: '2026-01-05T10:00:00Z',
    author: { username: `user${number}`, name: `User ${number}`, avatarUrl: 'https://pbs.twimg.com/a.png' },
    counts: { likes: number },
  };
}
