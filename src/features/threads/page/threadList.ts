import * as l10n from '@vscode/l10n';
import { defaultRangeExtractor, VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { shortenText, stripToSingleLine } from '../../../core/text/stripHiddenCharacters.ts';
import type { Post } from '../../../core/channel/post.ts';
import { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { renderPostsNow } from '../../../page/post/socialPost.ts';
import { findScrollAlignment, FocusKeeper } from '../../../page/kit/focus.ts';
import type { ShownThreadRow } from '../arrangeThreadRows.ts';
import { renderIcon, renderIconButton } from '../../../page/kit/icon.ts';
import {
  createPressHandler,
  type TextFoldControl,
  type FoldableTextName,
  type PostCallbacks,
  type PostTabIndex,
} from '../../../page/post/postText.ts';
import type { ThreadRowData } from './threadRowsCache.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { addPrice } from '../../../core/cost/formatPrice.ts';

export interface ThreadRowCallbacks extends PostCallbacks {
  readonly tab: PostTabIndex;
  readonly load: (key: string) => void;
  readonly toggleBranch: (key: string) => void;
  readonly foldOf: (id: string, part: FoldableTextName) => TextFoldControl;
}

const estimatedRowHeightsPx = { post: 118, absent: 40, missing: 44, more: 44 } as const;
/** More rows above and below the visible ones would slow down long jumps, which render all of them. */
const overscanRowCount = 3;
/** The words are described at `RowContextFlag`. */
export const threadMenuContext = JSON.stringify({ viewItem: 'socialData wholeThread hasResponse tabular markdown' });
const msPerMinute = 60_000;

/** A virtual list. One row is active: it is a tab stop, and Tab moves through its controls. */
export class ThreadList extends LightDomElement {
  static override properties = {
    shown: {},
    posts: {},
    activeKey: {},
    callbacks: {},
    factsOf: {},
    found: {},
    isBusy: {},
    isLive: {},
  };

  shown: readonly ShownThreadRow[] = [];
  posts: ReadonlyMap<string, Post> = new Map();
  activeKey: string | undefined;
  callbacks: ThreadRowCallbacks | undefined;
  factsOf: (row: ShownThreadRow) => ThreadRowData = () => ({ post: undefined, isBusy: false, price: '' });
  found: ReadonlySet<string> = new Set();
  isBusy = false;
  isLive = false;
  onActivate: (key: string) => void = () => undefined;
  onScroll: () => void = () => undefined;

  protected readonly focusKeeper = new FocusKeeper(this, () => {
    void this.focusRow(this.activeKey ?? '');
    return true;
  });

  #activeAt = -1;

  readonly #virtual = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#scroller,
    estimateSize: (at) => estimatedRowHeightsPx[this.shown[at]?.row.kind ?? 'post'],
    overscan: overscanRowCount,
    // rendered even out of view, so it keeps focus
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      const active = this.#activeAt;
      return active < 0 || visible.includes(active) ? visible : [...visible, active].toSorted((left, right) => left - right);
    },
    // elements in a hidden view don't have a height
    initialRect: { width: 300, height: 600 },
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('shown') || changed.has('activeKey')) {
      this.#activeAt = this.shown.findIndex(({ row }) => row.key === this.activeKey);
    }
    if (changed.has('shown')) {
      const virtualizer = this.#virtual.getVirtualizer();
      const { shown } = this;
      // a new function makes the virtualizer assign the measured heights to the new order
      virtualizer.setOptions({ ...virtualizer.options, count: shown.length, getItemKey: (at) => shown[at]?.row.key ?? at });
    }
  }

  protected override updated(): void {
    renderPostsNow(this);
    // after rendering, because elements outside the document don't have a height, so the list would jump
    const virtualizer = this.#virtual.getVirtualizer();
    for (const line of this.querySelector('.lines')?.children ?? []) {
      if (line instanceof HTMLElement) {
        virtualizer.measureElement(line);
      }
    }
  }

  get anchor(): { readonly key: string; readonly offset: number } | undefined {
    const virtualizer = this.#virtual.getVirtualizer();
    const top = virtualizer.scrollOffset ?? 0;
    const item = virtualizer.getVirtualItems().find(({ end }) => end > top);
    const key = item === undefined ? undefined : this.shown[item.index]?.row.key;
    return item === undefined || key === undefined ? undefined : { key, offset: top - item.start };
  }

  async reveal(key: string, align: 'auto' | 'start' | 'center' = 'auto', offset = 0): Promise<void> {
    await this.updateComplete;
    const at = this.shown.findIndex(({ row }) => row.key === key);
    if (at < 0) {
      return;
    }
    const to = align === 'auto' ? findScrollAlignment(this.#line(key), this.#scroller) : align;
    if (to === 'stay') {
      return;
    }
    const virtualizer = this.#virtual.getVirtualizer();
    virtualizer.scrollToIndex(at, { align: to });
    if (offset !== 0) {
      requestAnimationFrame(() => {
        virtualizer.scrollBy(offset);
      });
    }
  }

  async revealHead(key: string): Promise<void> {
    await this.updateComplete;
    const head = this.#line(key)?.getBoundingClientRect().top ?? -Infinity;
    if (head < (this.#scroller?.getBoundingClientRect().top ?? 0)) {
      await this.reveal(key, 'start');
    }
  }

  async focusRow(key: string): Promise<void> {
    await this.reveal(key);
    // the row may be rendered in one of the next frames; by then, another key may have activated a different row
    for (let tries = 0; tries < 20 && key === this.activeKey; tries += 1) {
      const line = this.#line(key);
      if (line !== null) {
        line.focus({ preventScroll: true });
        this.#scroller?.scrollIntoView({ block: 'nearest' }); // low windows scroll as a whole
        return;
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  protected override render(): TemplateResult {
    const virtualizer = this.#virtual.getVirtualizer();
    const items = virtualizer.getVirtualItems();
    return html`<div class="scroller" @scroll=${() => this.onScroll()}>
      <div
        class="lines"
        data-vscode-context=${threadMenuContext}
        role="feed"
        aria-label=${l10n.t('Thread')}
        aria-busy=${String(this.isBusy)}
        .style=${`block-size:${virtualizer.getTotalSize()}px`}
      >
        ${repeat(
          items,
          ({ key }) => key,
          ({ index, start }) => this.#lineTemplate(index, start),
        )}
      </div>
    </div>`;
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.scroller');
  }

  #line(key: string): HTMLElement | null {
    return this.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  }

  #lineTemplate(index: number, start: number): TemplateResult {
    const shown = this.shown[index];
    const { callbacks } = this;
    if (shown === undefined || callbacks === undefined) {
      return html``;
    }
    const { row } = shown;
    const isActive = row.key === this.activeKey;
    const isFocal = row.kind === 'post' && row.role === 'focal';
    const kind = row.kind === 'post' ? row.role : row.kind;
    // scrolling renders the visible rows again, so their contents are created only when they have changed
    const now = Math.floor(Date.now() / msPerMinute) * msPerMinute;
    const content = guard([shown, callbacks, this.factsOf, this.posts, isActive, now], () =>
      renderThreadRow(shown, this.factsOf(shown), isActive ? { ...callbacks, tab: 0 } : callbacks, now),
    );
    return html`<div
      class="line ${kind}"
      role="article"
      tabindex=${isActive ? 0 : -1}
      data-index=${index}
      data-key=${row.key}
      data-vscode-context=${row.kind === 'post' ? this.#menuContextOf(row.id) : nothing}
      aria-posinset=${index + 1}
      aria-setsize=${this.shown.length}
      aria-label=${guard([shown, this.posts], () => this.#labelOf(shown))}
      aria-current=${isFocal ? 'true' : 'false'}
      ?data-match=${this.found.has(row.key)}
      ?data-nested=${row.depth > 0}
      .style=${`transform:translateY(${start}px);--depth:${row.depth}`}
      @focusin=${() => this.#activate(row.key)}
      @pointerdown=${() => this.#activate(row.key)}
    >
      ${content}
    </div>`;
  }

  /** The words are described at `RowContextFlag`. */
  #menuContextOf(postId: string): string {
    const hasArticle = (this.posts.get(postId)?.article ?? null) !== null;
    const words = `socialData post hasResponse addressed${this.isLive ? ' web' : ''}${hasArticle ? ' article' : ''}`;
    return JSON.stringify({ viewItem: words, postId });
  }

  #activate(key: string): void {
    if (key !== this.activeKey) {
      this.onActivate(key);
    }
  }

  #labelOf({ row, hidden }: ShownThreadRow): string {
    const level = row.depth === 0 ? '' : `, ${l10n.t('level {0}', row.depth)}`;
    switch (row.kind) {
      case 'post': {
        const post = this.posts.get(row.id);
        const words = shortenText(
          stripToSingleLine(
            post?.segments
              .map(({ text }) => text.slice(0, 400))
              .join('')
              .slice(0, 400) ?? '',
          ),
          200,
        );
        const role = row.role === 'focal' ? l10n.t('Post') : row.role === 'ancestor' ? l10n.t('Earlier post') : l10n.t('Reply');
        const folded = hidden === 0 ? '' : `, ${l10n.t('Hidden replies: {0}', hidden)}`;
        return `${role}${level}${folded}, ${post?.author.name ?? ''}: ${words}`;
      }
      case 'absent':
        return l10n.t("This post isn't available.") + level;
      case 'missing':
        return l10n.t("This post wasn't loaded.") + level;
      case 'more':
        return l10n.t('More replies') + level;
    }
  }
}

