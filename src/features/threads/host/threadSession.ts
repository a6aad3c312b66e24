import * as vscode from 'vscode';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import type { Money } from '../../../client/money.ts';
import { OfferedQuotes } from '../../../core/cost/offers.ts';
import { describeStopAtRaisedPrice } from '../../../core/cost/formatPrice.ts';
import { formatCallCount } from '../../../core/cost/formatSpend.ts';
import { Conversation, type RestOffer, type ConversationState, emptyConversationState } from '../conversation.ts';
import { formatUnloadedParts, ThreadSnapshot } from '../threadSnapshot.ts';
import { toThreadRequest } from '../threadQuery.ts';
import type { RankingMode, RestorableThread } from '../threadContract.ts';
import type { Post } from '../../../core/channel/post.ts';
import { getDocumentExchange } from '../../../workbench/exchangeDocuments.ts';
import { createFailureDescriber, type FailureDescription } from '../../../workbench/showErrorNotification.ts';
import { forgetFailuresAtRaisedBudgets } from '../../../workbench/settings.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { describeIncompleteRestore } from '../../../core/errors/describeError.ts';
import { getThreadDocumentUri, loadThreadResponse, readThreadPage } from './threadDocuments.ts';

interface OpenedConversation {
  readonly conversation: Conversation;
  readonly connection: string;
}

export type ThreadDirection = 'back' | 'forward';

const emptySnapshot = new ThreadSnapshot('', 'Relevance', new Map());

