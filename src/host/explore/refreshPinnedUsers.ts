import * as vscode from 'vscode';
import { usersByIds } from '../../client/endpoints/table.ts';
import { toPage } from '../../client/records/toPage.ts';
import { callWithNotifications } from '../shared/callAndShow.ts';
import { formatExpectedPrice } from '../../app/cost/formatPrice.ts';
import { computeMaxPrice, toQuoteFromPrice } from '../../app/cost/price.ts';
import { showRefusal } from '../shared/dialogs.ts';
import { refuseForeignWorld } from '../shared/words/describeWorld.ts';
import type { Services } from '../shared/services.ts';
import { toPinInput } from '../../app/pins/pin.ts';
import { toTreeRecords } from '../../app/records/treeRecord.ts';
import { servesWorld, type World, getAnswerWorld, worldOrDefault } from '../../app/origin/world.ts';

const idsPerCall = 100;

/** Says what it costs, then asks for the profiles of the pinned accounts, a hundred with each call. */
export async function refreshPinnedUsers(services: Services): Promise<void> {
  const { connections, pins } = services;
  await pins.load();
  const all = pins.list('user').map(({ id, label }) => ({ id, world: worldOrDefault(connections, label.world) }));
  const asked = all.filter(({ world }) => servesWorld(connections, world, usersByIds.service));
  const [first] = all;
  if (first === undefined) {
    showRefusal(vscode.l10n.t('No account is pinned.'));
  } else if (asked.length === 0) {
    refuseForeignWorld(first.world);
  } else if (await confirmProfileRefresh(services, asked.length)) {
    await refreshProfiles(services, asked);
  }
}

interface PinnedAccount {
  readonly id: string;
  readonly world: World;
}

/** Asks for profiles; to retry goes on with those that are still to come, for the others are paid for. */
async function refreshProfiles(services: Services, accounts: readonly PinnedAccount[]): Promise<void> {
  const { connections, pins } = services;
  for (let at = 0; at < accounts.length; at += idsPerCall) {
    const open = accounts.slice(at);
    const batch = open.slice(0, idsPerCall);
    const stray = batch.find(({ world }) => !servesWorld(connections, world, usersByIds.service));
    if (stray !== undefined) {
      refuseForeignWorld(stray.world); // the connection changed since it was said what it costs
      return;
    }
    const userIds = batch.map(({ id }) => id);
    const exchange = await callWithNotifications(services, usersByIds, { userIds }, { reuse: 'never' }, async () => {
      // the button says what one call costs; more than one is asked about
      if (open.length <= idsPerCall || (await confirmProfileRefresh(services, open.length))) {
        await refreshProfiles(services, open);
      }
    });
    if (exchange === undefined) {
      return; // it was said why
    }
    const world = getAnswerWorld(connections, exchange);
    const found = toTreeRecords(toPage(exchange));
    await pins.relabel(found.flatMap((record) => toPinInput(record, world) ?? []));
  }
}

async function confirmProfileRefresh({ client }: Services, users: number): Promise<boolean> {
  const quote = toQuoteFromPrice((await client()).priceOf(usersByIds));
  const price = formatExpectedPrice(computeMaxPrice(quote, Math.ceil(users / idsPerCall)).amount);
  const label =
    users === 1 ? vscode.l10n.t('$(refresh) Ask for 1 profile') : vscode.l10n.t('$(refresh) Ask for {0} profiles', users);
  const item = { label, description: price };
  const picked = await vscode.window.showQuickPick([item], {
    title: vscode.l10n.t('Refresh Profiles'),
    placeHolder: vscode.l10n.t('The names and counts beside the pins, up to {0} with each call', idsPerCall),
  });
  return picked !== undefined;
}
