import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageFailure } from '../../core/channel/pageRequests.ts';
import { ignoreDoubleClick } from './pressOnce.ts';
import { renderIcon, type IconName } from './icon.ts';
import * as l10n from '@vscode/l10n';

/** Fills an empty page. @param below additional text and buttons */
export function renderEmpty(sign: IconName, words: string, below: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    ${renderIcon(sign)}
    <p>${words}</p>
    ${below}
  </div>`;
}

export function renderNotice(
  kind: 'notice' | 'waiting' | 'warning',
  sign: IconName,
  words: string,
): TemplateResult | typeof nothing {
  return words === ''
    ? nothing
    : html`<div class="banner ${kind}">
        ${renderIcon(sign)}
        <p>${words}</p>
      </div>`;
}

/** @param place `empty` fills the page, `banner` is above its content */
export function renderFailure(
  { message, severity, actions }: PageFailure,
  place: 'empty' | 'banner',
  recover: (action: string) => void,
): TemplateResult {
  return html`<div class="${place} failure ${severity}">
    ${renderIcon(severity === 'information' ? 'info' : severity)}
    <p>${message}</p>
    <div class="actions">
      ${actions.map(
        ({ action, title }, at) =>
          html`<vscode-button ?secondary=${at > 0} @click=${ignoreDoubleClick(() => recover(action))}>${title}</vscode-button>`,
      )}
    </div>
  </div>`;
}

export function renderSkeletons(): TemplateResult {
  return html`<div class="skeletons late" aria-hidden="true">
    ${Array.from({ length: 18 }, () => html`<div class="skeleton"></div>`)}
  </div>`;
}

/** VS Code's progress bar, at the top edge. Screen readers get the live region. */
export function renderProgressBar(isLoading: boolean): TemplateResult | typeof nothing {
  return isLoading ? html`<div class="progress-bar late" aria-hidden="true"></div>` : nothing;
}

/** Invisible text that screen readers announce when it changes. */
export function renderLiveRegion(text: string): TemplateResult {
  return html`<div class="spoken" role="status" aria-live="polite" aria-atomic="true">${text}</div>`;
}

/** Leaves out empty sentences, and adds missing periods except at the end. */
export function joinSentences(sentences: readonly string[]): string {
  const present = sentences.filter((sentence) => sentence !== '');
  return present
    .map((sentence, at) => (at === present.length - 1 || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

/** @param stopping the message after Stop was pressed, which hides the button; empty before */
export function renderStopButton(stopping: string, stop: () => void, look: 'button' | 'link'): TemplateResult | typeof nothing {
  if (stopping !== '') {
    return nothing;
  }
  const label = l10n.t('Stop');
  const press = ignoreDoubleClick(stop);
  return look === 'button'
    ? html`<vscode-button secondary class="stop" @click=${press}>${label}</vscode-button>`
    : html`<button type="button" class="link stop" @click=${press}>${label}</button>`;
}

/** @param isLive whether requests go to a paid service */
export function renderRealMoneyBadge(isLive: boolean): TemplateResult | typeof nothing {
  return isLive
    ? html`<span class="live" title=${l10n.t('Requests go to your connection, not the built-in sandbox.')}
        >${l10n.t('LIVE')}</span
      >`
    : nothing;
}
