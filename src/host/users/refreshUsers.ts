import * as vscode from 'vscode';
import { usersByIds } from '../../client/endpoints/table.ts';
import { callForPerson } from '../shared/callAndShow.ts';
import { presentQuote } from '../shared/presentMoney.ts';
import { presentRefusal } from '../shared/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { toPin } from '../shared/tree/pinRecords.ts';
import { readRecords } from '../shared/tree/readRecords.ts';

const idsPerCall = 100;

/** Says what it costs, then asks for the profiles of all pinned accounts, a hundred with each call. */
export async function refreshUsers(services: Services): Promise<void> {
  const ids = services.pins.list('user').map(({ id }) => id);
  const batches = Array.from({ length: Math.ceil(ids.length / idsPerCall) }, (_, at) =>
    ids.slice(at * idsPerCall, (at + 1) * idsPerCall),
  );
  if (batches.length === 0) {
    presentRefusal(vscode.l10n.t('No account is pinned.'));
    return;
  }
  if (!(await confirm(services, ids.length, batches.length))) {
    return;
  }
  for (const userIds of batches) {
    const exchange = await callForPerson(services, usersByIds, { userIds }, { reuse: 'never' }, async () => {
      await refreshUsers(services);
    });
    if (exchange === undefined) {
      return; // it was said why
    }
    const found = readRecords(exchange.value, { kind: 'user', at: [['data']] });
    await services.pins.relabel(found.flatMap((record) => toPin(record) ?? []));
  }
}

async function confirm({ client }: Services, users: number, calls: number): Promise<boolean> {
  const price = (await client()).priceOf(usersByIds);
  const quote = presentQuote(price === undefined ? { kind: 'unknown' } : { kind: 'known', price: price * BigInt(calls) });
  const item = { label: vscode.l10n.t('$(refresh) Ask for {0} profiles', users), description: quote };
  const picked = await vscode.window.showQuickPick([item], {
    title: vscode.l10n.t('Refresh Profiles'),
    placeHolder: vscode.l10n.t('The names and counts beside the pins; up to 100 of them cost one call'),
  });
  return picked !== undefined;
}
