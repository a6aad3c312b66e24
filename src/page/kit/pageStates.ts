import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageFailure } from '../../core/channel/pageCommands.ts';
import { ignoreDoubleClick } from './pressOnce.ts';
import { renderIcon, type IconName } from './icon.ts';
import * as l10n from '@vscode/l10n';

/** Stands in the place of what a page is for. @param below what more is said, and what can be done */
export function renderEmpty(sign: IconName, words: string, below: unknown = nothing): TemplateResult {
  return html`<div class="empty">
    ${renderIcon(sign)}
    <p>${words}</p>
    ${below}
  </div>`;
}

/** Something that happened without being asked for here; nothing where there are no words. */
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

/** With its likeliest action first, in the place of what a page is for or above it. */
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

/** What a screen reader says when it changes, without taking the focus; not seen. */
export function renderLiveRegion(text: string): TemplateResult {
  return html`<div class="spoken" role="status" aria-live="polite" aria-atomic="true">${text}</div>`;
}

/** Empty sentences are left out, and only the last may lack its full stop. */
export function joinSentences(sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== '');
  return said.map((sentence, at) => (at === said.length - 1 || /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}

/** Sends nothing further: a page on its way is let come. @param stopping that it was pressed, and nothing is left to press */
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

/** Empty for the sandbox. */
export function renderRealMoneyBadge(isLive: boolean): TemplateResult | typeof nothing {
  return isLive
    ? html`<span class="live" title=${l10n.t('Requests go to a paid service, not the sandbox.')}>${l10n.t('LIVE')}</span>`
    : nothing;
}
