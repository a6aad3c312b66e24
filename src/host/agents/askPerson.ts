import * as vscode from 'vscode';
import type { ConsentReply, ConsentRequest } from '../../app/agents/consents.ts';
import { formatDollars } from '../../app/cost/formatCost.ts';
import { formatCountedPrice } from '../../app/cost/formatPrice.ts';
import { describeRequest, describeWish } from './describeRequest.ts';

/** The amount that is offered for several requests: five cents. */
const offered = 50_000n;

/**
 * Asks before an agent's request is paid for: the only question that there is, for the confirmation of a chat is skipped by settings
 * and permission levels. It comes whenever an agent wants it, perhaps while the person types: what Enter and Escape press spends nothing.
 * @returns for this request, or for several up to an amount that stands on the button
 */
export async function askPerson(request: ConsentRequest): Promise<ConsentReply> {
  const { l10n } = vscode;
  // VS Code gives the first button to Enter
  const refuse = l10n.t('Do Not Allow');
  const once = l10n.t('Allow Once ({0})', formatCountedPrice(request.price, request.isPriceKnown));
  const amount = request.left < offered ? request.left : offered;
  const upTo = l10n.t('Allow up to {0}', formatDollars(amount));
  const picked = await vscode.window.showWarningMessage(
    describeWish(request),
    { modal: true, detail: describeRequest(request) },
    refuse,
    once,
    ...(amount >= request.price * 2n ? [upTo] : []),
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
