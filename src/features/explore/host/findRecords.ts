import * as vscode from 'vscode';
import { addPrice, formatPriceWithAge, formatExpectedPrice } from '../../../core/cost/formatPrice.ts';
import { parseLookUpInput } from '../../../core/records/parseLookUpInput.ts';
import type { Quote } from '../../../client/client.ts';
import { usersByIds } from '../../../client/endpoints/table.ts';
import { reuseAnyAge } from '../../../client/policies/history.ts';
import { toPage } from '../../../client/records/toPage.ts';
import { callWithNotifications } from '../../../workbench/callAndShow.ts';
import { isSandboxLink } from '../../../core/connections/responseConnection.ts';
import { pinConnections, type Services } from '../../../workbench/services.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import { type PinView, toPinInput } from '../../../core/pins.ts';
import type { PinnedTree } from './tree/pinnedTree.ts';
import { type RecordIdentity, listLookUpRequests, type SectionRequest } from '../index.ts';
import { chooseServiceForPin, type ReadinessByService } from '../../../core/connections/connectionSettings.ts';
import { readServiceReadiness } from '../../../workbench/services/connections.ts';
import { toTreeRecords } from '../../../core/records/treeRecord.ts';
import { getReuseForOffer, computeMaxPrice, isFreeQuote, toQuoteFromPrice } from '../../../core/cost/cost.ts';

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
  await services.pins.place([pin]);
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

const idsPerCall = 100;

/**
 * Shows the cost, then requests the pinned users' profiles in batches, each over the connection that found the user.
 */
export async function refreshPinnedUsers(services: Services): Promise<void> {
  const { connections, pins } = services;
  await pins.load();
  const ofConnection = Map.groupBy(pins.list('user'), ({ label }) => label.connection ?? connections.selected('primary'));
  if (ofConnection.size === 0) {
    showRefusal(l10n.t('No pinned accounts.'));
  }
  for (const [connection, users] of ofConnection) {
    const over = pinConnections(services, connection);
    const ids = users.map(({ id }) => id);
    if (!(await confirmProfileRefresh(over, ids.length)) || !(await refreshProfiles(over, connection, ids))) {
      return;
    }
  }
}

/**
 * A retry requests only the missing profiles, because the others are already paid for.
 * @returns whether all were received
 */
async function refreshProfiles(services: Services, connection: string, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += idsPerCall) {
    const open = ids.slice(at);
    const userIds = open.slice(0, idsPerCall);
    const exchange = await callWithNotifications(services, usersByIds, { userIds }, { reuse: 'never' }, async () => {
      // the Retry button shows the price of one request; more than one needs a confirmation
      if (open.length <= idsPerCall || (await confirmProfileRefresh(services, open.length))) {
        await refreshProfiles(services, connection, open);
      }
    });
    if (exchange === undefined) {
      return false;
    }
    const found = toTreeRecords(toPage(exchange));
    await services.pins.relabel(found.flatMap((record) => toPinInput(record, connection) ?? []));
  }
  return true;
}

async function confirmProfileRefresh({ client }: Services, users: number): Promise<boolean> {
  const quote = toQuoteFromPrice((await client()).priceOf(usersByIds));
  if (isFreeQuote(quote)) {
    return true;
  }
  const price = formatExpectedPrice(computeMaxPrice(quote, Math.ceil(users / idsPerCall)).amount);
  const title = l10n.t('Refresh Profiles');
  const item = { label: `$(refresh) ${title}`, description: `${users} · ${price}` };
  const picked = await vscode.window.showQuickPick([item], { title });
  return picked !== undefined;
}
