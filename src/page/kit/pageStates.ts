import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageFailure } from '../../core/channel/pageRequests.ts';
import { ignoreDoubleClick } from './pressOnce.ts';
import { renderIcon, type IconName } from './icon.ts';

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
