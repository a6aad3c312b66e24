import * as vscode from 'vscode';
import { type BaseAddress, isRefused, parseBaseUrl } from '../../client/address.ts';
import type { Service } from '../../client/endpoint.ts';
import { confirm } from '../shared/dialogs.ts';
import type { ConnectionKind } from '../services/connections.ts';
import type { KeySlot } from '../../app/origin/connectionInfo.ts';
import { keyState, type KeyOrSource } from '../services/keys.ts';
import { completeFirstStep } from '../shared/commands.ts';
import type { Services } from '../shared/services.ts';
import { readProtectedSetting, writeSetting } from '../shared/settings.ts';

/** What setting a key needs of the services. */
export type KeyServices = Pick<Services, 'keys' | 'connections' | 'spend' | 'log'>;

/** What a header can carry. */
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * Asks for the key of a connection and keeps it with the one origin that it may be sent to. Who leaves half-way leaves all as it was.
 * @param only the key is another one; its address and host stay
 */
export async function setKey(services: KeyServices, service?: Service, only?: 'key'): Promise<void> {
  const target = await askForTarget(services, service, { title: vscode.l10n.t('Set API Key'), only });
  if (target === undefined) {
    return;
  }
  const { slot, address } = target;
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key: {0}', formatSlot(slot)),
    prompt: vscode.l10n.t('It is kept in the secret storage and sent to {0} only.', address.origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: checkKey,
  });
  if (key !== undefined) {
    await keepKey(services, target, { key: key.trim(), origin: address.origin });
  }
}

/** What a key is for. */
export interface KeyTarget {
  readonly slot: KeySlot;
  readonly address: BaseAddress;
  /** Of a marketplace. */
  readonly host?: string;
}

/**
 * Asks for what is not known of a key's connection: the service, its address, a marketplace's host.
 * @returns undefined when the person left
 */
export async function askForTarget(
  services: KeyServices,
  service: Service | undefined,
  { title, only }: { readonly title: string; readonly only: 'key' | undefined },
): Promise<KeyTarget | undefined> {
  const slot = await slotFor(services, service, title);
  if (slot === undefined) {
    return undefined;
  }
  const known = only === 'key' ? parseBaseUrl(services.connections.addressOf(slot)) : undefined;
  const address = known === undefined || isRefused(known) ? await askForAddress(services, slot) : known;
  if (address === undefined || slot !== 'marketplace') {
    return address === undefined ? undefined : { slot, address };
  }
  const kept = (readProtectedSetting('marketplace.host') ?? '').trim();
  const host = only === 'key' && kept !== '' ? kept : await askForHost();
  return host === undefined ? undefined : { slot, address, host };
}

/** Keeps a key, then what was typed for it: no address stays without its key. Offers the connection where another one is in use. */
export async function keepKey(services: KeyServices, { slot, address, host }: KeyTarget, stored: KeyOrSource): Promise<void> {
  if (!(await storeKey(services, slot, stored))) {
    return;
  }
  if (address.baseUrl !== services.connections.addressOf(slot)) {
    await writeSetting(`${slot}.address`, address.baseUrl);
  }
  if (host !== undefined) {
    await writeSetting('marketplace.host', host);
  }
  completeFirstStep('key');
  services.spend.forgetBalances();
  services.log.info(`A key was set for ${slot}, for ${address.origin} only.`);
  await offerConnection(services, slot);
}

/** Removes a key from the secret storage and from this session. */
export async function removeKey(services: KeyServices, service?: Service): Promise<void> {
  const { keys, log, spend } = services;
  const slot = await slotFor(services, service, vscode.l10n.t('Remove API Key'));
  if (slot === undefined) {
    return;
  }
  // a storage that cannot be read is taken to hold a key, so that it is removed
  if ((await keyState(keys, slot, log)) === 'none') {
    void vscode.window.showInformationMessage(vscode.l10n.t('No key is set for {0}.', formatSlot(slot)));
    return;
  }
  await keys.remove(slot);
  spend.forgetBalances();
  log.info(`The key for ${slot} was removed.`);
  void vscode.window.showInformationMessage(vscode.l10n.t('The key for {0} was removed from this machine.', formatSlot(slot)));
}