customElements.define('social-thread-list', ThreadList);

function renderThreadRow(
  shown: ShownThreadRow,
  facts: ThreadRowData,
  callbacks: ThreadRowCallbacks,
  now: number,
): TemplateResult {
  const { row } = shown;
  switch (row.kind) {
    case 'post':
      return facts.post === undefined ? html`` : renderThreadPost(shown, facts.post, callbacks, now);
    case 'absent':
      return html`<div class="stub">
          ${renderIcon('circle-slash')} <span dir="auto">${row.text ?? l10n.t("This post isn't available.")}</span>
        </div>
        ${renderFoldBranchButton(shown, callbacks)}`;
    case 'missing':
      return html`<div class="stub">
          ${renderIcon('ellipsis')} <span>${l10n.t("This post wasn't loaded.")}</span>
          ${renderFetchButton(row.key, addPrice(l10n.t('Load'), facts.price), facts.isBusy, callbacks)}
        </div>
        ${renderFoldBranchButton(shown, callbacks)}`;
    case 'more':
      return html`<div class="stub">
        ${renderFetchButton(row.key, formatMoreRepliesTitle(row.count, facts.price), facts.isBusy, callbacks)}
      </div>`;
  }
}

function formatMoreRepliesTitle(count: number | null, price: string): string {
  return count === null
    ? addPrice(l10n.t('Show More Replies'), price)
    : addPrice(l10n.t('Show Replies'), joinParts([String(count), price]));
}

