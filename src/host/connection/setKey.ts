import * as vscode from 'vscode';
import type { Service } from '../../client/endpoint.ts';
import { readKeyState, type KeyOrSource } from '../services/keys.ts';
import {
  writeConnectionChoice,
  formatPaidConnection,
  type PaidConnection,
  writePaidConnection,
  readNamedConnectionIds,
} from '../services/paidConnections.ts';
import { completeWalkthroughStep } from '../shared/walkthroughSteps.ts';
import { confirm } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import {
  askForAddressAndHost,
  getOrPickConnection,
  type AddressedConnection,
  visibleAsciiPattern,
} from './addressedConnection.ts';

/** What setting a key needs of the services. */
export type KeyServices = Pick<Services, 'keys' | 'connections' | 'spend' | 'log'>;

/**
 * Asks for the key of a connection and keeps it with the one origin that it may be sent to. Who leaves half-way leaves all as it was.
 * @param only the key is another one; its address and host stay
 */
export async function setKey(services: KeyServices, service?: Service, only?: 'key'): Promise<void> {
  const asked = { title: vscode.l10n.t('Set API Key'), offersNew: true };
  const connection = await getOrPickConnection(services.connections, service, asked);
  if (connection !== undefined) {
    await askForAndSaveConnectionKey(services, connection, only);
  }
}

/** What becomes of the connection of a key that was set: it is offered, or used, for the person chose it before. */
type ConnectionStepAfterKeySet = 'offer' | 'use';

/** The same for a connection that is known, also for one that is not written down yet. */
export async function askForAndSaveConnectionKey(
  services: KeyServices,
  to: PaidConnection,
  only: 'key' | undefined,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  const target = await askForAddressAndHost(to, only);
  if (target === undefined) {
    return;
  }
  const { connection, address } = target;
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key: {0}', formatPaidConnection(connection)),
    prompt: vscode.l10n.t('Kept in the secret storage. Sent to {0} only.', address.origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: describeKeyFault,
  });
  if (key !== undefined) {
    await saveKeyAndConnection(services, target, { key: key.trim(), origin: address.origin }, purpose);
  }
}

/** Keeps a key, then what was typed for it: no address stays without its key. Offers the connection where another one is in use. */
export async function saveKeyAndConnection(
  services: KeyServices,
  { connection, address }: AddressedConnection,
  stored: KeyOrSource,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  if (!(await storeKeyOrKeepForSession(services, connection, stored))) {
    return;
  }
  await writeConnectionOrRemoveKey(services, connection);
  completeWalkthroughStep('key');
  services.spend.forgetConnection();
  services.log.info(`A key was set for ${connection.slot}, for ${address.origin} only.`);
  if (purpose === 'use') {
    await writeConnectionChoice(connection.service, connection);
  }
  await offerToUseConnection(services, connection);
}

/** Removes a key from the secret storage and from this session. */
export async function removeKey(services: KeyServices, service?: Service): Promise<void> {
  const { connections, keys, log, spend } = services;
  const connection = await getOrPickConnection(connections, service, { title: vscode.l10n.t('Remove API Key') });
  if (connection === undefined) {
    return;
  }
  const { slot } = connection;
  const name = formatPaidConnection(connection);
  // a storage that cannot be read is taken to hold a key, so that it is removed
  if ((await readKeyState(keys, slot, log)) === 'none') {
    void vscode.window.showInformationMessage(vscode.l10n.t('No key is set for {0}.', name));
    return;
  }
  await keys.remove(slot);
  spend.forgetConnection();
  log.info(`The key for ${slot} was removed.`);
  void vscode.window.showInformationMessage(vscode.l10n.t('The key for {0} was removed.', name));
}

/** Why a text cannot be a key; undefined when it can. A key travels in a header, so it is visible ASCII. */
function describeKeyFault(text: string): string | undefined {
  const key = text.trim();
  if (key === '') {
    return vscode.l10n.t('Enter the key, or press Escape to cancel.');
  }
  return visibleAsciiPattern.test(key) ? undefined : vscode.l10n.t('A key has no spaces, line breaks or letters beyond ASCII.');
}

/** @returns false when it could not be kept and the person does not want it for this session */
async function storeKeyOrKeepForSession(
  { keys, log }: KeyServices,
  { slot }: PaidConnection,
  stored: KeyOrSource,
): Promise<boolean> {
  try {
    await keys.store(slot, stored);
    return true;
  } catch (error) {
    log.error(`The secret storage could not keep the key for ${slot}: ${error instanceof Error ? error.message : String(error)}`);
    const isForSession = await confirm(
      vscode.l10n.t('The secret storage could not save the key.'),
      vscode.l10n.t('You can use the key until this window closes.'),
      vscode.l10n.t('Use for This Session Only'),
    );
    if (isForSession) {
      keys.keepForSession(slot, stored);
    }
    return isForSession;
  }
}

/** No key stays without its connection: where a new one cannot be written down, its key goes. */
async function writeConnectionOrRemoveKey({ keys }: KeyServices, connection: PaidConnection): Promise<void> {
  const { named, slot } = connection;
  const isNew = named !== undefined && !readNamedConnectionIds().includes(named.id);
  try {
    await writePaidConnection(connection);
  } catch (error) {
    if (isNew) {
      await keys.remove(slot);
    }
    throw error;
  }
}

async function offerToUseConnection({ connections }: KeyServices, connection: PaidConnection): Promise<void> {
  const name = formatPaidConnection(connection);
  if (connections.keySlotOf(connection.service) === connection.slot) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key for {0} is set.', name), 4_000);
    return;
  }
  const connect = vscode.l10n.t('Use This Connection');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('The key for {0} is set. Another connection is in use.', name),
    connect,
  );
  if (choice === connect) {
    await writeConnectionChoice(connection.service, connection);
  }
}
