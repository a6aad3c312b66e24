import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Column } from '../../../core/table/cell.ts';
import { renderIcon } from '../../../page/kit/icon.ts';
import { LightDomElement } from '../../../page/kit/lightDomElement.ts';
import { formatCell, type FilteredRows } from './receivedRecords.ts';
import type { ResultsActions } from './resultsActions.ts';

/** All rows have the same height, so rows don't need measuring. */
const tableRowHeightPx = 24;

const minColumnWidthPx = 48;
const maxColumnWidthPx = 1_200;
/** Rendered outside the visible area, so scrolling doesn't show gaps. */
const rowsBeyondEdges = 8;

const defaultWidthByColumnName: Readonly<Record<string, number>> = {
  text: 440,
  description: 360,
  lang: 90,
  name: 170,
  verified: 90,
};
const defaultWidthByColumnType: Readonly<Record<Column['type'], number>> = {
  id: 170,
  text: 200,
  link: 200,
  time: 190,
  count: 90,
  number: 90,
  flag: 80,
  list: 140,
};

/** The header has space for its title and the arrow of the order. */
function getDefaultColumnWidth({ name, type, title }: Column): number {
  return Math.max(defaultWidthByColumnName[name] ?? defaultWidthByColumnType[type], title.length * 8 + 40);
}

/** The indexes of the visible rows, in order, and of the focused row, so focus isn't lost. */
function getRowsToRender(scrollTop: number, height: number, count: number, focused: number): readonly number[] {
  const first = Math.floor(scrollTop / tableRowHeightPx);
  const from = Math.max(0, Math.min(first, count) - rowsBeyondEdges);
  const to = Math.min(count, first + Math.ceil((height === 0 ? 600 : height) / tableRowHeightPx) + rowsBeyondEdges);
  const visible = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const isVisible = focused < 0 || focused >= count || (focused >= from && focused < to);
  return isVisible ? visible : focused < from ? [focused, ...visible] : [...visible, focused];
}

interface CellPosition {
  readonly row: number;
  readonly column: number;
}

function findCellPosition(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
  const row = cell?.closest('[aria-rowindex]');
  const indexOf = (name: string, element: Element | null | undefined) => Number(element?.getAttribute(name));
  // ARIA indexes count from 1, and the header is the first row
  return cell === null ? undefined : { row: indexOf('aria-rowindex', row) - 2, column: indexOf('aria-colindex', cell) - 1 };
}

function hasSelectedText(cell: EventTarget | null): boolean {
  const marked = getSelection();
  return marked?.isCollapsed === false && cell instanceof Element && cell.contains(marked.anchorNode);
}

/** Undefined if the key doesn't move focus. Row -1 is the header. */
function findCellAfterKey(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPosition,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): CellPosition | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const isFar = ctrlKey || metaKey;
  const moves: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: isFar ? last.row : row + 1, column },
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: Math.max(0, row - size.page), column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? last.row : row, column: last.column },
  };
  const wanted = moves[key];
  return wanted === undefined
    ? undefined
    : { row: Math.max(-1, Math.min(last.row, wanted.row)), column: Math.max(0, Math.min(last.column, wanted.column)) };
}

function trackColumnResize(start: PointerEvent, width: number, widen: (width: number) => void): void {
  start.preventDefault();
  start.stopPropagation();
  const sign = getComputedStyle(document.body).direction === 'rtl' ? -1 : 1;
  const release = new AbortController();
  const { signal } = release;
  window.addEventListener('pointermove', ({ clientX }) => widen(width + sign * (clientX - start.clientX)), { signal });
  window.addEventListener('pointerup', () => release.abort(), { signal });
}

function createTableRowRenderer(
  columns: readonly Column[],
  page: ResultsActions,
): (row: number, place: number, isSelected: boolean, focused: number | undefined) => TemplateResult {
  const { records, opening } = page;
  const { columns: all, rows } = records;
  const drawn = columns.map((column) => ({
    column,
    at: all.indexOf(column),
    context: JSON.stringify({ column: column.name }),
    // users' text may have any direction
    isWritten: column.type === 'text' || column.type === 'list',
  }));
  const title = opening === '' ? nothing : l10n.t('Double-click or Enter: {0}', opening);
  return (row, place, isSelected, focused) =>
    html`<div
      role="row"
      aria-rowindex=${place + 2}
      aria-selected=${String(isSelected)}
      class="table-row"
      title=${title}
      data-vscode-context=${JSON.stringify({ viewItem: `${page.menuWords(row)} column`, row })}
      .style=${`transform:translateY(${(place + 1) * tableRowHeightPx}px)`}
    >
      ${drawn.map(({ column, at, context, isWritten }, index) => {
        const text = formatCell(rows[row]?.[at] ?? null, column);
        return html`<div
          role="gridcell"
          dir=${isWritten ? 'auto' : nothing}
          class="cell type-${column.type}"
          aria-colindex=${index + 1}
          tabindex=${focused === index ? 0 : -1}
          title=${text.length > 24 ? text : nothing}
          data-vscode-context=${context}
        >
          ${text}
        </div>`;
      })}
    </div>`;
}

