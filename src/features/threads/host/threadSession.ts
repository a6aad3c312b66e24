import * as vscode from 'vscode';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../../client/exchange.ts';
import type { ResponseReuse } from '../../../client/policies/send.ts';
import { OfferedQuotes } from '../../../core/cost/cost.ts';
import {
  Conversation,
  type ThreadCompletionOptions,
  type ConversationState,
  createInitialConversationState,
} from '../conversation.ts';
import { ThreadPages } from '../threadPages.ts';
import { getReplyRanking } from '../threadQuery.ts';
import type { RankingMode, RestorableThread } from '../threadContract.ts';
import type { Post } from '../../../core/channel/post.ts';
import { getDocumentExchange } from '../../../workbench/exchangeDocuments.ts';
import { createFailureDescriber, type FailureDescription } from '../../../workbench/showErrorNotification.ts';
import { forgetFailuresAtRaisedBudgets } from '../../../workbench/settings.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { describeIncompleteRestore } from '../../../core/errors/describeError.ts';
import { getThreadDocumentUri, loadThreadResponse, readThreadPage } from './readThreadPage.ts';

interface OpenedConversation {
  readonly conversation: Conversation;
  readonly connection: string;
}

/** How many threads *Back* leads through. */
const maxEarlierThreads = 50;

const noPages = new ThreadPages('', 'Relevance', new Map());

export class ThreadSession implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #opened: OpenedConversation | undefined;
  #notice = '';
  /** The latest last. */
  #earlier: readonly RestorableThread[] = [];
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

  get pages(): ThreadPages {
    return this.#opened?.conversation.pages ?? noPages;
  }

  get offers(): OfferedQuotes {
    return this.#opened?.conversation.offers ?? new OfferedQuotes();
  }

  get state(): ConversationState {
    return this.#opened?.conversation.state ?? createInitialConversationState(undefined);
  }

  get canGoBack(): boolean {
    return this.#earlier.length > 0;
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
    return this.pages.post(this.state.focalId ?? '');
  }

  get source(): RestorableThread | undefined {
    if (this.#opened === undefined) {
      return undefined;
    }
    const { conversation, connection } = this.#opened;
    return { ...conversation.pages.source, connection };
  }

  /**
   * Opens the conversation of a post with one request, or none if it is kept or already shown. Adds other kept pages of it. A
   * second call for the same post waits for the first.
   * @param reuse `never`: does not use what is kept or shown; see getReuseForOffer
   * @param connection default: the selected one
   */
  async open(focalId: string, reuse?: ResponseReuse, connection = this.#selected): Promise<void> {
    const { phase, focalId: shown } = this.state;
    const isSame = shown === focalId && connection === this.connection;
    const { isExcerpt } = this.pages;
    if (isSame && phase === 'ready' && !isExcerpt && reuse !== 'never') {
      return; // what is known already answers it
    }
    const joined = isSame && (phase === 'loading' || isExcerpt) ? this.#opened?.conversation : undefined;
    if (joined === undefined) {
      this.#leaveFor(focalId);
    }
    await (joined ?? this.#begin(focalId, 'Relevance', connection)).open(reuse);
  }

  /** From what is kept. Makes no call. */
  async back(): Promise<void> {
    const before = this.#earlier.at(-1);
    if (before !== undefined) {
      this.#earlier = this.#earlier.slice(0, -1);
      await this.restore(before);
    }
  }

  /** Shows the one before again, or nothing: this one moved to another place. Makes no call. */
  async moveAway(): Promise<void> {
    if (this.canGoBack) {
      return await this.back();
    }
    this.#opened?.conversation.runs.close();
    this.#opened = undefined;
    this.#notice = '';
    this.#changed.fire();
  }

  /** Makes no call. */
  openExchange(exchange: Exchange): void {
    const { askedId } = readThreadPage(this.#services, exchange);
    this.#leaveFor(askedId);
    this.#begin(askedId, getReplyRanking(exchange), this.#connectionOf(exchange)).show(exchange);
  }

  /** Makes no call. */
  async takeOver(source: RestorableThread): Promise<void> {
    this.#leaveFor(source.focalId);
    await this.restore(source);
  }

  /** From what is kept. Makes no call. */
  async restore({ focalId, ranking, pages, connection = this.#selected }: RestorableThread): Promise<void> {
    const conversation = this.#begin(focalId, ranking, connection);
    const missing = await conversation.restore(pages, async (exchangeId) => await loadThreadResponse(this.#services, exchangeId));
    if (missing > 0 && this.#opened?.conversation === conversation && this.state.phase === 'ready') {
      this.#notice = describeIncompleteRestore(missing, pages.length);
      this.#changed.fire();
    }
  }

  async load(key: string): Promise<void> {
    if (this.pages.requests.has(key)) {
      this.#notice = '';
      await this.#opened?.conversation.load(key);
    }
  }

  /** Loads one page after the other until the thread is whole, one fails or costs more. */
  async complete(completion: ThreadCompletionOptions): Promise<void> {
    this.#notice = '';
    await this.#opened?.conversation.complete(completion);
  }

  /** Stop: nothing further is sent; a page on its way comes and is shown. */
  stop(): void {
    this.#opened?.conversation.runs.stop();
  }

  dispose(): void {
    this.#opened?.conversation.runs.close();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Another thread takes the place of this one, which can be gone back to. */
  #leaveFor(focalId: string): void {
    const before = this.state.phase === 'ready' && this.state.focalId !== focalId ? this.source : undefined;
    if (before !== undefined) {
      this.#earlier = [...this.#earlier, before].slice(-maxEarlierThreads);
    }
  }

  get #selected(): string {
    return this.#services.connections.selected(tweet.service);
  }

  #begin(focalId: string, ranking: RankingMode, connection: string): Conversation {
    const { exchanges } = this.#services;
    const before = this.#opened?.conversation;
    const isSame = this.state.focalId === focalId && this.connection === connection; // spending on the same thread stays counted
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

  /** The connection of the response that a document shows; for other documents the selected one, because they name no service. */
  #connectionOf(exchange: Exchange): string {
    const document = getThreadDocumentUri(exchange.id);
    const response = document === undefined ? exchange : getDocumentExchange(this.#services.exchanges, document);
    const { connections } = this.#services;
    return response === undefined ? this.#selected : connections.names(connections.nameOf(response))[tweet.service];
  }
}
