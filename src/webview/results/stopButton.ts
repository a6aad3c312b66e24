import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { firstPress } from '../shared/pressOnce.ts';
import { t } from '../shared/translate.ts';

/**
 * Stops what is on its way.
 * @param isStopping whether that was pressed already, and the page on its way is let come: the next press cuts it off
 */
export function stopButton(isStopping: boolean, onStop: () => void): TemplateResult {
  return html`<vscode-button
    secondary
    class="stop"
    title=${isStopping ? t('Does not wait for the page on its way, which may be charged') : nothing}
    @click=${firstPress(onStop)}
    >${isStopping ? t('Stop Now') : t('Stop')}</vscode-button
  >`;
}
