import * as l10n from '@vscode/l10n';
import { translateTableText } from '../../../core/records/translateTableText.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ShownQuery, ShownSearchTab, QueryField } from '../resultsContract.ts';
import { renderIcon, renderIconButton } from '../../../page/kit/icon.ts';
import { textFieldMenuContext, createValueHandler, ignoreDoubleClick } from '../../../page/kit/pressOnce.ts';
import { renderDropMenu, renderMenuItem, renderMenuSeparator } from '../../../page/kit/dropMenu.ts';
import './queryBuilder.ts';
import './queryLine.ts';
import { describeCallBlocker, formatQuery } from './resultsViewState.ts';
import type { ResultsActions } from './resultsActions.ts';
import { renderRealMoneyBadge, renderStopButton } from '../../../page/kit/pageStates.ts';
import { addPrice } from '../../../core/cost/formatPrice.ts';

export function renderQueryArea(page: ResultsActions, query: ShownQuery): TemplateResult {
  const { search } = query;
  const { isBuilderOpen } = page.view;
  const { isFolded } = page;
  const hasQueryLine = search?.hasOperators === true && !isFolded;
  const fold = (event: KeyboardEvent) => (event.key === 'Escape' ? page.fold() : undefined);
  return html`<section class="question" aria-label=${l10n.t('Parameters')} @keydown=${isFolded ? nothing : fold}>
    <h1 class=${search === null && !isFolded ? nothing : 'spoken'}>
      ${search === null ? translateTableText(query.title) : l10n.t('Search')}
    </h1>
    ${isFolded || search !== null ? nothing : renderEndpointFields(page, query)}
    <div class="question-bar">
      ${search === null ? nothing : renderTabs(page, search)}
      ${isFolded ? renderQuerySummary(page, query) : html`<span class="grow"></span>`}
      ${
        hasQueryLine
          ? html`${renderIconButton('settings', l10n.t('Query Builder'), () => page.setView({ isBuilderOpen: !isBuilderOpen }), { expanded: isBuilderOpen })}
            ${renderSavedSearchesMenu(page, search)}`
          : nothing
      }
      ${isFolded || (page.status?.loaded ?? 0) === 0 ? nothing : renderIconButton('close', l10n.t('Cancel'), () => page.fold())}
      ${renderCallButton(page, query)}
    </div>
    ${isFolded || search === null ? nothing : hasQueryLine ? renderQueryLine(page) : renderEndpointFields(page, query)}
    ${
      hasQueryLine && isBuilderOpen
        ? html`<social-query-builder
            .text=${page.draft['searchItem'] ?? ''}
            .onText=${(text: string) => page.setText('searchItem', text)}
          ></social-query-builder>`
        : nothing
    }
  </section>`;
}

function renderQueryLine(page: ResultsActions): TemplateResult {
  return html`<social-query-line
    .text=${page.draft['searchItem'] ?? ''}
    .handles=${page.handles}
    .onText=${(text: string) => page.setText('searchItem', text)}
    .onSubmit=${() => void page.call()}
  ></social-query-line>`;
}

function renderQuerySummary(page: ResultsActions, query: ShownQuery): TemplateResult {
  const text = formatQuery(query, page.draft, page.subject);
  return html`<div class="shown-query">
    <button
      type="button"
      class="plain query-summary"
      aria-expanded="false"
      aria-label=${l10n.t('Edit Query: {0}', text)}
      title=${l10n.t('Edit Query: {0}', text)}
      @click=${() => page.edit()}
    >
      ${renderIcon('edit')}<bdi>${text}</bdi>
    </button>
    <span class="summary-text quiet" title=${page.summary}>${page.summary}</span>
    ${renderConnectionBadges(page)}
  </div>`;
}

function renderConnectionBadges({ status }: ResultsActions): TemplateResult {
  const mark = status?.mark ?? '';
  return html`${renderRealMoneyBadge(status?.isLive === true)}${mark === '' ? nothing : html`<span class="badge">${mark}</span>`}`;
}

function renderTabs(page: ResultsActions, { tab: shown, tabs }: ShownSearchTab): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label=${l10n.t('Tab')} @keydown=${handleTabsKey}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          class="tab"
          aria-selected=${String(tab === shown)}
          aria-controls="results"
          tabindex=${tab === shown ? 0 : -1}
          @click=${() => page.openTab(tab)}
        >
          ${translateTableText(tab)}
        </button>`,
    )}
  </div>`;
}

function renderEndpointFields(page: ResultsActions, query: ShownQuery): TemplateResult {
  return html`<p class="quiet">
      ${translateTableText(query.summary)}
      ${query.isConfirmed ? nothing : l10n.t("The API reference doesn't document all of its parameters.")}
    </p>
    <div
      class="form"
      @keydown=${(event: KeyboardEvent) => {
        // Enter may end an IME composition
        if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
          void page.call();
        }
      }}
    >
      ${query.fields.map((field) => renderFormField(page, field))}
    </div>`;
}

function renderFormField(page: ResultsActions, field: QueryField): TemplateResult {
  const text = page.draft[field.name] ?? '';
  // an empty field doesn't show an error
  const fault = text === '' ? undefined : page.quote.faults.find((found) => found.field === field.name)?.message;
  return html`<div class="field">
    <label for="field-${field.name}"
      >${translateTableText(field.title)}${field.required ? html`<span aria-hidden="true"> *</span>` : nothing}</label
    >
    ${field.kind === 'choice' || field.kind === 'boolean' ? renderChoiceInput(page, field, text) : renderTextInput(page, field, text, fault)}
    ${fault === undefined ? nothing : html`<p id="fault-${field.name}" class="field-fault">${fault}</p>`}
  </div>`;
}

