import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import {
  type RankingMode,
  type ThreadContract,
  type ThreadViewCommand,
  type ThreadState,
  type ThreadRow,
  maxFindQueryLength,
  sortOrders,
} from '../threadContract.ts';
import { memoizeLast, LightDomElement, toStateProperties } from '../../../page/kit/lightDomElement.ts';
import { type PictureLoader, PagePictureLoader } from '../../../page/kit/pagePictureLoader.ts';
import { renderLoadPicturesBanner, type ViewedPictures, renderPictureViewer } from '../../../page/post/pictureViewer.ts';
import { connectToHost, type HostConnection } from '../../../page/kit/connectToHost.ts';
import { FocusKeeper, watchFocus } from '../../../page/kit/focus.ts';
import {
  debounce,
  createValueHandler,
  textFieldMenuContext,
  EnterReleaseGuard,
  ignoreDoubleClick,
} from '../../../page/kit/pressOnce.ts';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice } from '../../../core/cost/formatPrice.ts';
import type { BasePost } from '../../../core/channel/post.ts';
import { resolveActiveRowKey, type ShownThreadRow } from '../arrangeThreadRows.ts';
import {
  type RestoredThreadUi,
  type ThreadUiState,
  initialThreadUiState,
  restoreThreadUi,
  toPersistedThreadUi,
  type SortOrder,
} from '../threadUiState.ts';
import {
  renderRealMoneyBadge,
  renderStopButton,
  joinSentences,
  renderLiveRegion,
  renderEmpty,
  renderFailure,
  renderNotice,
  renderProgressBar,
  renderSkeletons,
} from '../../../page/kit/pageStates.ts';
import { renderKeyHelp, handleThreadKey } from './threadKeys.ts';
import { findNextMatch, ThreadRowsCache, normalizeFindQuery } from './threadRowsCache.ts';
import { openContextMenu, threadMenuContext, type ThreadList, type ThreadRowCallbacks } from './threadList.ts';
import * as l10n from '@vscode/l10n';
import { renderDropMenu, renderMenuChoice, renderMenuSeparator } from '../../../page/kit/dropMenu.ts';
import { renderIconButton } from '../../../page/kit/icon.ts';

const rankingTitles: Readonly<Record<RankingMode, string>> = {
  Relevance: l10n.t('Load the Most Relevant Replies'),
  Recency: l10n.t('Load the Newest Replies'),
  Likes: l10n.t('Load the Most Liked Replies'),
};

const sortTitles: Readonly<Record<SortOrder, string>> = {
  asGiven: l10n.t('Default Order'),
  oldest: l10n.t('Oldest First'),
  newest: l10n.t('Newest First'),
  likes: l10n.t('Most Liked First'),
};

/** The order in which each ranking is loaded. */
const sortByRanking: Readonly<Record<RankingMode, SortOrder>> = { Relevance: 'asGiven', Recency: 'newest', Likes: 'likes' };

function describeThreadWork({ completing, stopping }: ThreadState): string {
  if (stopping !== '') {
    return stopping;
  }
  return completing === null ? l10n.t('Loading…') : l10n.t('{0} of {1}', completing.done + 1, completing.atMost);
}

function renderThreadPlaceholder(
  state: ThreadState,
  ask: HostConnection<ThreadContract>['ask'],
): TemplateResult | typeof nothing {
  const recover = (action: string) => ask('recover', { action });
  switch (state.phase) {
    case 'empty':
      return renderEmptyThread(l10n.t('Read a whole conversation beside your code.'), l10n.t('View Thread…'), () =>
        ask('viewThread', {}),
      );
    case 'gone':
      return renderEmptyThread(describeGoneThread(), addPrice(l10n.t('Load Again'), state.price), () => recover('reload'));
    case 'loading':
      return renderSkeletons();
    case 'failed':
      return state.failure === null ? nothing : renderFailure(state.failure, 'empty', recover);
    case 'ready':
      return nothing;
  }
}

