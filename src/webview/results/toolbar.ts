import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { exportFormats, type ResultsViewMode, resultsViewModes } from '../../protocol/resultsContract.ts';
import { renderIcon, renderIconButton, type IconName } from '../components/icon.ts';
import { textFieldMenuContext, createValueHandler } from '../shared/fieldEvents.ts';
import type { Column } from '../../app/table/cell.ts';
import { renderDropMenu, renderMenuItem, renderMenuSeparator, renderMenuSwitch } from '../components/dropMenu.ts';
import type { ResultsActions } from './resultsActions.ts';
import type { FilteredRows } from './receivedRecords.ts';

/** How records are shown, which, and what is done with them. */
export function renderResultsToolbar(page: ResultsActions, shown: FilteredRows): TemplateResult {
  const { mode } = page;
  const { filter } = page.view;
  const selected = page.selected();
  const fitting = shown.indexes.length;
  const loaded = page.records.rows.length;
  const many =
    selected.length > 0 ? l10n.t('{0} of {1} selected', selected.length, loaded) : l10n.t('All results ({0})', fitting);
  const titles = { csv: l10n.t('Save as CSV…'), ndjson: l10n.t('Save as NDJSON…'), parquet: l10n.t('Save as Parquet…') };
  const views: Readonly<Record<ResultsViewMode, readonly [IconName, string]>> = {
    cards: ['list-unordered', l10n.t('Cards')],
    table: ['table', l10n.t('Table')],
    json: ['json', l10n.t('JSON')],
    plots: ['graph', l10n.t('Plots')],
  };
  return html`<div class="toolbar">
    <div class="views" role="group" aria-label=${l10n.t('View')}>
      ${resultsViewModes.map((view) => {
        const [sign, title] = views[view];
        return html`<button
          type="button"
          class="plain view"
          title=${title}
          aria-label=${title}
          aria-pressed=${String(view === mode)}
          @click=${() => page.setView({ mode: view, top: 0 })}
        >
          ${renderIcon(sign)}<span>${title}</span>
        </button>`;
      })}
    </div>
    ${renderFilterField(page)}
    ${filter === '' ? nothing : html`<span class="quiet fitting">${l10n.t('{0} of {1}', fitting, loaded)}</span>`}
    ${selected.length === 0 ? nothing : renderSelectionCountAndClear(page, many)}
    <div class="drops">
      ${mode === 'table' ? renderColumnsMenu(page) : nothing}
      ${renderActionsMenu('copy', l10n.t('Copy'), many, [
        [
          [l10n.t('Copy as JSON'), () => void page.copy('json', page.picked())],
          [l10n.t('Copy as Markdown'), () => void page.copy('markdown', page.picked())],
          [l10n.t('Copy as CSV'), () => void page.copy('csv', page.picked())],
        ],
      ])}
      ${renderActionsMenu('save', l10n.t('Save'), many, [
        exportFormats.map((format) => [titles[format], () => page.host.ask('save', { format, rows: [...page.picked()] })]),
        [
          [l10n.t('Save as Fixture…'), () => page.host.ask('saveAsFixture', { rows: [...page.selected()] })],
          [l10n.t('Save for Tests…'), () => page.host.ask('saveAsFixture', { rows: [...page.selected()], isForTests: true })],
        ],
        [[l10n.t('Open as JSON'), () => page.host.ask('openAsJson', { rows: [...page.selected()] })]],
      ])}
    </div>
  </div>`;
}

/** The button in it goes by its own press: the keyboard goes on in the field. */
function renderFilterField(page: ResultsActions): TemplateResult {
  const { filter } = page.view;
  const clear = () => {
    page.filter('');
    page.querySelector<HTMLElement>('.filter')?.focus();
  };
  return html`<div class="filter-field">
    <input
      class="filter"
      type="search"
      dir="auto"
      placeholder=${l10n.t('Filter what is loaded')}
      aria-label=${l10n.t('Filter what is loaded')}
      title=${l10n.t('Words that a record holds; likes:12 looks in one column')}
      data-vscode-context=${textFieldMenuContext}
      .value=${filter}
      @input=${createValueHandler((value) => page.filter(value))}
    />${filter === '' ? nothing : renderIconButton('close', l10n.t('Clear Filter'), clear)}
  </div>`;
}

/** How many records the commands go to. The selection and its button go together: the keyboard goes on from the view. */
function renderSelectionCountAndClear(page: ResultsActions, words: string): TemplateResult {
  const clear = () => {
    page.setView({ selected: [] });
    page.querySelector<HTMLElement>('.view[aria-pressed="true"]')?.focus();
  };
  return html`<span class="selection" title=${words}
    ><span class="selection-short" aria-hidden="true">${page.selected().length}</span
    ><span class="selection-words">${words}</span>
    <button
      type="button"
      class="plain"
      aria-label=${l10n.t('Clear Selection')}
      title=${l10n.t('Clear Selection')}
      @click=${clear}
    >
      ${renderIcon('close')}<span class="clear-label">${l10n.t('Clear Selection')}</span>
    </button></span
  >`;
}

/** @param groups what can be done, like to like: a line stands between two of them */
function renderActionsMenu(
  sign: IconName,
  label: string,
  many: string,
  groups: readonly (readonly (readonly [title: string, act: () => void])[])[],
): TemplateResult {
  return renderDropMenu({
    sign,
    label,
    title: `${label}: ${many}`,
    content: html`<p class="quiet menu-note" aria-hidden="true">${many}</p>
      ${groups.map(
        (items, group) =>
          html`${group === 0 ? nothing : renderMenuSeparator()}${items.map(([title, act], at) => renderMenuItem({ title, act, isFirst: group === 0 && at === 0 }))}`,
      )}`,
  });
}

function renderColumnsMenu(page: ResultsActions): TemplateResult {
  const toggle = (column: Column) => page.setView({ columns: { ...page.view.columns, [column.name]: !page.isShown(column) } });
  return renderDropMenu({
    sign: 'split-horizontal',
    label: l10n.t('Columns'),
    content: html`${page.records.columns.map((column, at) =>
      renderMenuSwitch({ title: column.title, act: () => toggle(column), isFirst: at === 0 }, page.isShown(column)),
    )}`,
  });
}