/** A view's thread, with the threads that it showed before. */
export class ThreadSession implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #opened: OpenedConversation | undefined;
  #notice = '';
  #rest: RestOffer | undefined;
  readonly #trails: Readonly<Record<ThreadDirection, RestorableThread[]>> = { back: [], forward: [] };
  readonly describeFailure: () => Promise<FailureDescription | undefined>;

  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    this.#subscription = forgetFailuresAtRaisedBudgets(() => (this.#opened === undefined ? [] : [this.#opened.conversation]));
    this.describeFailure = createFailureDescriber(() => ({
      services: this.services,
      endpoint: tweet,
      failure: this.state.failure,
    }));
  }

  get snapshot(): ThreadSnapshot {
    return this.#opened?.conversation.snapshot ?? emptySnapshot;
  }

  get offers(): OfferedQuotes {
    return this.#opened?.conversation.offers ?? new OfferedQuotes();
  }

  get state(): ConversationState {
    return this.#opened?.conversation.state ?? emptyConversationState;
  }

  canGo(direction: ThreadDirection): boolean {
    return this.#trails[direction].length > 0;
  }

  get notice(): string {
    return this.#notice;
  }

  get connection(): string {
    return this.#opened?.connection ?? this.#services.connections.selected(tweet.service);
  }

  get services(): Services {
    return pinConnections(this.#services, this.connection);
  }

  /** Undefined until a page contains it. */
  get focal(): Post | undefined {
    return this.snapshot.post(this.state.focalId ?? '');
  }

  get source(): RestorableThread | undefined {
    if (this.#opened === undefined) {
      return undefined;
    }
    const { conversation, connection } = this.#opened;
    return { ...conversation.snapshot.source, connection };
  }

  /**
   * Opens a post's conversation with one request, or for free if it's in history or already shown. A second call for the same
   * post waits for the first.
   * @param reuse `never` also requests a thread that is shown
   * @param ranking default: the service's, or the order that is shown
   */
  async open(focalId: string, reuse?: ResponseReuse, connection = this.#selected, ranking?: RankingMode): Promise<void> {
    const { phase, focalId: shown } = this.state;
    const { isExcerpt, ranking: shownRanking } = this.snapshot;
    const isSame = shown === focalId && connection === this.connection && (ranking ?? shownRanking) === shownRanking;
    if (isSame && phase === 'ready' && !isExcerpt && reuse !== 'never') {
      return;
    }
    const joined = isSame && (phase === 'loading' || isExcerpt) ? this.#opened?.conversation : undefined;
    if (joined === undefined) {
      this.#leaveFor(focalId);
    }
    await (joined ?? this.#begin(focalId, ranking ?? 'Relevance', connection)).open(reuse);
  }

  /** Restores the previous or the next thread from history. Doesn't send requests. */
  async go(direction: ThreadDirection): Promise<void> {
    const wanted = this.#trails[direction].pop();
    if (wanted !== undefined) {
      this.#keepIn(direction === 'back' ? 'forward' : 'back');
      await this.restore(wanted);
    }
  }

  /** Shows the previous thread, if any, because this one moved to a different view. Doesn't send requests. */
  async moveAway(): Promise<void> {
    const before = this.#trails.back.pop();
    if (before !== undefined) {
      return await this.restore(before);
    }
    this.#opened?.conversation.runs.close();
    this.#opened = undefined;
    this.#notice = '';
    this.#changed.fire();
  }

  /** Doesn't send requests. */
  openExchange(exchange: Exchange): void {
    const { postId, ranking } = toThreadRequest(exchange);
    this.#leaveFor(postId);
    this.#begin(postId, ranking, this.#connectionOf(exchange)).show(exchange);
  }

  /** Shows a thread from a different view. Doesn't send requests. */
  async takeOver(source: RestorableThread): Promise<void> {
    this.#leaveFor(source.focalId);
    await this.restore(source);
  }

  /** Restores a thread from history. Doesn't send requests. */
  async restore({ focalId, ranking, pages, connection = this.#selected }: RestorableThread): Promise<void> {
    const conversation = this.#begin(focalId, ranking, connection);
    const missing = await conversation.restore(pages, async (exchangeId) => await loadThreadResponse(this.#services, exchangeId));
    if (missing > 0 && this.#opened?.conversation === conversation && this.state.phase === 'ready') {
      this.#notice = describeIncompleteRestore(missing, pages.length);
      this.#changed.fire();
    }
  }

  async load(key: string): Promise<void> {
    this.#notice = '';
    await this.#opened?.conversation.load(key);
  }

  /** Returns the most that loading the rest takes; undefined if nothing is left. @param agreed the price of a request */
  offerRest(agreed: Money | undefined): RestOffer | undefined {
    const atMost = this.snapshot.requestsToComplete;
    this.#rest = atMost === 0 ? undefined : { atMost, agreed };
    return this.#rest;
  }

  /** Continues past the offer only where requests are free. */
  async loadRest(offer = this.#rest): Promise<void> {
    this.#notice = '';
    if (offer === undefined) {
      return;
    }
    const result = await this.#opened?.conversation.complete(offer);
    const left = formatUnloadedParts(this.snapshot);
    if (result === undefined || left === '') {
      return;
    }
    if (offer.agreed === 0n && result.end === 'done' && result.requests === offer.atMost) {
      return await this.loadRest(this.offerRest(0n));
    }
    const sent = formatCallCount(result.requests);
    this.#notice =
      result.end === 'priceRaised' ? describeStopAtRaisedPrice(sent, left) : vscode.l10n.t('Stopped after {0}: {1}.', sent, left);
    this.#changed.fire();
  }

  /** Doesn't send further requests. Shows the page in flight. */
  stop(): void {
    this.#opened?.conversation.runs.stop();
  }

  dispose(): void {
    this.#opened?.conversation.runs.close();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Adds the current thread to the threads that *Back* returns to. */
  #leaveFor(focalId: string): void {
    if (this.state.focalId !== focalId) {
      this.#keepIn('back');
      this.#trails.forward.length = 0;
    }
  }

  #keepIn(direction: ThreadDirection): void {
    if (this.source !== undefined && this.state.phase === 'ready') {
      this.#trails[direction].push(this.source);
    }
  }

  get #selected(): string {
    return this.#services.connections.selected(tweet.service);
  }

  #begin(focalId: string, ranking: RankingMode, connection: string): Conversation {
    const { exchanges } = this.#services;
    const before = this.#opened?.conversation;
    const isSame = this.state.focalId === focalId && this.connection === connection; // then the cost adds up
    this.#notice = '';
    before?.runs.close();
    const conversation = new Conversation(focalId, ranking, {
      client: async () => await pinConnections(this.#services, connection).client(),
      read: (exchange) => {
        exchanges.put(exchange);
        return readThreadPage(this.#services, exchange);
      },
      changed: () => this.#changed.fire(),
      tally: isSame ? before?.runs.tally : undefined,
    });
    this.#opened = { conversation, connection };
    return conversation;
  }

  /** Returns the connection that a response, or the response shown in a document, came from; for other documents, the selected one. */
  #connectionOf(exchange: Exchange): string {
    const document = getThreadDocumentUri(exchange.id);
    const response = document === undefined ? exchange : getDocumentExchange(this.#services.exchanges, document);
    const { connections } = this.#services;
    return response === undefined ? this.#selected : connections.names(connections.nameOf(response))[tweet.service];
  }
}