function describeGoneThread(): string {
  return addNoChargeSentence(l10n.t('This thread is no longer in history.'));
}

function renderEmptyThread(words: string, action: string, act: () => void): TemplateResult {
  const button = html`<vscode-button @click=${ignoreDoubleClick(act)}>${action}</vscode-button>`;
  return renderEmpty('comment-discussion', words, button);
}

function formatSpokenState(state: ThreadState): string {
  if (state.waiting !== '') {
    return state.waiting;
  }
  const loading = state.stopping === '' ? l10n.t('Loading…') : state.stopping;
  switch (state.phase) {
    case 'empty':
      return '';
    case 'gone':
      return describeGoneThread();
    case 'loading':
      return loading;
    case 'failed':
      return state.failure?.message ?? '';
    case 'ready': {
      // without progress, so screen readers announce it only once
      const isWorking = state.stopping !== '' || state.completing !== null || state.busy.length > 0;
      return state.failure?.message ?? (isWorking ? loading : state.summary);
    }
  }
}

const persistDelayMs = 200;

export class SocialThread extends LightDomElement {
  static override properties = toStateProperties('state', 'ui', 'viewing');

  private state: ThreadState | undefined;
  private ui: ThreadUiState = initialThreadUiState;
  private viewing: ViewedPictures | undefined;

  readonly #lines = new ThreadRowsCache();
  #shown: readonly ShownThreadRow[] = [];
  #matches: ReadonlySet<string> = new Set();
  #stored: RestoredThreadUi | undefined;

