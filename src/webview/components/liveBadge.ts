import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../shared/translate.ts';

/** The mark beside prices that are real money; nothing where the sandbox answers. */
export function liveBadge(isLive: boolean): TemplateResult | typeof nothing {
  return isLive ? html`<span class="live" title=${t('A paid service answers, not the sandbox.')}>${t('LIVE')}</span>` : nothing;
}