/** Has a service reached in one way from now on; the gateway has no marketplace. */
export async function useConnection(service: Service, kind: ConnectionKind): Promise<void> {
  if (service === 'primary') {
    await writeSetting('primary.connection', kind);
  } else if (kind !== 'marketplace') {
    await writeSetting('gateway.connection', kind);
  }
}

/** Why a text cannot be a key; undefined when it can. A key travels in a header, so it is visible ASCII. */
function checkKey(text: string): string | undefined {
  const key = text.trim();
  if (key === '') {
    return vscode.l10n.t('Enter the key, or press Escape to leave things as they are.');
  }
  return visibleAscii.test(key) ? undefined : vscode.l10n.t('A key has no spaces, line breaks or letters beyond ASCII.');
}

/** The place of the key that a service uses now; of the person's choice where it uses none, or none is named. */
async function slotFor({ connections }: KeyServices, service: Service | undefined, title: string): Promise<KeySlot | undefined> {
  const used = service === undefined ? undefined : connections.keySlotOf(service);
  if (used !== undefined) {
    return used;
  }
  const choices = (['primary', 'marketplace', 'gateway'] as const).map((slot) => ({ slot, label: formatSlot(slot) }));
  return (await vscode.window.showQuickPick(choices, { title, placeHolder: vscode.l10n.t('Which service?') }))?.slot;
}

/** Asks for the address, with the one that is set to start from: an address can only be corrected where it is asked for. */
async function askForAddress({ connections }: KeyServices, slot: KeySlot): Promise<BaseAddress | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address: {0}', formatSlot(slot)),
    prompt: vscode.l10n.t('The base address of the service, as its documentation gives it.'),
    placeHolder: 'https://',
    value: connections.addressOf(slot),
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const address = parseBaseUrl(typed);
      return isRefused(address) ? vscode.l10n.t('The address {0}', address.refused) : undefined;
    },
  });
  const address = text === undefined ? undefined : parseBaseUrl(text);
  return address === undefined || isRefused(address) ? undefined : address;
}

/** Asks for the host that a marketplace wants beside its key. @returns undefined when the person left */
async function askForHost(): Promise<string | undefined> {
  const host = await vscode.window.showInputBox({
    title: vscode.l10n.t('Host: {0}', formatSlot('marketplace')),
    prompt: vscode.l10n.t('The value of its host header. What the headers are called is set below Social Data: Marketplace.'),
    value: readProtectedSetting('marketplace.host') ?? '',
    ignoreFocusOut: true,
    validateInput: (text) =>
      visibleAscii.test(text.trim()) ? undefined : vscode.l10n.t('A host has no spaces and no letters beyond ASCII.'),
  });
  return host?.trim();
}

/** @returns false when it could not be kept and the person does not want it for this session */
async function storeKey({ keys, log }: KeyServices, slot: KeySlot, stored: KeyOrSource): Promise<boolean> {
  try {
    await keys.store(slot, stored);
    return true;
  } catch (error) {
    log.error(`The secret storage could not keep the key for ${slot}: ${error instanceof Error ? error.message : String(error)}`);
    const isForSession = await confirm(
      vscode.l10n.t('The secret storage of this system could not keep the key. Nothing was saved.'),
      vscode.l10n.t('You can use the key until this window closes, without keeping it.'),
      vscode.l10n.t('Use for This Session Only'),
    );
    if (isForSession) {
      keys.keepForSession(slot, stored);
    }
    return isForSession;
  }
}

async function offerConnection({ connections }: KeyServices, slot: KeySlot): Promise<void> {
  const service: Service = slot === 'gateway' ? 'gateway' : 'primary';
  if (connections.keySlotOf(service) === slot) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key for {0} is set.', formatSlot(slot)), 4_000);
    return;
  }
  const connect = vscode.l10n.t('Use This Connection');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('The key for {0} is set. Calls still go to another connection.', formatSlot(slot)),
    connect,
  );
  if (choice === connect) {
    await useConnection(service, slot === 'marketplace' ? 'marketplace' : 'direct');
  }
}

export function formatSlot(slot: KeySlot): string {
  return {
    primary: vscode.l10n.t('Primary'),
    marketplace: vscode.l10n.t('Primary through the marketplace'),
    gateway: vscode.l10n.t('Gateway'),
  }[slot];
}