/** Only visible rows are rendered. One cell has focus; arrows move it. */
export class RecordsTable extends LightDomElement {
  static override properties = { shown: {}, focusAt: { state: true }, first: { state: true } };

  page!: ResultsActions;
  /** A new object for each page render. */
  shown!: FilteredRows;
  /** Row -1 is the header. */
  private focusAt = { row: -1, column: 0 };
  private first = 0;
  #columns: readonly Column[] = [];
  #selected: ReadonlySet<number> = new Set();
  #anchor = 0;
  #wantsFocus = false;
  #hadFocus = false;

  constructor() {
    super();
    new ResizeObserver(() => this.requestUpdate()).observe(this);
  }

  protected override firstUpdated(): void {
    this.#scroller()?.scrollTo({ top: this.page.view.top * tableRowHeightPx });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { activeElement } = document;
    this.#hadFocus = activeElement !== this && this.contains(activeElement);
    const before = changed.get('shown')?.indexes;
    if (changed.has('shown')) {
      this.#columns = this.page.shownColumns();
      this.#selected = new Set(this.page.view.selected);
    }
    const wanted = this.#placeAfter(before, this.focusAt.row);
    this.#anchor = this.#placeAfter(before, this.#anchor);
    const row = Math.min(wanted, this.#order.length - 1);
    const column = Math.max(0, Math.min(this.focusAt.column, this.#columns.length - 1));
    if (row !== this.focusAt.row || column !== this.focusAt.column) {
      this.focusAt = { row, column };
    }
  }

  get #order(): readonly number[] {
    return this.shown.indexes;
  }

  /** The new index of a record; its old index if it is no longer shown. */
  #placeAfter(before: readonly number[] | undefined, row: number): number {
    const record = before?.[row];
    const now = record === undefined || this.#order[row] === record ? row : this.#order.indexOf(record);
    return now < 0 ? row : now;
  }

  protected override updated(): void {
    // elements that moved, were removed, or now show a different record must not keep focus
    if (this.#wantsFocus || this.#hadFocus) {
      this.#wantsFocus = false;
      this.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    }
  }

  protected override render(): TemplateResult {
    const widths = this.#columns.map((column) => this.page.view.widths[column.name] ?? getDefaultColumnWidth(column));
    const total = widths.reduce((sum, width) => sum + width, 0);
    // set as a property, because the page's CSP forbids style attributes
    const columns = widths.map((width) => `${width}px`).join(' ');
    const size = `block-size:${(this.#order.length + 1) * tableRowHeightPx}px;inline-size:${total}px`;
    const { focusAt, page } = this;
    const renderRow = createTableRowRenderer(this.#columns, page);
    return html`<div
      class="table-scroller"
      @scroll=${this.#scrolled}
      @keydown=${this.#pressed}
      @focusin=${this.#focused}
      @click=${this.#clicked}
      @dblclick=${this.#opened}
    >
      <div
        role="grid"
        aria-label=${l10n.t('Records')}
        aria-rowcount=${this.#order.length + 1}
        aria-colcount=${this.#columns.length}
        aria-multiselectable="true"
        .style=${`--columns:${columns};${size}`}
      >
        <div role="row" aria-rowindex="1" class="table-head">
          ${this.#columns.map((column, at) => this.#head(column, at, widths[at] ?? 0))}
        </div>
        ${repeat(
          this.#renderedRows(),
          ({ row }) => row,
          ({ row, place }) => renderRow(row, place, this.#selected.has(row), focusAt.row === place ? focusAt.column : undefined),
        )}
      </div>
    </div>`;
  }

  #renderedRows(): readonly { readonly row: number; readonly place: number }[] {
    const places = getRowsToRender(this.first * tableRowHeightPx, this.clientHeight, this.#order.length, this.focusAt.row);
    return places.map((place) => ({ place, row: this.#order[place] ?? -1 }));
  }

  #head(column: Column, at: number, width: number): TemplateResult {
    const direction = this.page.view.sort?.column === column.name ? this.page.view.sort.direction : undefined;
    const isFocused = this.focusAt.row < 0 && this.focusAt.column === at;
    return html`<div
      role="columnheader"
      class="head-cell type-${column.type}"
      aria-colindex=${at + 1}
      aria-sort=${direction ?? 'none'}
      tabindex=${isFocused ? 0 : -1}
      title=${l10n.t('{0}: press Enter to sort, or Alt and an arrow key to resize', column.title)}
    >
      <span class="cell-text">${column.title}</span>
      ${direction === undefined ? nothing : renderIcon(direction === 'ascending' ? 'arrow-up' : 'arrow-down')}
      <span
        class="resizer"
        aria-hidden="true"
        @click=${(event: Event) => event.stopPropagation()}
        @pointerdown=${(event: PointerEvent) => trackColumnResize(event, width, (wanted) => this.#widen(column.name, wanted))}
      ></span>
    </div>`;
  }

  readonly #clicked = (event: MouseEvent): void => {
    const at = findCellPosition(event.target);
    const name = this.#columns[at?.column ?? -1]?.name;
    if (at === undefined || name === undefined) {
      return;
    }
    const record = this.#order[at.row];
    if (record !== undefined) {
      this.#pick(event, record, at.row);
    }
    this.#takeFocus(at.row, at.column);
    if (record === undefined) {
      this.page.sortBy(name);
    }
  };

  #pick(event: MouseEvent, row: number, place: number): void {
    if (event.shiftKey) {
      getSelection()?.removeAllRanges(); // select rows, not the text between the clicks
      this.#selectTo(place);
    } else if (event.ctrlKey || event.metaKey) {
      this.page.toggle(row);
      this.#anchor = place;
    } else {
      this.page.setView({ selected: [row] });
      this.#anchor = place;
    }
  }

  readonly #opened = (event: MouseEvent): void => {
    const record = this.#order[findCellPosition(event.target)?.row ?? -1];
    if (record !== undefined) {
      getSelection()?.removeAllRanges(); // a double-click also selects a word
      this.page.open(record);
    }
  };

  #selectTo(place: number): void {
    const from = Math.min(this.#anchor, place);
    this.page.setView({ selected: this.#order.slice(from, Math.max(this.#anchor, place) + 1) });
  }

  #widen(column: string, width: number): void {
    const clamped = Math.round(Math.max(minColumnWidthPx, Math.min(maxColumnWidthPx, width)));
    this.page.setView({ widths: { ...this.page.view.widths, [column]: clamped } });
  }

  readonly #scrolled = (): void => {
    const first = Math.floor((this.#scroller()?.scrollTop ?? 0) / tableRowHeightPx);
    if (first !== this.first) {
      this.first = first;
      this.page.persistTop(first);
    }
  };

  /** Keys continue from the cell that got focus in any way. */
  readonly #focused = (event: FocusEvent): void => {
    const at = findCellPosition(event.target);
    if (at !== undefined && (at.row !== this.focusAt.row || at.column !== this.focusAt.column)) {
      this.focusAt = at;
    }
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const { row, column } = findCellPosition(event.target) ?? this.focusAt;
    const found = this.#columns[column];
    const record = this.#order[row];
    const isCommand = event.ctrlKey || event.metaKey;
    if (found === undefined) {
      return;
    }
    const { name } = found;
    if (event.altKey && row < 0 && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      const width = this.page.view.widths[name] ?? getDefaultColumnWidth(found);
      this.#widen(name, width + (event.key === 'ArrowRight' ? 20 : -20));
    } else if (event.key === 'Enter') {
      if (record === undefined) {
        this.page.sortBy(name);
      } else {
        this.page.open(record);
      }
    } else if (event.key === ' ' && record !== undefined) {
      this.page.toggle(record);
      this.#anchor = row;
    } else if (isCommand && event.key.toLowerCase() === 'a') {
      this.page.setView({ selected: Array.from(this.#order) });
    } else if (isCommand && event.key.toLowerCase() === 'c' && record !== undefined) {
      if (hasSelectedText(event.target)) {
        return; // the browser copies the selected text
      }
      this.page.copyFrom(record, name);
    } else {
      const page = Math.max(1, Math.floor(this.clientHeight / tableRowHeightPx) - 2);
      const moved = findCellAfterKey(event, { row, column }, { rows: this.#order.length, columns: this.#columns.length, page });
      if (moved === undefined) {
        return;
      }
      if (event.shiftKey && moved.row !== row && moved.row >= 0) {
        this.#selectTo(moved.row);
      } else if (moved.row !== row) {
        this.#anchor = Math.max(0, moved.row);
      }
      this.#goTo(moved.row, moved.column);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** Doesn't scroll, because the clicked cell is visible. */
  #takeFocus(row: number, column: number): void {
    this.focusAt = { row, column };
    this.#wantsFocus = true;
  }

  /** Scrolls, because a key can move focus to a cell that isn't visible. */
  #goTo(row: number, column: number): void {
    this.#takeFocus(row, column);
    const scroller = this.#scroller();
    if (scroller !== null && row >= 0) {
      const from = row * tableRowHeightPx;
      const shown = scroller.clientHeight - 2 * tableRowHeightPx;
      if (from < scroller.scrollTop || from > scroller.scrollTop + shown) {
        scroller.scrollTop = from < scroller.scrollTop ? from : from - shown;
        this.first = Math.floor(scroller.scrollTop / tableRowHeightPx);
      }
    }
    void this.updateComplete.then(() =>
      this.querySelector('[tabindex="0"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }

  #scroller(): HTMLElement | null {
    return this.querySelector('.table-scroller');
  }
}

customElements.define('social-records-table', RecordsTable);
