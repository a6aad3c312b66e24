import * as l10n from '@vscode/l10n';
import { renderRealMoneyBadge } from '../components/renderRealMoneyBadge.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { maxFindQueryLength, type RankingMode, sortOrders, type ThreadState } from '../../protocol/threadContract.ts';
import { renderChoiceMenu } from '../components/dropMenu.ts';
import { renderIconButton } from '../components/icon.ts';
import { renderStopButton } from '../components/renderStopButton.ts';
import { textFieldMenuContext } from '../shared/fieldEvents.ts';
import type { SortOrder, ThreadUiState } from './threadPageState.ts';

const sortTitles: Readonly<Record<SortOrder, string>> = {
  asGiven: l10n.t('As given'),
  oldest: l10n.t('Oldest first'),
  newest: l10n.t('Newest first'),
  likes: l10n.t('Most liked first'),
};

/** What the bars above and below a thread show and do. */
export interface ThreadToolbarProps {
  readonly state: ThreadState;
  readonly ui: ThreadUiState;
  readonly found: number;
  readonly rank: (mode: RankingMode) => void;
  readonly sortBy: (order: SortOrder) => void;
  readonly command: (name: 'onlyAuthor' | 'help') => void;
  readonly toggleFind: () => void;
  readonly look: (query: string) => void;
  readonly nextMatch: (step: 1 | -1) => void;
}

/** The bar above a thread: order, sort, filter, find. */
export function renderThreadToolbar(bars: ThreadToolbarProps): TemplateResult {
  const { state, ui } = bars;
  return html`<div class="toolbar" role="toolbar" aria-label=${l10n.t('Thread')}>
      ${renderChoiceMenu({
        sign: 'list-ordered',
        label: l10n.t('Order of replies by the service'),
        choices: state.ranking.choices.map(({ mode, title, price }) => ({ value: mode, title, detail: price })),
        value: state.ranking.mode,
        choose: bars.rank,
      })}
      ${renderChoiceMenu({
        sign: 'sort-precedence',
        label: l10n.t('Sort what is loaded'),
        choices: sortOrders.map((order) => ({ value: order, title: sortTitles[order], detail: '' })),
        value: ui.sort,
        choose: bars.sortBy,
      })}
      <span class="spring"></span>
      ${renderIconButton('person', l10n.t("Only the author's posts (a)"), () => bars.command('onlyAuthor'), { pressed: ui.onlyAuthor })}
      ${renderIconButton('search', l10n.t('Find (/)'), bars.toggleFind, { pressed: ui.isFinding })}
      ${renderIconButton('question', l10n.t('Keys (?)'), () => bars.command('help'))}
    </div>
    ${ui.isFinding ? renderFindBar(bars) : nothing}`;
}

function renderFindBar({ ui: { query }, found, look, nextMatch, toggleFind }: ThreadToolbarProps): TemplateResult {
  return html`<div class="find" role="search">
    <input
      type="text"
      class="find-input"
      aria-label=${l10n.t('Find in thread')}
      placeholder=${l10n.t('Find in thread')}
      maxlength=${maxFindQueryLength}
      data-vscode-context=${textFieldMenuContext}
      .value=${query}
      @input=${(event: InputEvent) => look(event.target instanceof HTMLInputElement ? event.target.value.slice(0, maxFindQueryLength) : '')}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter') {
          nextMatch(event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape') {
          toggleFind();
        }
      }}
    />
    <span class="quiet" role="status">${query === '' ? '' : found === 0 ? l10n.t('None') : l10n.t('{0} found', found)}</span>
    ${renderIconButton('arrow-up', l10n.t('Previous (Shift+Enter)'), () => nextMatch(-1), { disabled: found === 0 })}
    ${renderIconButton('arrow-down', l10n.t('Next (Enter)'), () => nextMatch(1), { disabled: found === 0 })}
    ${renderIconButton('close', l10n.t('Close (Escape)'), toggleFind)}
  </div>`;
}

/** The line below a thread: what is loaded, whether there is more, what it cost; and the work under way, which can be stopped. */
export function renderThreadSummary(state: ThreadState, stop: () => void): TemplateResult {
  return html`<div class="summary quiet">
    ${state.summary === '' ? nothing : html`<span>${state.summary}</span> ${renderRealMoneyBadge(state.isLive)}`}
    ${state.isLoading ? html`<span>${describeThreadWork(state)} ${renderStopButton(state.stopping, stop, 'link')}</span>` : nothing}
  </div>`;
}

function describeThreadWork({ completing, stopping }: ThreadState): string {
  if (stopping !== '') {
    return stopping;
  }
  return completing === null
    ? l10n.t('Loading…')
    : l10n.t('Fetching: call {0} of at most {1}', completing.done + 1, completing.atMost);
}