  readonly #host = connectToHost<ThreadContract>({
    stored: (stored) => this.#takeStored(stored),
    posts: (posts) => this.#lines.take(posts),
    state: (state) => this.#take(state),
    command: (name) => this.#command(name),
  });
  readonly #release = new EnterReleaseGuard();
  readonly #pictures = new PagePictureLoader(this.#host.channel, () => this.requestUpdate());
  readonly #persistLater = debounce(persistDelayMs, () => this.#persist());
  readonly #callbacks = memoizeLast(this.#makeCallbacks.bind(this));
  protected readonly focusKeeper = new FocusKeeper(this, () => this.#focusActive());

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', (event) => this.#press(event));
    watchFocus((isFocused) => this.#host.channel.send('focus', isFocused));
    this.#takeStored(this.#host.savedState);
    const isFilled = this.#host.receiveInitial();
    this.#host.ask('ready', { source: this.#stored?.source ?? null, isFilled });
  }

  #takeStored(stored: unknown): void {
    this.#stored = restoreThreadUi(stored);
    this.ui = this.#stored?.ui ?? initialThreadUiState;
    if (this.#stored?.hasPictures === true) {
      this.#pictures.allow();
    }
  }

  #take(state: ThreadState): void {
    const before = this.state;
    this.state = state;
    // while the page was hidden, a different thread may have been opened
    const shown = before?.focalId ?? this.#stored?.source.focalId;
    if (shown !== undefined && shown !== state.focalId) {
      this.ui = { ...initialThreadUiState, sort: this.ui.sort };
      this.#lines.forget(state.rows);
    }
    if (state.phase === 'ready') {
      this.#persistLater();
      if (before?.focalId !== state.focalId || before.phase !== 'ready') {
        void this.#showStart(state);
      }
    }
  }

  async #showStart({ focalId }: ThreadState): Promise<void> {
    const stored = this.#stored;
    if (stored?.anchor === undefined) this.#persist(); // immediately, because the tab may be hidden at any time
    this.#stored = undefined;
    await this.updateComplete;
    const isSame = stored?.source.focalId === focalId;
    if (isSame) this.ui = stored.ui;
    if (isSame && stored.anchor !== undefined) {
      await this.#list?.reveal(stored.anchor.key, 'start', stored.anchor.offset);
    } else if (this.#shown[0]?.row.key !== focalId) {
      await this.#list?.reveal(focalId ?? '', 'start');
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { state, ui } = this;
    if (changed.has('state') || changed.has('ui')) {
      const before = this.#shown;
      this.#shown = this.#lines.shown(state, ui);
      this.#matches = this.#lines.matches(this.#shown, ui);
      const activeKey = resolveActiveRowKey(before, this.#shown, ui.activeKey, state?.focalId);
      this.ui = activeKey === ui.activeKey ? ui : { ...ui, activeKey };
    }
  }

  protected override render(): TemplateResult {
    const { state, viewing } = this;
    return html`${renderProgressBar(state?.isLoading !== false)}${state === undefined ? nothing : this.#body(state)}
    ${renderLiveRegion(state === undefined ? '' : joinSentences([state.notice, formatSpokenState(state)]))}
    ${renderKeyHelp(() => this.#keyHelp?.close())}
    ${renderPictureViewer(viewing, this.#pictures, {
      allow: () => this.#loadPictures(),
      close: () => {
        this.viewing = undefined;
        this.#focusActive();
      },
      open: (url) => this.#host.ask('openLink', { url }),
    })}`;
  }

  #body(state: ThreadState): TemplateResult | typeof nothing {
    if (state.phase !== 'ready') {
      return html`${this.#notices(state)} ${renderThreadPlaceholder(state, this.#host.ask)}
      ${state.isLoading ? html`<div class="late">${this.#summary(state)}</div>` : nothing}`;
    }
    return html`${this.#toolbar(state)} ${this.#notices(state)}
    ${state.failure === null ? nothing : renderFailure(state.failure, 'banner', (action) => this.#host.ask('recover', { action }))}
    ${renderLoadPicturesBanner(this.#pictures.isWaiting, () => this.#loadPictures())} ${this.#feed(state)} ${this.#summary(state)}`;
  }

  #summary(state: ThreadState): TemplateResult {
    const shown = this.#shown.filter(({ row }) => row.kind === 'post').length;
    const summary = this.ui.onlyAuthor ? l10n.t('{0} of {1}', shown, state.summary) : state.summary;
    const stop = () => this.#host.channel.send('stop', null);
    const loadRest = ignoreDoubleClick(() => this.#host.ask('loadRest', {}));
    return html`<div class="summary quiet">
      ${state.summary === '' ? nothing : html`<span>${summary}</span> ${renderRealMoneyBadge(state.isLive)}`}
      ${
        state.isLoading
          ? html`<span>${describeThreadWork(state)} ${renderStopButton(state.stopping, stop, 'link')}</span>`
          : state.rest === ''
            ? nothing
            : html`<button type="button" class="link" @click=${loadRest}>${state.rest}</button>`
      }
    </div>`;
  }

  #notices({ notice, waiting }: ThreadState): TemplateResult {
    return html`${renderNotice('notice', 'info', notice)}${renderNotice('waiting', 'debug-disconnect', waiting)}`;
  }

  #feed(state: ThreadState): TemplateResult {
    return html`<social-thread-list
      .isLive=${state.isLive}
      .shown=${this.#shown}
      .posts=${this.#lines.posts}
      .activeKey=${this.ui.activeKey}
      .callbacks=${this.#callbacks(normalizeFindQuery(this.ui), this.ui.unfolded, this.#pictures.load)}
      .found=${this.#matches}
      .isBusy=${state.busy.length > 0}
      .factsOf=${this.#lines.factsOf(state)}
      .onActivate=${(key: string) => this.#change({ activeKey: key })}
      .onScroll=${() => this.#persistLater()}
    ></social-thread-list>`;
  }

  #toolbar({ rankings, source }: ThreadState): TemplateResult {
    const { ui } = this;
    const order = ui.sort === 'asGiven' ? sortByRanking[source?.ranking ?? 'Relevance'] : ui.sort;
    return html`<div class="toolbar" role="toolbar" aria-label=${l10n.t('Thread')} data-vscode-context=${threadMenuContext}>
        ${renderDropMenu({
          sign: 'sort-precedence',
          label: l10n.t('Sort'),
          value: sortTitles[order],
          content: html`${sortOrders.map((sort) => renderMenuChoice(sortTitles[sort], () => this.#change({ sort }), sort === order))}
          ${rankings.length === 0 ? nothing : renderMenuSeparator()}
          ${rankings.map(({ ranking, price }) =>
            renderMenuChoice(addPrice(rankingTitles[ranking], price), () => this.#rank(ranking), false),
          )}`,
        })}
        <span class="spring"></span>
        ${renderIconButton('person', `${l10n.t("Show Only the Author's Posts")} (a)`, () => this.#command('onlyAuthor'), { pressed: ui.onlyAuthor })}
        ${renderIconButton('search', `${l10n.t('Find in Thread')} (/)`, () => this.#toggleFind(), { pressed: ui.isFinding })}
        ${renderIconButton('question', `${l10n.t('Keyboard Shortcuts')} (?)`, () => this.#command('help'))}
        ${renderIconButton('ellipsis', l10n.t('Actions…'), openContextMenu)}
      </div>
      ${ui.isFinding ? this.#findBar(ui.query, this.#matches.size) : nothing}`;
  }

  #rank(ranking: RankingMode): void {
    this.#change({ sort: 'asGiven' });
    this.#host.ask('rank', { ranking });
  }

  #findBar(query: string, found: number): TemplateResult {
    const goOn = (step: 1 | -1) => this.#goToMatch(findNextMatch(this.#shown, this.#matches, this.ui.activeKey, step));
    const close = () => this.#toggleFind();
    return html`<div class="find" role="search">
      <input
        type="text"
        class="find-input"
        aria-label=${l10n.t('Find in Thread')}
        placeholder=${l10n.t('Find in Thread')}
        maxlength=${maxFindQueryLength}
        data-vscode-context=${textFieldMenuContext}
        .value=${query}
        @input=${createValueHandler((text) => this.#look(text))}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter') {
            goOn(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') {
            close();
          }
        }}
      />
      <span class="quiet" role="status">${query === '' ? '' : l10n.t('{0} found', found)}</span>
      ${renderIconButton('arrow-up', `${l10n.t('Previous')} (Shift+Enter)`, () => goOn(-1), { disabled: found === 0 })}
      ${renderIconButton('arrow-down', `${l10n.t('Next')} (Enter)`, () => goOn(1), { disabled: found === 0 })}
      ${renderIconButton('close', l10n.t('Close'), close)}
    </div>`;
  }

  #look(query: string): void {
    this.#change({ query });
    void this.updateComplete.then(() => {
      const { activeKey } = this.ui;
      const isHere = activeKey !== undefined && this.#matches.has(activeKey);
      this.#goToMatch(isHere ? activeKey : findNextMatch(this.#shown, this.#matches, activeKey, 1));
    });
  }

  #goToMatch(key: string | undefined): void {
    if (key !== undefined) {
      this.#change({ activeKey: key });
      void this.#list?.reveal(key, 'center');
    }
  }

  #makeCallbacks(query: string, unfolded: ThreadUiState['unfolded'], loadPicture: PictureLoader): ThreadRowCallbacks {
    const { ask } = this.#host;
    return {
      load: (key) => ask('load', { key }),
      openLink: (url) => ask('openLink', { url }),
      lookUpUser: (handle) => this.#release.do(() => ask('lookUpUser', { handle })),
      lookUpSpace: (id) => this.#release.do(() => ask('lookUpSpace', { id })),
      openPost: (post) => this.#openPost(post),
      searchTag: (tag) => ask('searchTag', { tag }),
      query,
      tab: -1,
      loadPicture,
      viewPictures: (media, at) => {
        this.viewing = { media, at };
      },
      toggleBranch: (key) => this.#toggleBranch(key),
      foldOf: (id, part) => {
        const key = part === 'text' ? id : `${id} ${part}`;
        return { steps: unfolded.get(key) ?? 0, show: (steps) => this.#unfold(id, key, steps) };
      },
    };
  }

  #openPost({ id, author: { handle } }: BasePost): void {
    if (this.#shown.some(({ row }) => row.key === id)) {
      this.#goToMatch(id);
    } else {
      this.#release.do(() => this.#host.ask('openPost', { id, handle }));
    }
  }

  #loadPictures(): void {
    this.#pictures.allow();
    this.#persistLater();
  }

  #press(event: KeyboardEvent): void {
    handleThreadKey(event, this.#shown, this.ui.activeKey, {
      go: (key) => {
        this.#change({ activeKey: key });
        this.#focusActive();
      },
      enter: (row) => this.#enter(row),
      collapse: (key) => this.#toggleBranch(key),
      openInBrowser: (id) => this.#host.ask('openLink', { url: this.#lines.posts.get(id)?.url ?? '' }),
      command: (name) => this.#command(name),
      stopFinding: () => (this.ui.isFinding ? this.#toggleFind() : undefined),
    });
  }

  #enter(row: ThreadRow): void {
    if (row.kind === 'more' || row.kind === 'missing') {
      this.#host.ask('load', { key: row.key });
    } else {
      this.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"] :is(a, button)`)?.focus();
    }
  }

  #command(name: ThreadViewCommand | 'onlyAuthor' | 'help'): void {
    switch (name) {
      case 'find':
        return this.#find();
      case 'help':
        return this.#keyHelp?.showModal();
      case 'onlyAuthor':
        return this.#change({ onlyAuthor: !this.ui.onlyAuthor });
      case 'expandAll':
        return this.#change({ collapsed: [] });
      case 'collapseAll':
        return this.#change({ collapsed: this.state?.rows.flatMap(({ depth, key }) => (depth === 1 ? [key] : [])) ?? [] });
    }
  }

  #find(): void {
    if (this.querySelector('dialog[open]') === null) {
      this.#change({ isFinding: true });
      void this.updateComplete.then(() => {
        const input = this.querySelector<HTMLInputElement>('.find-input');
        input?.focus();
        input?.select();
      });
    }
  }

  #toggleFind(): void {
    if (this.ui.isFinding) {
      this.#change({ isFinding: false, query: '' });
      this.#focusActive();
    } else {
      this.#command('find');
    }
  }

  #focusActive(): boolean {
    void this.updateComplete.then(() => this.#list?.focusRow(this.ui.activeKey ?? ''));
    return this.#list !== null;
  }

  /** Folding long text scrolls back to the start of its post. */
  #unfold(id: string, key: string, steps: number): void {
    const others = [...this.ui.unfolded].filter(([other]) => other !== key);
    this.#change({ unfolded: new Map(steps === 0 ? others : [...others, [key, steps]]) });
    if (steps === 0) {
      void this.updateComplete.then(() => this.#list?.revealHead(id));
    }
  }

  #toggleBranch(key: string): void {
    const hasReplies = this.#shown.some(({ row, hasReplies }) => row.key === key && hasReplies);
    const others = this.ui.collapsed.filter((other) => other !== key);
    const isCollapsed = others.length < this.ui.collapsed.length;
    this.#change(hasReplies ? { collapsed: isCollapsed ? others : [...others, key] } : {});
  }

  #change(ui: Partial<ThreadUiState>): void {
    this.ui = { ...this.ui, ...ui };
    this.#persist(); // immediately, because the view may be hidden at any time
  }

  #persist(): void {
    const source = this.state?.phase === 'ready' ? this.state.source : null;
    if (source !== null && source !== undefined) {
      const stored = toPersistedThreadUi({
        source,
        ui: this.ui,
        anchor: this.#list?.anchor,
        hasPictures: this.#pictures.isAllowed,
      });
      this.#host.saveState(stored);
      this.#host.channel.send('save', stored);
    }
  }

  get #keyHelp(): HTMLDialogElement | null {
    return this.querySelector<HTMLDialogElement>(':scope > dialog');
  }

  get #list(): ThreadList | null {
    return this.querySelector<ThreadList>('social-thread-list');
  }
}

customElements.define('social-thread', SocialThread);