function renderTextInput(page: ResultsActions, field: QueryField, text: string, fault: string | undefined): TemplateResult {
  return html`<input
      id="field-${field.name}"
      type="text"
      dir="auto"
      placeholder=${getFieldPlaceholder(field)}
      title=${translateTableText(field.help)}
      aria-required=${String(field.required)}
      aria-invalid=${String(fault !== undefined)}
      aria-describedby=${fault === undefined ? nothing : `fault-${field.name}`}
      data-vscode-context=${textFieldMenuContext}
      list=${field.suggestions.length === 0 ? nothing : `suggestions-${field.name}`}
      .value=${live(text)}
      @input=${createValueHandler((value) => page.setText(field.name, value))}
    />${
      field.suggestions.length === 0
        ? nothing
        : html`<datalist id="suggestions-${field.name}">
            ${field.suggestions.map((value) => html`<option value=${value}></option>`)}
          </datalist>`
    }`;
}

/** An example alone would look like a value. */
function getFieldPlaceholder({ serviceDefault, example }: QueryField): string {
  if (serviceDefault !== '') {
    return l10n.t('Default: {0}', serviceDefault);
  }
  return example === '' ? '' : l10n.t('for example {0}', example);
}

function renderChoiceInput(page: ResultsActions, field: QueryField, text: string): TemplateResult {
  const choices = field.kind === 'boolean' ? ['true', 'false'] : field.choices;
  const unset = field.serviceDefault === '' ? l10n.t('Not set') : l10n.t('Default: {0}', field.serviceDefault);
  return html`<select
    id="field-${field.name}"
    title=${translateTableText(field.help)}
    @change=${createValueHandler((value) => page.setText(field.name, value))}
  >
    ${field.required ? nothing : html`<option value="" ?selected=${text === ''}>${unset}</option>`}
    ${choices.map((value) => html`<option value=${value} ?selected=${value === text}>${value}</option>`)}
  </select>`;
}

function renderCallButton(page: ResultsActions, query: ShownQuery): TemplateResult | typeof nothing {
  const { status, isFolded } = page;
  if (status?.isLoading === true) {
    // further pages have a button below the records
    return isFolded && status.loaded > 0 ? nothing : renderStopButton(status.stopping, () => page.stop(), 'button');
  }
  const { price, freshPrice } = page.quote;
  const reason = describeCallBlocker(page, query);
  const mayCall = reason === '';
  if (isFolded) {
    const refresh = ignoreDoubleClick(() => void page.call(true));
    return mayCall
      ? html`<vscode-button secondary class="call" @click=${refresh}
          >${addPrice(l10n.t('Refresh'), freshPrice ?? price)}</vscode-button
        >`
      : nothing;
  }
  const call = ignoreDoubleClick(() => void page.call());
  return html`${mayCall ? nothing : html`<span id="call-why" class="quiet">${reason}</span>`}${renderConnectionBadges(page)}<vscode-button
      class="call"
      aria-disabled=${String(!mayCall)}
      aria-describedby=${mayCall ? nothing : 'call-why'}
      title=${reason}
      @click=${(event: Event) => (mayCall ? call(event) : focusFaultyField(page, query))}
    >
      ${addPrice(query.search === null ? l10n.t('Load') : l10n.t('Search'), mayCall ? price : '')}
    </vscode-button>`;
}

/** The disabled button stays focusable, so screen readers read the reason. Pressing it focuses the invalid field. */
function focusFaultyField(page: ResultsActions, { search }: ShownQuery): void {
  const field = search?.hasOperators === true ? '.query-input' : `#field-${CSS.escape(page.quote.faults[0]?.field ?? '')}`;
  page.querySelector<HTMLElement>(field)?.focus();
}

function renderSavedSearchesMenu(page: ResultsActions, { tab: shown }: ShownSearchTab): TemplateResult {
  const { searchItem = '' } = page.draft;
  const save = renderMenuItem({
    title: html`${renderIcon('add')} ${l10n.t('Save This Search…')}`,
    act: () => page.host.ask('saveSearch', { text: searchItem, tab: shown }),
    isFirst: true,
    isDisabled: searchItem === '',
  });
  return renderDropMenu({
    sign: 'bookmark',
    label: l10n.t('Saved Searches'),
    isSignOnly: true,
    content: html`${save}${page.saved.length === 0 ? nothing : renderMenuSeparator()}
    ${page.saved.map(
      ({ name, text, tab }) =>
        html`<div class="saved">
          ${renderMenuItem({
            title: html`<span class="saved-name">${name}</span>`,
            tooltip: text,
            act: () => page.openTab(tab, text),
          })}
          ${renderIconButton('trash', l10n.t('Remove {0}', name), () => page.host.ask('removeSearch', { name }), {
            tabindex: -1,
            role: 'menuitem',
          })}
        </div>`,
    )}`,
  });
}

function handleTabsKey(event: KeyboardEvent): void {
  const { key, currentTarget } = event;
  const tabs = currentTarget instanceof HTMLElement ? [...currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')] : [];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  if (next !== undefined) {
    event.preventDefault();
    tabs.at(next)?.click();
    tabs.at(next)?.focus();
  }
}
