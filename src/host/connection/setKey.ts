import * as vscode from 'vscode';
import { isRefused, parseBaseUrl } from '../../client/address.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Services } from '../shared/services.ts';
import { readProtectedSetting, writeSetting } from '../shared/settings.ts';
import type { KeySlot, StoredKey } from '../shared/connections/keys.ts';

/** What setting a key needs of the services. */
type KeyServices = Pick<Services, 'keys' | 'connections' | 'spend' | 'log'>;

interface SlotChoice extends vscode.QuickPickItem {
  readonly slot: KeySlot;
}

/** Asks for the key of a connection and keeps it with the one origin that it may be sent to. */
export async function setKey(services: KeyServices, service?: Service): Promise<void> {
  const slot =
    (service === undefined ? undefined : services.connections.keySlotOf(service)) ??
    (await pickSlot(vscode.l10n.t('Set API Key')));
  if (slot === undefined) {
    return;
  }
  const origin = await askForOrigin(services, slot);
  if (origin === undefined || (slot === 'marketplace' && !(await askForHost()))) {
    return;
  }
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key: {0}', presentSlot(slot)),
    prompt: vscode.l10n.t('It is kept in the secret storage and sent to {0} only.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: checkKey,
  });
  if (key === undefined) {
    return;
  }
  const stored: StoredKey = { key: key.trim(), origin };
  if (!(await keep(services, slot, stored))) {
    return;
  }
  services.spend.forgetBalances();
  services.log.info(`A key was set for ${slot}, for ${origin} only.`);
  await offerConnection(services, slot);
}

/** Removes a key from the secret storage and from this session. */
export async function removeKey(services: KeyServices, service?: Service): Promise<void> {
  const slot =
    (service === undefined ? undefined : services.connections.keySlotOf(service)) ??
    (await pickSlot(vscode.l10n.t('Remove API Key')));
  if (slot === undefined) {
    return;
  }
  const stored = await readKey(services, slot);
  if (stored === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No key is set for {0}.', presentSlot(slot)));
    return;
  }
  await services.keys.remove(slot);
  services.spend.forgetBalances();
  services.log.info(`The key for ${slot} was removed.`);
  void vscode.window.showInformationMessage(vscode.l10n.t('The key for {0} was removed from this machine.', presentSlot(slot)));
}

/** The stored key; a storage that cannot be read is taken to hold one, so that it is removed. */
async function readKey({ keys, log }: KeyServices, slot: KeySlot): Promise<StoredKey | undefined | 'unreadable'> {
  try {
    return await keys.get(slot);
  } catch (error) {
    log.error(`The secret storage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'unreadable';
  }
}

/** Why a text cannot be a key; undefined when it can. A key travels in a header, so it is visible ASCII. */
function checkKey(text: string): string | undefined {
  const key = text.trim();
  if (key === '') {
    return vscode.l10n.t('Enter the key, or press Escape to leave things as they are.');
  }
  return /^[\x21-\x7e]+$/.test(key) ? undefined : vscode.l10n.t('A key has no spaces, line breaks or letters beyond ASCII.');
}

async function pickSlot(title: string): Promise<KeySlot | undefined> {
  const choices: readonly SlotChoice[] = (['primary', 'marketplace', 'gateway'] as const).map((slot) => ({
    slot,
    label: presentSlot(slot),
  }));
  const picked = await vscode.window.showQuickPick(choices, { title, placeHolder: vscode.l10n.t('Whose key?') });
  return picked?.slot;
}

/** Asks for the address, with the one that is set to start from: an address can only be corrected where it is asked for. */
async function askForOrigin({ connections }: KeyServices, slot: KeySlot): Promise<string | undefined> {
  const current = connections.addressOf(slot);
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address: {0}', presentSlot(slot)),
    prompt: vscode.l10n.t('The base address of the service, as its documentation gives it.'),
    placeHolder: 'https://',
    value: current,
    ignoreFocusOut: true,
    validateInput: checkAddress,
  });
  const address = text === undefined ? undefined : parseBaseUrl(text);
  if (address === undefined || isRefused(address)) {
    return undefined;
  }
  if (address.baseUrl !== current) {
    await writeSetting(`${slot}.address`, address.baseUrl);
  }
  return address.origin;
}

/** Asks for the host that a marketplace wants beside its key. @returns false when the person left */
async function askForHost(): Promise<boolean> {
  const host = await vscode.window.showInputBox({
    title: vscode.l10n.t('Host: {0}', presentSlot('marketplace')),
    prompt: vscode.l10n.t('The value of the host header that the marketplace shows for this service.'),
    value: readProtectedSetting('marketplace.host') ?? '',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\x21-\x7e]+$/.test(text.trim()) ? undefined : vscode.l10n.t('A host has no spaces and no letters beyond ASCII.'),
  });
  if (host === undefined) {
    return false;
  }
  await writeSetting('marketplace.host', host.trim());
  return true;
}

function checkAddress(text: string): string | undefined {
  const address = parseBaseUrl(text);
  return isRefused(address) ? vscode.l10n.t('The address {0}', address.refused) : undefined;
}

async function keep({ keys, log }: KeyServices, slot: KeySlot, stored: StoredKey): Promise<boolean> {
  try {
    await keys.store(slot, stored);
    return true;
  } catch (error) {
    log.error(`The secret storage could not keep the key for ${slot}: ${error instanceof Error ? error.message : String(error)}`);
    const useForSession = vscode.l10n.t('Use for This Session Only');
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t('The secret storage of this system could not keep the key. Nothing was saved.'),
      { modal: true, detail: vscode.l10n.t('You can use the key until this window closes, without keeping it.') },
      useForSession,
    );
    if (choice !== useForSession) {
      return false;
    }
    keys.keepForSession(slot, stored);
    return true;
  }
}

async function offerConnection({ connections }: KeyServices, slot: KeySlot): Promise<void> {
  const service: Service = slot === 'gateway' ? 'gateway' : 'primary';
  if (connections.keySlotOf(service) === slot) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The key for {0} is set.', presentSlot(slot)));
    return;
  }
  const connect = vscode.l10n.t('Use This Connection');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('The key for {0} is set. Calls still go to another connection.', presentSlot(slot)),
    connect,
  );
  if (choice !== connect) {
    return;
  }
  if (slot === 'gateway') {
    await writeSetting('gateway.connection', 'direct');
  } else {
    await writeSetting('primary.connection', slot === 'primary' ? 'direct' : 'marketplace');
  }
}

function presentSlot(slot: KeySlot): string {
  switch (slot) {
    case 'primary':
      return vscode.l10n.t('Primary');
    case 'marketplace':
      return vscode.l10n.t('Primary through the marketplace');
    case 'gateway':
      return vscode.l10n.t('Gateway');
  }
}
