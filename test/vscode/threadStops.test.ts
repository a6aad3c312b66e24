import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { nextPageLineKey } from '../../src/app/thread/threadLines.ts';
import { completeThread } from '../../src/host/threads/actOnThread.ts';
import { ThreadSession } from '../../src/host/threads/threadSession.ts';
import { toThreadState } from '../../src/host/threads/threadState.ts';
import { landmarks } from '../../src/sandbox/world/landmarks.ts';
import { describeStops } from './support/stopWays.ts';
import type { StopWindow } from './support/stopWindows.ts';

/** A thread of a view. */
interface View {
  readonly window: StopWindow;
  readonly thread: ThreadSession;
  /** The answer that another thread is made of. */
  readonly other: Exchange;
}

const id = exampleValues.tweetId;

async function openView(window: StopWindow): Promise<View> {
  const client = await window.client();
  const other = await client.call<typeof tweet>(tweet, { tweetId: landmarks.twentyDigitPostId }, { format: 'raw' });
  return { window, thread: new ThreadSession(window.services), other };
}

const open = async (view: View) => await view.thread.open(id);
/** With another order kept: to choose it makes no request. */
const openWithOrders = async (view: View) => {
  await open(view);
  await view.thread.rank('Recency');
  await view.thread.rank('Relevance');
};
const completing = 'Complete This Thread';

describeStops<View>('threads', {
  open: openView,
  loads: {
    'the first page': { run: open, requests: 1 },
    'the next page': { before: openWithOrders, run: async ({ thread }) => await thread.load(nextPageLineKey), requests: 1 },
    'a branch': {
      before: openWithOrders,
      run: async ({ thread }) => await thread.load(thread.pages.left.branches[0] ?? ''),
      requests: 1,
    },
    'another order': { before: open, run: async ({ thread }) => await thread.rank('Likes'), requests: 1 },
    [completing]: {
      before: openWithOrders,
      run: async ({ thread, window }) => await completeThread(window.services, thread),
      requests: 5,
      isJob: true,
    },
  },
  shown: async ({ thread, window }) => {
    const { waiting, failure, isStopping } = await toThreadState(window.services, thread, 'never');
    const answers = thread.pages.all.map(({ exchange }) => exchange.id);
    return { words: `${waiting} ${failure?.message ?? ''}`, isStopping, answers };
  },
  stop: ({ thread }) => thread.stop(),
  stopNow: ({ thread }) => thread.stopNow(),
  close: ({ thread }) => thread.dispose(),
  reopen: async ({ thread }, window) => {
    const view = await openView(window);
    const { source } = thread;
    await (source === undefined ? undefined : view.thread.restore(source));
    return view;
  },
  ways: {
    'another thread in its place': {
      act: ({ thread, other }) => thread.openExchange(other),
    },
    'choosing the order before': { act: async ({ thread }) => await thread.rank('Relevance'), loads: ['another order'] },
    'choosing another order': {
      act: async ({ thread }) => await thread.rank('Recency'),
      loads: ['the next page', 'a branch', completing],
    },
    'Cancel of the notification': { act: (_view, { cancel }) => cancel(), loads: [completing], leavesParked: true },
  },
});
