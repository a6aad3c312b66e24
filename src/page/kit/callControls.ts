import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { ignoreDoubleClick } from './pressOnce.ts';

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
