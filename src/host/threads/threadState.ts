import * as vscode from 'vscode';
import { type RankingMode, type ThreadState, rankingModes } from '../../protocol/threadContract.ts';
import type { PictureLeave } from '../../protocol/pageRequests.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { presentQuote } from '../shared/presentMoney.ts';
import { presentSpentHere, withAnswer } from '../shared/spentHere.ts';
import type { Services } from '../shared/services.ts';
import { nextPageKey } from './model/threadRows.ts';
import { presentRanking, quotePage } from './threadCalls.ts';
import type { ThreadSession } from './threadSession.ts';

/** What the webview shows of a session, worded. Makes no call. */
export async function threadState(services: Services, session: ThreadSession, pictures: PictureLeave): Promise<ThreadState> {
  const { facts } = session;
  const { phase, focalId, rows, busy, ranking, completing, parked, pages } = facts;
  const failure = facts.failure ?? parked;
  const quotes = await Promise.all(
    rows.map(async ({ kind, key }) => {
      const asked = kind === 'more' || kind === 'missing' ? session.askedBy(key) : undefined;
      return asked === undefined ? undefined : { key, quote: await quotePage(services, asked) };
    }),
  );
  const client = await services.client();
  const focal = focalId ?? '0';
  const price = presentQuote(
    quotes.find((one) => one?.quote?.kind === 'known')?.quote ??
      client.quote(tweet, { tweetId: focal, cursor: 'any' }, { format: 'raw' }),
  );
  const [first] = pages;
  return {
    phase,
    failure: failure === undefined ? null : { ...failure.words, actions: failure.words.actions.map((one) => ({ ...one })) },
    focalId: focalId ?? null,
    rows: [...rows],
    busy: [...busy],
    ranking: {
      mode: ranking,
      choices: await Promise.all(
        rankingModes.map(async (mode: RankingMode) => ({
          mode,
          title: presentRanking(mode),
          price:
            mode === ranking ? '' : presentQuote(await quotePage(services, { askedId: focal, cursor: undefined, ranking: mode })),
        })),
      ),
    },
    price,
    free: quotes.flatMap((one) => (one?.quote?.kind === 'kept' ? [one.key] : [])),
    summary: presentSummary(session, price),
    sentAt: first?.exchange.sentAt ?? null,
    isKept: first?.exchange.from === 'history',
    completing: completing ?? null,
    pictures,
    source: session.source ?? null,
  };
}

/** "104 posts, more available (≈$0.0002) · $0.0004 spent here". */
function presentSummary({ facts }: ThreadSession, price: string): string {
  const { rows, pages } = facts;
  if (facts.phase !== 'ready') {
    return '';
  }
  const posts = rows.filter(({ kind }) => kind === 'post').length;
  const hasMore = rows.some(({ key }) => key === nextPageKey);
  const loaded = posts === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', posts);
  const state = hasMore ? vscode.l10n.t('{0}, more available ({1})', loaded, price) : loaded;
  const spent = pages.reduce((sum, { exchange }) => withAnswer(sum, exchange), facts.lost);
  return `${state} · ${presentSpentHere(spent)}`;
}
