import * as vscode from 'vscode';
import type { ConsentQuestion, ConsentReply } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { formatCountedPrice } from '../../app/cost/formatPrice.ts';
import { formatConsentDetails, formatConsentTitle } from './formatConsent.ts';

/** The amount that is offered for several requests: five cents. */
const offered = 50_000n;

/**
 * Asks before requests of an agent are paid for: the only question that there is, for the confirmation of a chat is skipped by settings
 * and permission levels. It comes whenever an agent wants it, perhaps while the person types: what Enter and Escape press spends nothing.
 * @returns for these requests, or for further ones up to an amount that stands on the button
 */
export async function askForConsent(question: ConsentQuestion): Promise<ConsentReply> {
  const { l10n } = vscode;
  // VS Code gives the first button to Enter
  const refuse = l10n.t('Do Not Allow');
  const { calls, price, isPriceKnown, left } = question;
  const cost = formatCountedPrice(price, isPriceKnown);
  const once =
    calls.length === 1 ? l10n.t('Allow Once ({0})', cost) : l10n.t('Allow These {0} ({1} at Most)', calls.length, cost);
  const amount = left < offered ? left : offered;
  const upTo = l10n.t('Allow up to {0}', formatDollars(amount));
  const picked = await vscode.window.showWarningMessage(
    formatConsentTitle(question),
    { modal: true, detail: formatConsentDetails(question) },
    refuse,
    once,
    ...(amount >= price * 2n ? [upTo] : []),
  );
  switch (picked) {
    case once:
      return 'once';
    case upTo:
      return { upTo: amount };
    default:
      return 'no';
  }
}
