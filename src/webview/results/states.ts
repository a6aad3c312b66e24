import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ResultsStatus } from '../../protocol/resultsContract.ts';
import { icon, type IconName } from '../components/icon.ts';
import { t } from '../shared/translate.ts';
import { firstPress } from '../shared/pressOnce.ts';

/** What stands in place of records while there are none. */
export function emptyState(
  status: ResultsStatus | undefined,
  isPatient: boolean,
  filter: string,
  mend: (action: string) => void,
  clearFilter: () => void,
): TemplateResult | typeof nothing {
  if (status === undefined) {
    return nothing;
  }
  if (status.failure !== null && status.loaded === 0) {
    return failureState(status.failure, mend);
  }
  switch (status.phase) {
    case 'loading':
      return isPatient ? nothing : skeletons();
    case 'idle':
      return middle('search', t('Nothing is called before you press Call.'), t('What it will cost stands on the button.'));
    case 'gone':
      return middle(
        'history',
        t('These answers are not kept any more.'),
        t('Nothing was spent to show this. Press Call to ask again; what it costs stands on the button.'),
      );
    case 'empty':
      return middle('circle-slash', t('No results.'), t('Use fewer or other words.'));
    case 'failed':
      return middle('error', t('No records.'), '');
    case 'ready':
      return filter === ''
        ? middle('circle-slash', t('This answer holds no records.'), '')
        : html`<div class="middle">
            <p>${t('No record that is loaded fits the filter.')}</p>
            <vscode-button secondary @click=${clearFilter}>${t('Clear Filter')}</vscode-button>
          </div>`;
  }
}

/** A failure with its one likeliest action, and the others behind it. */
function failureState(
  { message, severity, actions }: NonNullable<ResultsStatus['failure']>,
  mend: (action: string) => void,
): TemplateResult {
  return html`<div class="middle ${severity}">
    ${icon(severity === 'information' ? 'info' : severity)}
    <p>${message}</p>
    ${actionButtons(actions, mend)}
  </div>`;
}

/** The same above records that stay. */
export function failureBanner(
  { message, severity, actions }: NonNullable<ResultsStatus['failure']>,
  mend: (action: string) => void,
): TemplateResult {
  return html`<div class="banner ${severity}">
    ${icon(severity === 'information' ? 'info' : severity)}<span>${message}</span>${actionButtons(actions, mend)}
  </div>`;
}

/** Why there is no answer yet, and that it is tried again: above what is there, or is to come. */
export function waitingBanner(words: string): TemplateResult | typeof nothing {
  return words === '' ? nothing : html`<div class="banner waiting">${icon('debug-disconnect')}<span>${words}</span></div>`;
}

/** Says that pictures wait for a press. */
export function pictureOffer(load: () => void): TemplateResult {
  return html`<div class="banner">
    <span>${t('Pictures are not loaded: their hosts would see this machine.')}</span>
    <button type="button" class="link" @click=${load}>${t('Load Pictures')}</button>
  </div>`;
}

function actionButtons(
  actions: NonNullable<ResultsStatus['failure']>['actions'],
  mend: (action: string) => void,
): TemplateResult {
  return html`<div class="actions">
    ${actions
      .slice(0, 3)
      .map(
        ({ action, title }, at) =>
          html`<vscode-button ?secondary=${at > 0} @click=${firstPress(() => mend(action))}>${title}</vscode-button>`,
      )}
  </div>`;
}

function middle(sign: IconName, first: string, second: string): TemplateResult {
  return html`<div class="middle">
    ${icon(sign)}
    <p>${first}</p>
    ${second === '' ? nothing : html`<p class="quiet">${second}</p>`}
  </div>`;
}

function skeletons(): TemplateResult {
  return html`<div class="skeletons" aria-hidden="true">
    ${Array.from(
      { length: 6 },
      () =>
        html`<div class="skeleton-card">
          <div class="skeleton short"></div>
          <div class="skeleton"></div>
          <div class="skeleton half"></div>
        </div>`,
    )}
  </div>`;
}
