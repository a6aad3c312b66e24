import * as vscode from 'vscode';
import { type ConsentQuestion, type ConsentReply, getOfferedAllowance } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../../app/cost/formatPrice.ts';
import { formatConsentDetails, formatConsentTitle } from './formatConsent.ts';

/**
 * Asks before requests of an agent are paid for: the only question that there is, for the confirmation of a chat is skipped by settings
 * and permission levels. It comes whenever an agent wants it, perhaps while the person types: what Enter and Escape press spends nothing.
 * @returns for these requests, or for further ones up to an amount that stands on the button
 */
export async function askForConsent(question: ConsentQuestion): Promise<ConsentReply> {
  const { l10n } = vscode;
  // VS Code gives Enter to the first button that is not its Cancel, so this one stands beside it
  const refuse = l10n.t('Do Not Allow');
  const { calls, price, isPriceKnown } = question;
  const cost = formatKnownOrAssumedPrice(price, isPriceKnown);
  const once =
    calls.length === 1 ? l10n.t('Allow Once ({0})', cost) : l10n.t('Allow These {0} ({1} at Most)', calls.length, cost);
  const amount = getOfferedAllowance(question);
  const upTo = amount === undefined ? undefined : l10n.t('Allow up to {0}', formatDollars(amount));
  const picked = await vscode.window.showWarningMessage(
    formatConsentTitle(question),
    { modal: true, detail: formatConsentDetails(question) },
    refuse,
    once,
    ...(upTo === undefined ? [] : [upTo]),
  );
  if (picked === once) {
    return 'once';
  }
  return amount !== undefined && picked === upTo ? { upTo: amount } : 'no';
}
