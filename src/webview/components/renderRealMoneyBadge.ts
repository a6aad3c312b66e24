import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';

/** The mark beside prices that are real money; nothing where the sandbox answers. */
export function renderRealMoneyBadge(isLive: boolean): TemplateResult | typeof nothing {
  return isLive
    ? html`<span class="live" title=${l10n.t('A paid service answers, not the sandbox.')}>${l10n.t('LIVE')}</span>`
    : nothing;
}
