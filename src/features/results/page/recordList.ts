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
import { tokenizeJson } from '../../../core/table/tokenizeJson.ts';

/** If a record this close to the visible ones isn't loaded, a larger range is requested. */
const rowsAroundThatTriggerLoading = 8;
const rowsAroundToLoad = 24;
const jsonLengthPerUnfoldStep = 20_000;
const msPerMinute = 60_000;
const maxSelectLabelLength = 60;

/** Only visible records are rendered. */
export class RecordList extends LightDomElement {
  static override properties = { shown: {}, active: { state: true } };

  page!: ResultsActions;
  /** A new object for each page render. */
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
    // keep rendering the focused card, so focus isn't lost
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      const { active } = this;
      return active >= range.count || visible.includes(active) ? visible : [...visible, active].toSorted((a, b) => a - b);
    },
    // elements in a hidden view don't have a height
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
        virtualizer.measure(); // indexes now refer to other records
      }
      this.#rows = this.page.records.rows;
      this.#texts.clear();
      this.#posts.clear();
      this.#unfolded = new Map();
    }
    const order = this.#order;
    if (this.#listed !== order) {
      this.#listed = order;
      // heights belong to records, not to positions
      const getItemKey = (index: number): number => order[index] ?? -1 - index;
      virtualizer.setOptions({ ...virtualizer.options, count: order.length, getItemKey });
    }
    this.active = Math.max(0, Math.min(this.active, this.#order.length - 1));
  }

  protected override updated(): void {
    renderPostsNow(this);
    // only now, because elements outside the document don't have a height
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
    this.#loadNearbyDetails();
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
      data-vscode-context=${JSON.stringify({ viewItem: this.page.menuWords(row), row })}
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

  /** Folding long text at its end scrolls back to the record's start. */
  #unfold(row: number, part: FoldableTextName | 'json', steps: number): void {
    this.#unfolded.set(row, new Map(this.#unfolded.get(row)).set(part, steps));
    this.requestUpdate();
    if (steps === 0) {
      void this.updateComplete.then(() => this.#revealStart(this.#order.indexOf(row)));
    }
  }

  #revealStart(index: number): void {
    const top = this.querySelector(`.record[data-index="${index}"]`)?.getBoundingClientRect().top ?? Infinity;
    if (top < (this.#scroller?.getBoundingClientRect().top ?? 0)) {
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
    const [text, fold] = [this.#texts.get(row) ?? '…', this.#foldOf(row, 'json')];
    const tab = index === this.active ? 0 : -1;
    return guard([text, fold.steps, tab], () => {
      const { segments, hasMore } = clipTextAroundMatch([{ kind: 'text', text }], jsonLengthPerUnfoldStep * (1 + fold.steps), '');
      const json = escapeHiddenInJson(segments.map((segment) => segment.text).join(''));
      return html`<pre class="json" dir="ltr">
${tokenizeJson(json).map(({ kind, text: token }) => (kind === 'other' ? token : html`<span class=${`json-${kind}`}>${token}</span>`))}</pre>
        ${hasMore || fold.steps > 0 ? renderFoldButtons({ fold, isOpen: fold.steps > 0, hasMore }, tab) : nothing}`;
    });
  }

  /** Scrolling renders the list often, so unchanged cards aren't rendered again. */
  #card(row: number, index: number): unknown {
    const { page } = this;
    const { records, postCallbacks, opening, pins } = page;
    const post = this.#posts.get(row);
    const tab = index === this.active ? 0 : -1;
    const now = Math.floor(Date.now() / msPerMinute) * msPerMinute;
    return guard(
      [records.rows[row], records.columns, post, postCallbacks, tab, this.#unfolded.get(row), opening, pins, now],
      () => renderRecordCard({ page, row, post, tab, foldOf: (part) => this.#foldOf(row, part), now }),
    );
  }

  /** Requests details of visible and nearby records from the host, which doesn't send requests to a service. */
  #loadNearbyDetails(): void {
    const { range } = this.#virtual.getVirtualizer();
    const details = this.page.mode === 'json' ? this.#texts : this.page.records.kind === 'post' ? this.#posts : undefined;
    if (details === undefined || range === null) {
      return;
    }
    const around = (rows: number) => [
      ...this.#order.slice(Math.max(0, range.startIndex - rows), range.endIndex + 1 + rows),
      // always rendered
      ...this.#order.slice(this.active, this.active + 1),
    ];
    if (around(rowsAroundThatTriggerLoading).some((row) => details.isUnknown(row))) {
      details.load([...new Set(around(rowsAroundToLoad))]).catch(createWarningLogger(this.page.mode));
    }
  }

  readonly #scrolled = (): void => {
    const items = this.#virtual.getVirtualizer().getVirtualItems();
    const shown = items.find(({ end }) => end > (this.#scroller?.scrollTop ?? 0)) ?? items[0];
    this.page.persistTop(shown?.index ?? 0);
  };

  /** Keys continue from the card that got focus in any way. */
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
    this.#scroller?.scrollIntoView({ block: 'nearest' }); // a low page itself scrolls
  }
}

customElements.define('social-record-list', RecordList);
