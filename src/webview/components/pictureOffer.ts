import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../shared/translate.ts';

/** Says that pictures wait for a press, where some do. */
export function pictureOffer(isWanted: boolean, load: () => void): TemplateResult | typeof nothing {
  return isWanted
    ? html`<div class="banner">
        <span>${t('Pictures are not loaded: their hosts would see this machine.')}</span>
        <button type="button" class="link" @click=${load}>${t('Load Pictures')}</button>
      </div>`
    : nothing;
}
