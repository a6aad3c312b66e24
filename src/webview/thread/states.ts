import { joinSentences } from '../components/liveRegion.ts';
import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { addNoChargeSentence } from '../../app/cost/formatCost.ts';
import type { threadContract, ThreadState } from '../../protocol/threadContract.ts';
import { renderIcon, type IconName } from '../components/icon.ts';
import { ignoreDoubleClick } from '../shared/pressOnce.ts';
import type { HostConnection } from '../shared/connectToHost.ts';

type AskHost = HostConnection<typeof threadContract>['ask'];

export function renderThreadPlaceholder(
  state: ThreadState & { readonly phase: Exclude<ThreadState['phase'], 'ready'> },
  ask: AskHost,
): TemplateResult | typeof nothing {
  switch (state.phase) {
    case 'empty':
      return renderEmptyThread(l10n.t('Read a whole conversation beside your code.'), l10n.t('View Thread…'), () =>
        ask('viewThread', {}),
      );
    case 'gone':
      return renderEmptyThread(describeGoneThread(), l10n.t('Load Again ({0})', state.price), () =>
        ask('recover', { action: 'reload' }),
      );
    case 'loading':
      return renderPostSkeletons();
    case 'failed':
      return renderFailureBanner(state.failure, true, ask);
  }
}

function describeGoneThread(): string {
  return addNoChargeSentence(l10n.t('This thread was read earlier; its answer is not kept any more.'));
}

function renderEmptyThread(words: string, action: string, act: () => void): TemplateResult {
  return html`<div class="empty">
    ${renderIcon('comment-discussion')}
    <p>${words}</p>
    <vscode-button @click=${ignoreDoubleClick(act)}>${action}</vscode-button>
  </div>`;
}

export function renderFailureBanner(
  failure: ThreadState['failure'],
  isWhole: boolean,
  ask: AskHost,
): TemplateResult | typeof nothing {
  if (failure === null) {
    return nothing;
  }
  const [first, ...others] = failure.actions;
  const glyph = failure.severity === 'information' ? 'info' : failure.severity;
  return html`<div class=${isWhole ? 'empty' : 'banner failure'} data-severity=${failure.severity}>
    ${renderIcon(glyph)}
    <p>${failure.message}</p>
    <div class="actions">
      ${first === undefined ? nothing : html`<vscode-button @click=${ignoreDoubleClick(() => ask('recover', { action: first.action }))}>${first.title}</vscode-button>`}
      ${others.map(({ action, title }) => html`<button type="button" class="link" @click=${ignoreDoubleClick(() => ask('recover', { action }))}>${title}</button>`)}
    </div>
  </div>`;
}

/**
 * What became of the thread before, and why there is no answer yet and that it is tried again: above what is there, or is to
 * come.
 */
export function renderNoticeBanners({ notice, waiting }: ThreadState): readonly (TemplateResult | typeof nothing)[] {
  return [renderNoticeBanner('notice', 'info', notice), renderNoticeBanner('waiting', 'debug-disconnect', waiting)];
}

function renderNoticeBanner(name: string, glyph: IconName, words: string): TemplateResult | typeof nothing {
  return words === ''
    ? nothing
    : html`<div class="banner ${name}">
        ${renderIcon(glyph)}
        <p>${words}</p>
      </div>`;
}

function renderPostSkeletons(): TemplateResult {
  return html`<div class="skeletons late" aria-hidden="true">
    ${[80, 55, 90, 70, 60].map(
      (width) =>
        html`<div class="skeleton-post">
          <div class="skeleton round"></div>
          <div>
            <div class="skeleton" .style=${`inline-size:40%`}></div>
            <div class="skeleton" .style=${`inline-size:${width}%`}></div>
            <div class="skeleton" .style=${`inline-size:${width - 20}%`}></div>
          </div>
        </div>`,
    )}
  </div>`;
}

export function formatSpokenThreadState(state: ThreadState): string {
  return joinSentences([state.notice, formatSpokenPhase(state)]);
}

function formatSpokenPhase(state: ThreadState): string {
  if (state.waiting !== '') {
    return state.waiting;
  }
  switch (state.phase) {
    case 'empty':
      return '';
    case 'gone':
      return describeGoneThread();
    case 'loading':
      return state.stopping === '' ? l10n.t('Loading…') : state.stopping;
    case 'failed':
      return state.failure?.message ?? '';
    case 'ready':
      return state.failure?.message ?? formatSpokenWork(state) ?? state.summary;
  }
}

/** The same words for all pages while a thread is completed, so that they are announced once. */
function formatSpokenWork({ completing, busy, stopping }: ThreadState): string | undefined {
  if (stopping !== '') {
    return stopping;
  }
  return completing !== null || busy.length > 0 ? l10n.t('Loading…') : undefined;
}
