import * as l10n from '@vscode/l10n';
import { defaultRangeExtractor, VirtualizerController } from '@tanstack/lit-virtual';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { escapeHiddenInJson, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import type { Post } from '../../../core/channel/post.ts';
import { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { renderPostsNow } from '../../../page/post/socialPost.ts';
import { type TextFoldControl, type FoldableTextName, renderFoldButtons } from '../../../page/post/postText.ts';
import { clipTextAroundMatch } from '../../../page/post/clipText.ts';
import { findScrollAlignment } from '../../../page/kit/focus.ts';
import type { ReceivedRecords, FilteredRows } from './receivedRecords.ts';
import { formatSpokenRecord, renderRecordCard } from './renderRecordCard.ts';
import type { ResultsActions } from './resultsActions.ts';
import { createWarningLogger } from '../../../page/kit/connectToHost.ts';
import { RowDetailsLoader } from './rowDetailsLoader.ts';
import { type FoldableJsonLine, toFoldableJsonLines, tokenizeJsonLine } from '../../../core/table/foldableJsonLines.ts';

/**
 * Formatted JSON with colours, whose lists and objects can be folded: by a press on the line that opens one, or with Left and Right;
 * Up and Down go from one to the next.
 * @param tab of the first of these lines
 */
function renderJson(text: string, tab: 0 | -1): TemplateResult {
  let next = tab;
  const part = ({ line, inside, end }: FoldableJsonLine): TemplateResult => {
    if (inside === undefined) {
      return html`<div>${renderJsonLine(line)}</div>`;
    }
    const own = next;
    next = -1;
    return html`<details open>
      <summary tabindex=${own}>${renderJsonLine(line)}<span class="folded"> … ${end?.trim() ?? ''}</span></summary>
      ${inside.map(part)}${end === undefined ? '' : html`<div>${end}</div>`}
    </details>`;
  };
  return html`<div class="json" dir="ltr" @keydown=${handleJsonFoldKey}>${toFoldableJsonLines(text).map(part)}</div>`;
}

function renderJsonLine(line: string): readonly unknown[] {
  return tokenizeJsonLine(line).map(({ kind, text }) =>
    kind === 'other' ? text : html`<span class=${`json-${kind}`}>${text}</span>`,
  );
}

function handleJsonFoldKey(this: void, event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement && currentTarget instanceof HTMLElement)) {
    return;
  }
  const fold = target.closest('summary')?.parentElement;
  if (!(fold instanceof HTMLDetailsElement) || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    fold.open = key === 'ArrowRight';
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const shown = [...currentTarget.querySelectorAll('summary')].filter((one) => one.checkVisibility());
    const neighbour = shown[shown.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)];
    if (neighbour === undefined) {
      return;
    }
    neighbour.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** How far from the drawn records others are looked at, and how many are asked for with the first that is not here yet. */
const rowsAroundThatTriggerLoading = 8;
const rowsAroundToLoad = 24;
const jsonLengthPerUnfoldStep = 20_000;
const msPerMinute = 60_000;
const maxSelectLabelLength = 60;

/** Only visible records are rendered. */
export class RecordList extends LightDomElement {
  static override properties = { shown: {}, active: { state: true } };

  page!: ResultsActions;
  /** The rows to show, another one whenever the page is drawn. */
  shown!: FilteredRows;
  private active = 0;
  #wantsFocus = false;
  readonly #texts = new RowDetailsLoader<string>(
    async (rows) => await this.page.host.channel.request('json', { rows: [...rows] }),
    () => this.requestUpdate(),
  );
  readonly #posts = new RowDetailsLoader<Post>(
    async (rows) => await this.page.host.channel.request('posts', { series: this.page.records.series, rows: [...rows] }),
    () => this.requestUpdate(),
  );
  #rows: ReceivedRecords['rows'] | undefined;
  #unfolded = new Map<number, ReadonlyMap<FoldableTextName | 'json', number>>();
  #selected: ReadonlySet<number> = new Set();
  #listed: readonly number[] | undefined;

  readonly #virtual = new VirtualizerController<HTMLElement, HTMLElement>(this, {
    count: 0,
    getScrollElement: () => this.#scroller,
    estimateSize: () => 160,
    overscan: 6,
    // the card with the focus stays, and with it the list in the order of Tab
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      const { active } = this;
      return active >= range.count || inSight.includes(active) ? inSight : [...inSight, active].toSorted((a, b) => a - b);
    },
    // the elements of a hidden view have no height
    initialRect: { width: 300, height: 600 },
  });

  protected override firstUpdated(): void {
    const { top } = this.page.view;
    if (top > 0) {
      requestAnimationFrame(() => this.#virtual.getVirtualizer().scrollToIndex(top, { align: 'start' }));
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('shown')) {
      this.#selected = new Set(this.page.view.selected);
    }
    if (!this.hasUpdated) {
      this.active = this.page.view.top;
    }
    const virtualizer = this.#virtual.getVirtualizer();
    if (this.#rows !== this.page.records.rows) {
      if (this.#rows !== undefined) {
        virtualizer.measure(); // other records have the same numbers
      }
      this.#rows = this.page.records.rows;
      this.#texts.forget();
      this.#posts.forget();
      this.#unfolded = new Map();
    }
    const order = this.#order;
    if (this.#listed !== order) {
      this.#listed = order;
      // a height is that of a record, wherever a filter or another order puts it
      const getItemKey = (index: number): number => order[index] ?? -1 - index;
      virtualizer.setOptions({ ...virtualizer.options, count: order.length, getItemKey });
    }
    this.active = Math.max(0, Math.min(this.active, this.#order.length - 1));
  }

  protected override updated(): void {
    renderPostsNow(this);
    // once they are in the page: an element that is not has no height, and the list would jump
    for (const record of this.querySelectorAll<HTMLElement>('.record')) {
      this.#virtual.getVirtualizer().measureElement(record);
    }
    if (this.#wantsFocus) {
      const found = this.querySelector<HTMLElement>(`[data-index="${this.active}"]`);
      if (found !== null) {
        this.#wantsFocus = false;
        found.focus({ preventScroll: true });
      }
    }
    this.#askNear();
  }

  protected override render(): TemplateResult {
    const virtualizer = this.#virtual.getVirtualizer();
    const items = virtualizer.getVirtualItems();
    return html`<div class="list-scroller" @scroll=${this.#scrolled} @keydown=${this.#pressed} @focusin=${this.#focused}>
      <div role="feed" aria-label=${l10n.t('Records')} class="list" .style=${`block-size:${virtualizer.getTotalSize()}px`}>
        ${repeat(
          items,
          ({ index }) => this.#order[index] ?? -1,
          ({ index, start }) => {
            const row = this.#order[index];
            return row === undefined ? nothing : this.#item(row, index, start);
          },
        )}
      </div>
    </div>`;
  }

  #item(row: number, index: number, start: number): TemplateResult {
    const isSelected = this.#selected.has(row);
    const { records } = this.page;
    const of = [records.rows[row], records.columns, index];
    const name = () => formatSpokenRecord(records, row) || l10n.t('Record {0}', index + 1);
    return html`<article
      class="record ${isSelected ? 'selected' : ''}"
      data-index=${index}
      data-vscode-context=${JSON.stringify({ webviewSection: 'record', webviewRecord: records.kind, row })}
      aria-posinset=${index + 1}
      aria-setsize=${this.#order.length}
      aria-label=${guard(of, name)}
      tabindex=${index === this.active ? 0 : -1}
      .style=${`transform:translateY(${start}px)`}
    >
      <input
        type="checkbox"
        class="pick"
        tabindex="-1"
        aria-label=${guard(of, () => l10n.t('Select {0}', shortenText(name(), maxSelectLabelLength)))}
        .checked=${isSelected}
        @change=${() => this.page.toggle(row)}
      />
      ${this.page.mode === 'json' ? this.#json(row, index) : this.#card(row, index)}
    </article>`;
  }

  /** Who folds a text at its end is led back to its head, which may stand far above. */
  #unfold(row: number, part: FoldableTextName | 'json', steps: number): void {
    this.#unfolded.set(row, new Map(this.#unfolded.get(row)).set(part, steps));
    this.requestUpdate();
    if (steps === 0) {
      void this.updateComplete.then(() => this.#revealHead(this.#order.indexOf(row)));
    }
  }

  #revealHead(index: number): void {
    const head = this.querySelector(`.record[data-index="${index}"]`)?.getBoundingClientRect().top ?? Infinity;
    if (head < (this.#scroller?.getBoundingClientRect().top ?? 0)) {
      this.#virtual.getVirtualizer().scrollToIndex(index, { align: 'start' });
    }
  }

  #foldOf(row: number, part: FoldableTextName | 'json'): TextFoldControl {
    return {
      steps: this.#unfolded.get(row)?.get(part) ?? 0,
      show: (steps) => this.#unfold(row, part, steps),
    };
  }

  #json(row: number, index: number): unknown {
    const [text, fold] = [this.#texts.of(row) ?? '…', this.#foldOf(row, 'json')];
    const tab = index === this.active ? 0 : -1;
    return guard([text, fold.steps, tab], () => {
      const { segments, hasMore } = clipTextAroundMatch([{ kind: 'text', text }], jsonLengthPerUnfoldStep * (1 + fold.steps), '');
      return html`${renderJson(escapeHiddenInJson(segments.map((segment) => segment.text).join('')), tab)}
      ${hasMore || fold.steps > 0 ? renderFoldButtons({ fold, isOpen: fold.steps > 0, hasMore }, tab) : nothing}`;
    });
  }

  /** Every scrolled pixel draws the list; what stands on a card is made again only when it has changed. */
  #card(row: number, index: number): unknown {
    const { page } = this;
    const { records, postCallbacks, opening } = page;
    const post = this.#posts.of(row);
    const tab = index === this.active ? 0 : -1;
    const now = Math.floor(Date.now() / msPerMinute) * msPerMinute;
    return guard([records.rows[row], records.columns, post, postCallbacks, tab, this.#unfolded.get(row), opening, now], () =>
      renderRecordCard({ page, row, post, tab, foldOf: (part) => this.#foldOf(row, part), now }),
    );
  }

  /** Asks the host for what is drawn and will be next; it has it, so this costs nothing. */
  #askNear(): void {
    const { range } = this.#virtual.getVirtualizer();
    const details = this.page.mode === 'json' ? this.#texts : this.page.records.kind === 'post' ? this.#posts : undefined;
    if (details === undefined || range === null) {
      return;
    }
    const around = (rows: number) => [
      ...this.#order.slice(Math.max(0, range.startIndex - rows), range.endIndex + 1 + rows),
      // it is drawn wherever the list is
      ...this.#order.slice(this.active, this.active + 1),
    ];
    if (around(rowsAroundThatTriggerLoading).some((row) => details.isUnknown(row))) {
      details.ask([...new Set(around(rowsAroundToLoad))]).catch(createWarningLogger(this.page.mode));
    }
  }

  readonly #scrolled = (): void => {
    const items = this.#virtual.getVirtualizer().getVirtualItems();
    const shown = items.find(({ end }) => end > (this.#scroller?.scrollTop ?? 0)) ?? items[0];
    this.page.keepTop(shown?.index ?? 0);
  };

  /** However the focus came to a card or into it, the keys go on from there. */
  readonly #focused = (event: FocusEvent): void => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    if (card !== null) {
      this.active = Number(card.dataset['index']);
    }
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLElement && event.target.closest('a, button, input') !== null && event.key !== 'Escape') {
      return;
    }
    const row = this.#order[this.active];
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined && !event.ctrlKey && !event.metaKey) {
      this.#go(this.active + step);
    } else if (event.key === 'Home') {
      this.#go(0);
    } else if (event.key === 'End') {
      this.#go(this.#order.length - 1);
    } else if (event.key === ' ' && row !== undefined) {
      this.page.toggle(row);
    } else if (event.key === 'Enter' && row !== undefined) {
      this.page.open(row);
    } else {
      return;
    }
    event.preventDefault();
  };

  get #order(): readonly number[] {
    return this.shown.indexes;
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.list-scroller');
  }

  #go(index: number): void {
    this.active = Math.max(0, Math.min(index, this.#order.length - 1));
    this.#wantsFocus = true;
    const align = findScrollAlignment(this.querySelector(`.record[data-index="${this.active}"]`), this.#scroller);
    if (align !== 'stay') {
      this.#virtual.getVirtualizer().scrollToIndex(this.active, { align });
    }
    this.#scroller?.scrollIntoView({ block: 'nearest' }); // a low page scrolls, too
  }
}

customElements.define('social-record-list', RecordList);
