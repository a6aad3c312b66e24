import * as vscode from 'vscode';
import { type RankingMode, type ThreadState, rankingModes } from '../../protocol/threadContract.ts';
import type { PictureLeave } from '../../protocol/pageRequests.ts';
import { formatCost } from '../../app/cost/formatCost.ts';
import { formatPrice } from '../../app/cost/formatPrice.ts';
import { otherWorldFailure } from '../shared/words/presentWorld.ts';
import type { Services } from '../shared/services.ts';
import { threadQuote } from '../shared/threadQuote.ts';
import { rankCall } from './threadFacts.ts';
import { wordWaiting } from '../shared/words/wordWaiting.ts';
import type { ThreadLeft } from '../../app/thread/threadLeft.ts';
import { presentRanking, quotePage } from './threadCalls.ts';
import type { ThreadSession } from './threadSession.ts';

/** What the webview shows of a session, worded. Makes no call. */
export async function threadState(services: Services, session: ThreadSession, pictures: PictureLeave): Promise<ThreadState> {
  const { facts } = session;
  const { waiting } = session.pending;
  const { phase, focalId, rows, busy, ranking, completing, parked, pages } = facts;
  const { elsewhere } = session;
  const failure = elsewhere === undefined ? (facts.failure ?? parked)?.words : otherWorldFailure(elsewhere);
  const quotes = await Promise.all(
    rows.map(async ({ kind, key }) => {
      const asked = kind === 'more' || kind === 'missing' ? session.askedBy(key) : undefined;
      return asked === undefined ? undefined : { key, quote: await quotePage(services, asked) };
    }),
  );
  const client = await services.client();
  const focal = focalId ?? '0';
  const quote = quotes.find((one) => one?.quote?.kind === 'known')?.quote ?? threadQuote(client);
  const price = formatPrice(quote);
  const [first] = pages;
  return {
    // what could be asked for again stands in another world: that is said in its place
    phase: phase === 'gone' && elsewhere !== undefined ? 'failed' : phase,
    failure: failure === undefined ? null : { ...failure, actions: failure.actions.map((one) => ({ ...one })) },
    waiting: waiting === undefined ? '' : wordWaiting(waiting),
    notice: facts.notice,
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
            mode === ranking || busy.includes(rankCall(mode)) // on its way: choosing it again buys nothing
              ? ''
              : formatPrice(await quotePage(services, { askedId: focal, cursor: undefined, ranking: mode })),
        })),
      ),
    },
    price,
    free: quotes.flatMap((one) => (one?.quote?.kind === 'kept' ? [one.key] : [])),
    summary: presentSummary(session, { words: price, isKnown: quote?.kind === 'known' }),
    sentAt: first?.exchange.sentAt ?? null,
    isKept: first?.exchange.from === 'history',
    completing: completing ?? null,
    pictures,
    source: session.source ?? null,
  };
}

/** What one more page costs; nobody knows it before the first call. */
interface Price {
  readonly words: string;
  readonly isKnown: boolean;
}

/** "104 posts, more available, 2 branches left (≈$0.0002 each) · $0.0004". */
function presentSummary({ facts, left }: ThreadSession, price: Price): string {
  const { rows, spent } = facts;
  if (facts.phase !== 'ready') {
    return '';
  }
  const posts = rows.filter(({ kind }) => kind === 'post').length;
  const loaded = posts === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', posts);
  const state = presentState(loaded, left, price);
  return `${state} · ${formatCost(spent.cost)}`;
}

function presentState(loaded: string, { hasNextPage, branches }: ThreadLeft, price: Price): string {
  const more = hasNextPage ? vscode.l10n.t('{0}, more available', loaded) : loaded;
  const each = price.isKnown ? vscode.l10n.t('{0} each', price.words) : price.words;
  switch (branches.length) {
    case 0:
      return hasNextPage ? vscode.l10n.t('{0} ({1})', more, price.words) : more;
    case 1:
      return vscode.l10n.t('{0}, 1 branch left ({1})', more, hasNextPage ? each : price.words);
    default:
      return vscode.l10n.t('{0}, {1} branches left ({2})', more, branches.length, each);
  }
}
