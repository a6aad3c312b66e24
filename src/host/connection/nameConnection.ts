import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import { toNamedKeySlot } from '../services/keys.ts';
import {
  writeConnectionChoice,
  formatPaidConnection,
  removeConnectionSetting,
  writeConnectionName,
  readNamedConnectionIds,
} from '../services/paidConnections.ts';
import { confirm, showRefusal } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { askForConnectionName } from './addressedConnection.ts';

type NamedConnectionServices = Pick<Services, 'connections' | 'keys' | 'log' | 'spend'>;

interface NamedConnectionItem extends vscode.QuickPickItem {
  readonly id: string;
  /** Its entry in the settings is gone, and its key is not. */
  readonly isLeft?: boolean;
}

/** Gives a named connection another name; its key and what was asked over it stay. */
export async function pickAndRenameConnection({ connections }: NamedConnectionServices): Promise<void> {
  const title = vscode.l10n.t('Rename Connection');
  const id = (await pickNamedConnection(createNamedConnectionItems(connections), title))?.id;
  const connection = connections.paid().connections.find(({ named }) => named !== undefined && named.id === id);
  if (connection?.named === undefined) {
    return;
  }
  const { named, service } = connection;
  const name = await askForConnectionName(connections, service, { title, value: named.name });
  if (name !== undefined && name !== named.name) {
    await writeConnectionName(named.id, name);
  }
}

/**
 * The keys of connections whose entry was taken out of the settings by other means than *Remove Connection…*. They are shown, and
 * never removed by themselves: settings that are synchronised may bring the entry back.
 */
export async function listOrphanedKeyItems({
  connections,
  keys,
}: Pick<NamedConnectionServices, 'connections' | 'keys'>): Promise<readonly NamedConnectionItem[]> {
  if (connections.paid().faults.some(({ id }) => id === undefined)) {
    return []; // the setting cannot be read: nobody knows which entries it has
  }
  const written = new Set(readNamedConnectionIds());
  const detail = vscode.l10n.t('socialData.connections has no entry for this key. Add the entry again, or remove the key.');
  const left = (await keys.namedIds()).filter((id) => !written.has(id));
  return left.map((id) => ({ id, isLeft: true, label: sanitizeForVsCode(id), detail }));
}

/** Removes the key of a connection that is not in the settings. */
export async function confirmAndRemoveOrphanedKey(
  { keys, log }: Pick<NamedConnectionServices, 'keys' | 'log'>,
  id: string,
): Promise<void> {
  const { l10n } = vscode;
  const name = sanitizeForVsCode(id);
  const isWanted = await confirm(
    l10n.t('Remove the key of {0}?', name),
    l10n.t('If the settings entry comes back, for example from another machine, it has no key then.'),
    l10n.t('Remove'),
  );
  if (!isWanted) {
    return;
  }
  if (readNamedConnectionIds().includes(id)) {
    showRefusal(l10n.t('The connection {0} is in the settings again. Its key stays.', name));
    return;
  }
  await keys.remove(toNamedKeySlot(id));
  log.info(`The key for ${toNamedKeySlot(id)}, which has no connection, was removed.`);
  void vscode.window.showInformationMessage(l10n.t('The key for {0} was removed.', name));
}

/** Removes a named connection and its key. A service that is reached over it goes to the sandbox, so what waits is not sent. */
export async function pickAndRemoveConnection(services: NamedConnectionServices): Promise<void> {
  const { connections, keys, log, spend } = services;
  const { l10n } = vscode;
  const faulty = connections
    .paid()
    .faults.flatMap(({ id, message }) =>
      id === undefined ? [] : [{ id, label: sanitizeForVsCode(id), detail: sanitizeForVsCode(message) }],
    );
  const items = [...createNamedConnectionItems(connections), ...faulty, ...(await listOrphanedKeyItems(services))];
  const picked = await pickNamedConnection(items, l10n.t('Remove Connection'));
  if (picked === undefined) {
    return;
  }
  if (picked.isLeft === true) {
    await confirmAndRemoveOrphanedKey(services, picked.id);
    return;
  }
  const slot = toNamedKeySlot(picked.id);
  const usedBy = (['primary', 'gateway'] as const).filter((service) => connections.keySlotOf(service) === slot);
  const isWanted = await confirm(
    l10n.t('Remove the connection {0}?', picked.label),
    [l10n.t('Its key is removed, too. Kept answers stay.'), ...usedBy.map((service) => describeSwitchToSandbox(service))].join(
      ' ',
    ),
    l10n.t('Remove'),
  );
  if (!isWanted) {
    return;
  }
  for (const service of usedBy) {
    await writeConnectionChoice(service, 'sandbox');
  }
  await keys.remove(slot);
  await removeConnectionSetting(picked.id);
  spend.forgetConnection();
  log.info(`The connection ${slot} and its key were removed.`);
}

function describeSwitchToSandbox(service: Service): string {
  return service === 'primary'
    ? vscode.l10n.t('Primary switches to the sandbox. Waiting requests are not sent.')
    : vscode.l10n.t('Gateway switches to the sandbox. Waiting requests are not sent.');
}

function createNamedConnectionItems(connections: Services['connections']): readonly NamedConnectionItem[] {
  return connections
    .paid()
    .connections.flatMap((connection) =>
      connection.named === undefined
        ? []
        : [{ id: connection.named.id, label: formatPaidConnection(connection), detail: sanitizeForVsCode(connection.address) }],
    );
}

async function pickNamedConnection(
  items: readonly NamedConnectionItem[],
  title: string,
): Promise<NamedConnectionItem | undefined> {
  if (items.length === 0) {
    const set = vscode.l10n.t('No connection has a name yet. Set API Key… creates one.');
    await vscode.window.showInformationMessage(set);
    return undefined;
  }
  return await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Which connection?'),
    matchOnDetail: true,
  });
}