/** Uses `aria-disabled` while loading, because a disabled button would lose focus. */
function renderFetchButton(key: string, title: string, isBusy: boolean, callbacks: ThreadRowCallbacks): TemplateResult {
  return html`<button
    type="button"
    class="fetch"
    data-fetch
    tabindex=${callbacks.tab}
    aria-disabled=${String(isBusy)}
    @click=${createPressHandler(() => (isBusy ? undefined : callbacks.load(key)))}
  >
    ${isBusy ? html`<span class="spinning">${renderIcon('loading')}</span>` : renderIcon('cloud-download')}
    ${isBusy ? l10n.t('Loading…') : title}
  </button>`;
}

function renderThreadPost(shown: ShownThreadRow, post: Post, callbacks: ThreadRowCallbacks, now: number): TemplateResult {
  return html`<social-post
    .post=${post}
    .callbacks=${callbacks}
    .tab=${callbacks.tab}
    .now=${now}
    .isFocal=${shown.row.kind === 'post' && shown.row.role === 'focal'}
    .foldOf=${(part: FoldableTextName) => callbacks.foldOf(post.id, part)}
    .actions=${html`${renderFoldBranchButton(shown, callbacks)} ${renderIconButton('ellipsis', l10n.t('Actions…'), openContextMenu, { tabindex: callbacks.tab })}`}
  ></social-post>`;
}

function renderFoldBranchButton(
  { row, hasReplies, hidden }: ShownThreadRow,
  callbacks: ThreadRowCallbacks,
): TemplateResult | typeof nothing {
  if (!hasReplies) {
    return nothing;
  }
  const hiddenWords = l10n.t('Hidden replies: {0}', hidden);
  const title = hidden === 0 ? `${l10n.t('Collapse Replies')} (c)` : hiddenWords;
  return html`<button
    type="button"
    class="plain branch quiet"
    title=${title}
    aria-label=${title}
    tabindex=${callbacks.tab}
    aria-expanded=${String(hidden === 0)}
    @click=${createPressHandler(() => callbacks.toggleBranch(row.key))}
  >
    ${renderIcon(hidden === 0 ? 'fold' : 'unfold')} ${hidden === 0 ? nothing : hiddenWords}
  </button>`;
}

export function openContextMenu(event: Event): void {
  const { currentTarget: button } = event;
  event.stopPropagation();
  if (button instanceof HTMLElement) {
    const { left, bottom } = button.getBoundingClientRect();
    button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, composed: true, clientX: left, clientY: bottom }));
  }
}
