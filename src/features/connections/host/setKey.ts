import * as vscode from 'vscode';
import type { PaidConnection } from '../../../core/connections/connectionSettings.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { readKeyState, type KeyOrSource } from '../../../workbench/services/keys.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import type { Services } from '../../../workbench/services.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { askForAddressAndHost, type ChosenConnection, getOrPickConnection } from './askForConnection.ts';

export type KeyServices = Pick<Services, 'keys' | 'connections' | 'spend' | 'log'>;

/**
 * Asks for the key of a connection and keeps it with the one origin that it may be sent to. Who leaves half-way leaves all as it was.
 * @param only the key is another one; its address and host stay
 */
export async function setKey(services: KeyServices, name?: string, only?: 'key'): Promise<void> {
  const asked = { title: vscode.l10n.t('Set API Key'), offersNew: true };
  const chosen = await getOrPickConnection(services.connections, name, asked);
  const corrected =
    chosen === undefined || chosen.isNew || only === 'key' ? chosen?.connection : await askForAddressAndHost(chosen.connection);
  if (chosen !== undefined && corrected !== undefined) {
    await askForAndSaveKey(services, { ...chosen, connection: corrected });
  }
}

type ConnectionStepAfterKeySet = 'offer' | 'use';

export async function askForAndSaveKey(
  services: KeyServices,
  chosen: ChosenConnection,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  const { name, address } = chosen.connection;
  const { origin } = new URL(address);
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key: {0}', sanitizeForVsCode(name)),
    prompt: vscode.l10n.t('Stored in secret storage. Sent only to {0}.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: describeKeyFault,
  });
  if (key !== undefined) {
    await saveKeyAndConnection(services, chosen, { key: key.trim(), origin }, purpose);
  }
}

/** Saves the address and key together. Offers to switch if another connection is in use. */
export async function saveKeyAndConnection(
  services: KeyServices,
  { connection, isNew }: ChosenConnection,
  stored: KeyOrSource,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  const { connections, keys, log, spend } = services;
  const { name, service } = connection;
  if (!(await storeKeyOrKeepForSession(services, name, stored))) {
    return;
  }
  try {
    await connections.write(connection);
  } catch (error) {
    if (isNew) {
      await keys.remove(name);
    }
    throw error;
  }
  completeWalkthroughStep('key');
  spend.forgetConnection();
  log.info(`A key was set for ${name}, for ${stored.origin} only.`);
  if (purpose === 'use') {
    await connections.select(service, name);
  }
  await offerToUseConnection(services, connection);
}

export async function removeKey(services: KeyServices, of?: string): Promise<void> {
  const { connections, keys, log, spend } = services;
  const chosen = await getOrPickConnection(connections, of, { title: vscode.l10n.t('Remove API Key') });
  if (chosen === undefined) {
    return;
  }
  const { name } = chosen.connection;
  const shown = sanitizeForVsCode(name);
  // a storage that cannot be read is taken to hold a key, so that it is removed
  if ((await readKeyState(keys, name, log)) === 'none') {
    void vscode.window.showInformationMessage(vscode.l10n.t('No key is set for {0}.', shown));
    return;
  }
  await keys.remove(name);
  spend.forgetConnection();
  log.info(`The key for ${name} was removed.`);
  void vscode.window.showInformationMessage(vscode.l10n.t('API key for {0} removed.', shown));
}

/** A key travels in a header, so it is visible ASCII. */
function describeKeyFault(text: string): string | undefined {
  const key = text.trim();
  if (key === '') {
    return vscode.l10n.t('Enter the key, or press Escape to cancel.');
  }
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : vscode.l10n.t('The key must contain only ASCII characters, without spaces or line breaks.');
}

/** @returns false when it could not be kept and the person does not want it for this session */
async function storeKeyOrKeepForSession({ keys, log }: KeyServices, name: string, stored: KeyOrSource): Promise<boolean> {
  try {
    await keys.store(name, stored);
    return true;
  } catch (error) {
    log.error(`The secret storage could not keep the key for ${name}: ${error instanceof Error ? error.message : String(error)}`);
    const isForSession = await confirm(
      vscode.l10n.t('The secret storage could not save the key.'),
      vscode.l10n.t('You can use the key until this window closes.'),
      vscode.l10n.t('Use for This Session Only'),
    );
    if (isForSession) {
      keys.keepForSession(name, stored);
    }
    return isForSession;
  }
}

async function offerToUseConnection({ connections }: KeyServices, { name, service }: PaidConnection): Promise<void> {
  const shown = sanitizeForVsCode(name);
  if (connections.selected(service) === name) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('API key for {0} saved.', shown), 4_000);
    return;
  }
  const connect = vscode.l10n.t('Use This Connection');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('API key saved. Switch to {0}?', shown), connect);
  if (choice === connect) {
    await connections.select(service, name);
  }
}
