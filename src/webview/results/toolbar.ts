import { html, nothing, type TemplateResult } from 'lit';
import { type ExportFormat, exportFormats, type ResultView, resultViews } from '../../protocol/resultsContract.ts';
import type { Column } from '../../results/table/cell.ts';
import { icon, type IconName } from '../components/icon.ts';
import { fieldMenu } from '../shared/fieldMenu.ts';
import { t } from '../shared/translate.ts';
import { closeMenu, dropMenu } from './dropMenu.ts';

export type CopyFormat = 'json' | 'markdown' | 'csv';

export interface Toolbar {
  readonly mode: ResultView;
  readonly filter: string;
  readonly columns: readonly Column[];
  readonly isShown: (column: Column) => boolean;
  /** How many fit the filter; undefined while they are looked for. */
  readonly shown: number | undefined;
  readonly loaded: number;
  readonly selected: number;
  readonly onMode: (mode: ResultView) => void;
  readonly onFilter: (filter: string) => void;
  readonly onColumn: (name: string, isShown: boolean) => void;
  readonly onCopy: (format: CopyFormat) => void;
  readonly onSave: (format: ExportFormat) => void;
  readonly onFixture: () => void;
  readonly onJson: () => void;
  readonly onUnselect: () => void;
}

/** How records are shown, which, and what is done with them. */
export function toolbar(bar: Toolbar): TemplateResult {
  const many = bar.selected > 0 ? t('{0} selected', bar.selected) : t('all {0}', bar.shown ?? '…');
  return html`<div class="toolbar">
    <div class="views" role="group" aria-label=${t('View')}>
      ${resultViews.map(
        (mode) =>
          html`<button
            type="button"
            class="plain view"
            title=${viewTitle(mode)}
            aria-label=${viewTitle(mode)}
            aria-pressed=${String(mode === bar.mode)}
            @click=${() => bar.onMode(mode)}
          >
            ${icon(viewSign(mode))}<span>${viewTitle(mode)}</span>
          </button>`,
      )}
    </div>
    <input
      class="filter"
      type="search"
      dir="auto"
      placeholder=${t('Filter what is loaded')}
      aria-label=${t('Filter what is loaded')}
      title=${t('Words that a record holds; likes:12 looks in one column')}
      data-vscode-context=${fieldMenu}
      .value=${bar.filter}
      @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) {
          bar.onFilter(event.target.value);
        }
      }}
    />
    ${bar.filter === '' ? nothing : html`<span class="quiet fitting">${t('{0} of {1}', bar.shown ?? '…', bar.loaded)}</span>`}
    ${bar.selected === 0 ? nothing : selection(bar)}
    <div class="drops">
      ${bar.mode === 'table' ? columnsMenu(bar) : nothing}
      ${menu('copy', t('Copy'), many, [
        [t('Copy as JSON'), () => bar.onCopy('json')],
        [t('Copy as Markdown'), () => bar.onCopy('markdown')],
        [t('Copy as CSV'), () => bar.onCopy('csv')],
      ])}
      ${menu('save', t('Save'), many, [
        ...exportFormats.map((format) => [saveTitle(format), () => bar.onSave(format)] as const),
        [t('Save as Fixture…'), bar.onFixture] as const,
        [t('Open as JSON'), bar.onJson] as const,
      ])}
    </div>
  </div>`;
}

/** How many records the commands go to. The selection and its button go together: the keyboard goes on from the view. */
function selection({ selected, onUnselect }: Toolbar): TemplateResult {
  const clear = (event: Event) => {
    const view =
      event.currentTarget instanceof Element
        ? event.currentTarget.closest('.toolbar')?.querySelector('.view[aria-pressed="true"]')
        : null;
    onUnselect();
    if (view instanceof HTMLElement) {
      view.focus();
    }
  };
  return html`<span class="selection"
    ><span class="selection-short" aria-hidden="true">${selected}</span
    ><span class="selection-words">${t('{0} selected', selected)} <span aria-hidden="true">·</span></span>
    <button type="button" class="plain" aria-label=${t('Clear Selection')} title=${t('Clear Selection')} @click=${clear}>
      <span class="selection-words">${t('Clear')}</span><span class="selection-short">${icon('close')}</span>
    </button></span
  >`;
}

function menu(sign: IconName, label: string, many: string, items: readonly (readonly [string, () => void])[]): TemplateResult {
  return dropMenu({
    sign,
    label,
    title: `${label}: ${many}`,
    content: html`<p class="quiet menu-note">${many}</p>
      ${items.map(
        ([title, run]) =>
          html`<button
            type="button"
            @click=${(event: Event) => {
              closeMenu(event.currentTarget);
              run();
            }}
          >
            ${title}
          </button>`,
      )}`,
  });
}

function columnsMenu({ columns, isShown, onColumn }: Toolbar): TemplateResult {
  return dropMenu({
    sign: 'split-horizontal',
    label: t('Columns'),
    content: html`${columns.map(
      (column) =>
        html`<label class="check">
          <input
            type="checkbox"
            .checked=${isShown(column)}
            @change=${(event: Event) => {
              if (event.target instanceof HTMLInputElement) {
                onColumn(column.name, event.target.checked);
              }
            }}
          />
          <span>${column.title}</span>
        </label>`,
    )}`,
  });
}

function viewTitle(mode: ResultView): string {
  switch (mode) {
    case 'cards':
      return t('Cards');
    case 'table':
      return t('Table');
    case 'json':
      return t('JSON');
    case 'plots':
      return t('Plots');
  }
}

function viewSign(mode: ResultView): IconName {
  switch (mode) {
    case 'cards':
      return 'list-unordered';
    case 'table':
      return 'table';
    case 'json':
      return 'json';
    case 'plots':
      return 'graph';
  }
}

function saveTitle(format: ExportFormat): string {
  switch (format) {
    case 'csv':
      return t('Save as CSV…');
    case 'ndjson':
      return t('Save as NDJSON…');
    case 'parquet':
      return t('Save as Parquet…');
  }
}
