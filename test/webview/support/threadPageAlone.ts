import { toPost } from '../../../src/core/records/toPost.ts';
import { toThreadLayout } from '../../../src/features/threads/threadLayout.ts';
import { readDocumentThreadPage, type ThreadPage, toThreadPage } from '../../../src/features/threads/threadPage.ts';
import { tweet } from '../../../src/client/endpoints/table.ts';
import { toPage } from '../../../src/client/records/toPage.ts';
import type { Post } from '../../../src/core/channel/post.ts';
import {
  type ThreadContract,
  type ThreadRow,
  type ThreadState,
  threadTables,
} from '../../../src/features/threads/threadContract.ts';
import { respondWith } from '../../unit/client/records/responses.ts';
import { type HostedPage, type HostedPageStart, useHostedPage } from './pageAlone.ts';

export interface ShownThread {
  readonly focalId: string;
  readonly rows: readonly ThreadRow[];
  readonly posts: readonly Post[];
}

export interface ThreadPageAlone extends HostedPage<ThreadContract> {
  /** Sends a thread like the extension: its posts, then its rows. */
  readonly show: (thread: ShownThread, change?: Partial<ThreadState>) => void;
  /** Sends a page state without a thread. */
  readonly say: (change: Partial<ThreadState>) => void;
}

/** Widths to test, in CSS pixels. */
export const threadWidths = { narrow: 300, wide: 1_200 } as const;

/** The same as in the extension. */
const postsAtOnce = 150;

/** Opens narrow pages. Each closes the previous one. */
export function useThreadPage(height = 800): (start?: HostedPageStart) => Promise<ThreadPageAlone> {
  const open = useHostedPage<ThreadContract>({
    tables: threadTables,
    bundle: 'threads',
    element: 'social-thread',
    surface: 'sideBar',
    viewport: { width: threadWidths.narrow, height },
  });
  return async (start) => {
    const alone = await open(start);
    const say = (change: Partial<ThreadState>) => alone.host.send('state', threadStateOf(change));
    return {
      ...alone,
      say,
      show: ({ focalId, rows, posts }, change) => {
        for (let at = 0; at < posts.length; at += postsAtOnce) alone.host.send('posts', posts.slice(at, at + postsAtOnce));
        say({ phase: 'ready', focalId, rows, source: { focalId, ranking: 'Relevance', pages: [] }, ...change });
      },
    };
  };
}

/** Default: nothing was opened. */
function threadStateOf(change: Partial<ThreadState>): ThreadState {
  return {
    phase: 'empty',
    failure: null,
    waiting: '',
    notice: '',
    focalId: null,
    rows: [],
    busy: [],
    price: '≈$0.0002',
    free: [],
    summary: '',
    isLive: true,
    isLoading: false,
    stopping: '',
    completing: null,
    rest: '',
    rankings: [],
    source: null,
    ...change,
  };
}

/** Reads a JSON string like *Open as Thread*. */
export function threadInText(text: string, focalId: string): ShownThread {
  return layOut(
    readDocumentThreadPage(text, { postId: focalId, cursor: undefined }, 'https://social.example'),
    focalId,
    undefined,
  );
}

/**
 * Creates a thread from posts in the simple format.
 * @param next the next page's cursor; default: none
 */
export function threadOfPosts(posts: readonly object[], focalId: string, next?: string): ShownThread {
  const response = toPage(respondWith(tweet, { data: posts, nextCursor: next ?? null, hasNextPage: next !== undefined }));
  return layOut(toThreadPage(response, { postId: focalId, cursor: undefined }), focalId, next);
}

function layOut(page: ThreadPage, focalId: string, next: string | undefined): ShownThread {
  const cursors = { next: () => next, isFollowed: () => false, hasBegun: (id: string) => id === focalId };
  const { rows } = toThreadLayout(focalId, [page], cursors, 'Relevance');
  return { focalId, rows, posts: [...page.posts.values()].map(({ record, extra }) => toPost(record, extra)) };
}
