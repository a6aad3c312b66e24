import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice, formatPrice, formatPriceAtMost } from '../../../core/cost/formatPrice.ts';
import { computeMaxPrice, isFreeQuote, toQuoteFromPrice } from '../../../core/cost/cost.ts';
import { getReuseIfOfferedFree } from '../../../core/cost/offers.ts';
import type { RestOffer } from '../conversation.ts';
import { quoteThread } from '../threadQuery.ts';
import type { Client } from '../../../client/client.ts';
import { tweet } from '../../../client/endpoints/primary/tweets.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import type { ThreadSession } from './threadSession.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

/** Replaces the view's thread. */
export async function openThread(
  session: ThreadSession,
  id: string,
  handle = session.snapshot.post(id)?.author.handle,
): Promise<void> {
  const { connection } = session; // the view may show a different thread by the time the price is accepted
  const accepted = await confirmThread(await session.services.client(), id, handle);
  if (accepted !== undefined) {
    await session.open(id, accepted.reuse, connection);
  }
}

/** Shows the price unless it is free. @returns undefined if it wasn't accepted */
export async function confirmThread(
  client: Client,
  id: string,
  handle: string | undefined,
): Promise<{ readonly reuse: 'only' | undefined } | undefined> {
  const quote = quoteThread(client, id);
  const row = { label: formatThreadName(handle), description: joinParts([id, formatPrice(quote)]) };
  const title = vscode.l10n.t("Open Post's Thread");
  return isFreeQuote(quote) || (await vscode.window.showQuickPick([row], { title })) !== undefined
    ? { reuse: getReuseIfOfferedFree(quote) }
    : undefined;
}

/** "Load the Rest (up to ≈$0.001)" */
export function formatRestTitle({ atMost, agreed }: RestOffer): string {
  const most = computeMaxPrice(toQuoteFromPrice(agreed), atMost);
  return addPrice(vscode.l10n.t('Load the Rest'), formatPriceAtMost(most));
}

/** Shows the price first, because a command's title doesn't. */
export async function loadRest(session: ThreadSession): Promise<void> {
  if (session.state.phase !== 'ready') {
    return showRefusal(vscode.l10n.t('Open a thread first.'));
  }
  const agreed = (await session.services.client()).priceOf(tweet);
  const offer = session.offerRest(agreed);
  if (offer === undefined) {
    void vscode.window.showInformationMessage(addNoChargeSentence(vscode.l10n.t('This thread is complete.')));
    return;
  }
  // named, because a tab and the side bar may show two threads
  const row = { label: formatRestTitle(offer), description: formatThreadName(session.focal?.author.handle) };
  if (
    agreed === 0n ||
    (await vscode.window.showQuickPick([row], { title: vscode.l10n.t('Load the Rest of Thread') })) !== undefined
  ) {
    await session.loadRest(offer);
  }
}

function formatThreadName(handle: string | undefined): string {
  return handle === undefined ? vscode.l10n.t('Thread') : vscode.l10n.t("@{0}'s Thread", sanitizeForVsCode(handle));
}
