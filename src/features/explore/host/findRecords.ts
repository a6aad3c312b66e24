import * as vscode from 'vscode';
import { addPrice, formatPriceWithAge } from '../../../core/cost/formatPrice.ts';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import type { Quote } from '../../../client/client.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { callWithNotifications } from '../../../workbench/callAndShow.ts';
import { isSandboxLink } from '../../../core/connections/responseConnection.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { PinView } from '../../../core/pins.ts';
import { toPinInput } from '../../../core/records/pinnedRecord.ts';
import type { PinnedTree } from './tree/pinnedTree.ts';
import { type RecordIdentity, listLookUpRequests, type SectionRequest } from '../index.ts';
import { chooseServiceForPin, type ReadinessByService } from '../../../core/connections/connectionSettings.ts';
import { readServiceReadiness } from '../../../workbench/services/connections.ts';
import { toTreeRecords } from '../../../core/records/treeRecord.ts';
import { isFreeQuote } from '../../../core/cost/cost.ts';
import { getReuseForOffer } from '../../../core/cost/offers.ts';

const { l10n } = vscode;

const pinTexts: Readonly<Record<PinView, { readonly title: string; readonly placeHolder: string }>> = {
  user: { title: l10n.t('Pin User'), placeHolder: l10n.t('@handle, profile link, or numeric ID') },
  list: { title: l10n.t('Pin List'), placeHolder: l10n.t('Link or numeric ID') },
  community: { title: l10n.t('Pin Community'), placeHolder: l10n.t('Link or numeric ID') },
};

/**
 * Prompts for what to pin and shows the price, then looks it up, pins it, and reveals it.
 * @param given prefilled text, which must still be confirmed unless looking it up is free
 */
export async function lookUpAndPin(
  unpinned: Services,
  tree: PinnedTree,
  kind: PinView,
  { text: given, connection }: { readonly text?: string | undefined; readonly connection?: string | undefined } = {},
): Promise<void> {
  const services = pinConnections(unpinned, connection);
  const box = pinTexts[kind];
  const statuses = await readServiceReadiness(services, connection);
  const client = await services.client();
  let quote: Quote | undefined;
  const quoteText = (typed: string) => {
    const found = toLookUpQuery(kind, typed, statuses);
    quote = found && client.quote(found.endpoint, found.params, { reuse: reuseAnyAge });
    return found;
  };
  const ask = async () =>
    await vscode.window.showInputBox({
      ...box,
      value: given ?? '',
      ignoreFocusOut: true,
      validateInput: (typed) => {
        const found = quoteText(typed);
        if (found === undefined) {
          return typed.trim() === ''
            ? undefined
            : { message: box.placeHolder, severity: vscode.InputBoxValidationSeverity.Error };
        }
        const message = addPrice(found.endpoint.title, formatPriceWithAge(quote, Date.now()));
        return { message, severity: vscode.InputBoxValidationSeverity.Info };
      },
    });
  quoteText(given ?? '');
  const text = isFreeQuote(quote) ? given : await ask();
  const query = text === undefined ? undefined : toLookUpQuery(kind, text, statuses);
  if (query === undefined) {
    return;
  }
  const { endpoint, params } = query;
  const exchange = await callWithNotifications(services, endpoint, params, { reuse: getReuseForOffer(quote) }, async () => {
    await lookUpAndPin(services, tree, kind, { text: given, connection });
  });
  if (exchange === undefined) {
    return; // the reason was shown
  }
  const record = toTreeRecords(toPage(exchange)).find((found) => found.kind === kind);
  const pin = record === undefined ? undefined : toPinInput(record, client.connection(endpoint.service)?.name);
  if (pin === undefined) {
    showRefusal(l10n.t('{0}: the response contains no ID, so nothing was pinned.', endpoint.title));
    return;
  }
  await services.pins.add([pin]);
  await tree.revealPin(pin);
}

function toLookUpQuery(kind: PinView, typed: string, statuses: ReadinessByService): SectionRequest | undefined {
  const [identity] = parseLookUpInput(typed).flatMap((reading): readonly RecordIdentity[] => {
    if (reading.kind === 'handle') {
      return kind === 'user' ? [{ kind, handle: reading.handle }] : [];
    }
    return reading.kind === 'id' || reading.kind === kind ? [{ kind, id: reading.id }] : [];
  });
  const queries = identity === undefined ? [] : listLookUpRequests(identity);
  const service = chooseServiceForPin(kind, statuses, isSandboxLink(typed));
  return queries.find(({ endpoint }) => endpoint.service === service) ?? queries[0];
}
