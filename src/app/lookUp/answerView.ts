import type { RecordKind } from '../../client/records/recordKind.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import * as rows from '../../client/endpoints/table.ts';
import type { Exchange } from '../../client/exchange.ts';
import { type RecordPage, toPage } from '../../client/records/toPage.ts';

/** How an answer can be shown: the page of one thing, a table or cards of records, a conversation, its JSON. */
export const answerViews = ['page', 'results', 'thread', 'json'] as const;
export type AnswerView = (typeof answerViews)[number];

/** What an answer is about: one thing of a kind, or a list. */
export type AnswerKind = RecordKind | 'records';

/** What is remembered of how answers are shown, by what they are about. */
export type RememberedViews = Readonly<Partial<Record<AnswerKind, AnswerView>>>;

/** What an answer is about. */
export function getAnswerKind({ kind, records }: Pick<RecordPage, 'kind' | 'records'>): AnswerKind {
  const [first, ...others] = records.filter((record) => record.kind === kind);
  return first === undefined || others.length > 0 || typeof first.path?.at(-1) === 'number' ? 'records' : kind;
}

/** The same of an exchange. A post with its replies is about that post, however many records it holds. */
export function getExchangeKind(exchange: Exchange): AnswerKind {
  return exchange.request.endpointId === rows.tweet.id ? 'post' : getAnswerKind(toPage(exchange));
}

/** These answer with one thing, or a conversation: each has a page of its own. */
const endpointsOfOneThing: ReadonlySet<Endpoint> = new Set<Endpoint>([
  ...[rows.userByUsername, rows.userById, rows.listDetails, rows.community, rows.job, rows.tweet, rows.simpleTweet],
  ...[rows.gatewayList, rows.gatewayCommunity, rows.gatewaySpace, rows.gatewayTweet],
]);

/** Whether an endpoint answers with a list of records, which cards and a table show. */
export function answersWithRecords(endpoint: Endpoint): boolean {
  return !endpointsOfOneThing.has(endpoint) && endpoint.yields.some(({ kind }) => kind !== 'other');
}

/** The views of an answer, the most readable first. */
export function listAnswerViews(kind: AnswerKind): readonly [AnswerView, ...AnswerView[]] {
  switch (kind) {
    case 'user':
    case 'list':
    case 'community':
    case 'space':
    case 'job':
      return ['page', 'json'];
    case 'post':
      return ['thread', 'results', 'json'];
    case 'records':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return ['results', 'json'];
  }
}

/** The view that an answer opens in: the one that was chosen last for what it is about, else the most readable. */
export function chooseAnswerView(kind: AnswerKind, remembered: unknown): AnswerView {
  const views = listAnswerViews(kind);
  const chosen = typeof remembered === 'object' && remembered !== null ? Object.entries(remembered) : [];
  const [, view] = chosen.find(([name]) => name === kind) ?? [];
  return views.find((one) => one === view) ?? views[0];
}
