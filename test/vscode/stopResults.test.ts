import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers } from '../../src/client/endpoints/primary/userTimelines.ts';
import { ResultsSession } from '../../src/host/results/resultsSession.ts';
import type { ResultsStatus } from '../../src/protocol/resultsContract.ts';
import { describeStops } from './support/stopWays.ts';
import type { StopWindow } from './support/stopWindows.ts';

const texts = { userId: exampleValues.userId };

/** A tab of results, and what its page was sent last. */
interface Tab {
  readonly session: ResultsSession;
  readonly status: () => ResultsStatus | undefined;
}

function openTab({ services }: StopWindow): Tab {
  let status: ResultsStatus | undefined;
  const onStatus = (now: ResultsStatus) => {
    status = now;
  };
  const session = new ResultsSession(services, { onRows: () => undefined, onStatus }, userFollowers, texts);
  return { session, status: () => status };
}

const call = async ({ session }: Tab) => await session.call(texts);

describeStops<Tab>('results', {
  open: async (window) => await Promise.resolve(openTab(window)),
  loads: {
    'the first page': { run: call, requests: 1 },
    'one more page': { before: call, run: async ({ session }) => await session.loadMore(1), requests: 1 },
    'several pages': { before: call, run: async ({ session }) => await session.loadMore(3), requests: 3, isJob: true },
  },
  shown: async ({ session }) => {
    const { waiting, failure, isStopping, source } = await session.status();
    return { words: `${waiting} ${failure?.message ?? ''}`, isStopping, answers: source.exchangeIds };
  },
  stop: ({ session }) => session.stop(),
  stopNow: ({ session }) => session.stopNow(),
  close: ({ session }) => session.dispose(),
  reopen: async ({ status }, window) => {
    const tab = openTab(window);
    const source = status()?.source ?? { texts, exchangeIds: [] };
    const { exchanges } = await window.store();
    await tab.session.restore(userFollowers, source, async () => await Promise.resolve((id) => exchanges.exchange(id)));
    return tab;
  },
  ways: {
    'another question in its place': {
      act: ({ session }) => session.setQuestion(userFollowers, { userId: exampleValues.otherUserId }),
    },
  },
});
