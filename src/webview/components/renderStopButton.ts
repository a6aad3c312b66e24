import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { describeStopNow } from '../../app/cost/formatCost.ts';
import { ignoreDoubleClick } from '../shared/pressOnce.ts';

/** What stands in place of progress once Stop was pressed. */
export const stoppingMessage = l10n.t('Stopping after the page on its way');

/** Stops what is on its way; once that was pressed, the next press cuts off the page that is let come. */
export function renderStopButton(
  isStopping: boolean,
  stop: (how: 'stop' | 'stopNow') => void,
  look: 'button' | 'link',
): TemplateResult {
  const title = isStopping ? describeStopNow() : nothing;
  const label = isStopping ? l10n.t('Stop Now') : l10n.t('Stop');
  const press = ignoreDoubleClick(() => stop(isStopping ? 'stopNow' : 'stop'));
  return look === 'button'
    ? html`<vscode-button secondary class="stop" title=${title} @click=${press}>${label}</vscode-button>`
    : html`<button type="button" class="link stop" title=${title} @click=${press}>${label}</button>`;
}
