import * as vscode from 'vscode';
import {
  checkConnectionName,
  findHostConflict,
  createConnectionId,
  normalizeConnectionName,
} from '../../app/origin/namedConnections.ts';
import { type BaseAddress, isAddressRefusal, parseBaseUrl } from '../../client/address.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Connections } from '../services/connections.ts';
import { toNamedKeySlot } from '../services/keys.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import {
  formatPaidConnection,
  type PaidConnection,
  readPaidConnectionSettings,
  readNamedConnectionIds,
} from '../services/paidConnections.ts';

/** What a header can carry. */
export const visibleAsciiPattern = /^[\x21-\x7e]+$/;

/** What a key is for. */
export interface AddressedConnection {
  /** As it is to be: a new one is not written down yet. */
  readonly connection: PaidConnection;
  readonly address: BaseAddress;
}

interface ConnectionItem extends vscode.QuickPickItem {
  readonly connection?: PaidConnection;
}

/**
 * Asks for what is not known of a key's connection: its address, a marketplace's host.
 * @param only the key is another one; its address and host stay
 * @returns undefined when the person left
 */
export async function askForAddressAndHost(
  connection: PaidConnection,
  only: 'key' | undefined,
): Promise<AddressedConnection | undefined> {
  const known = only === 'key' ? parseBaseUrl(connection.address) : undefined;
  const address = known === undefined || isAddressRefusal(known) ? await askForAddress(connection) : known;
  if (address === undefined) {
    return undefined;
  }
  const isHostKnown = connection.kind === 'direct' || (only === 'key' && connection.host !== '');
  const host = isHostKnown ? connection.host : await askForHost({ ...connection, address: address.baseUrl });
  return host === undefined ? undefined : { connection: { ...connection, address: address.baseUrl, host }, address };
}

/** The connection that a service uses now; one of the person's choice where it uses none, or none is named. */
export async function getOrPickConnection(
  connections: Connections,
  service: Service | undefined,
  { title, offersNew = false }: { readonly title: string; readonly offersNew?: boolean },
): Promise<PaidConnection | undefined> {
  const all = connections.paid().connections;
  const slot = service === undefined ? undefined : connections.keySlotOf(service);
  // settings may name the connection of another service: that one is none of this service's
  const used = all.find((connection) => connection.slot === slot && connection.service === service);
  if (used !== undefined) {
    return used;
  }
  const choices: ConnectionItem[] = all.map((connection) => ({
    connection,
    label: formatPaidConnection(connection),
    ...(connection.named === undefined ? {} : { description: sanitizeForVsCode(connection.address) }),
  }));
  const added: ConnectionItem = { label: `$(add) ${vscode.l10n.t('New Connection…')}` };
  const picked = await vscode.window.showQuickPick(offersNew ? [...choices, added] : choices, {
    title,
    placeHolder: vscode.l10n.t('Which connection?'),
    matchOnDescription: true,
  });
  return picked === added ? await askForNewConnection(connections) : picked?.connection;
}

/** Asks what a new connection leads to, and for its name. @returns undefined when the person left */
export async function askForNewConnection(connections: Connections): Promise<PaidConnection | undefined> {
  const title = vscode.l10n.t('New Connection');
  const all = connections.paid().connections;
  const items: ConnectionItem[] = all
    .filter(({ named }) => named === undefined)
    .map((connection) => ({ connection, label: formatPaidConnection(connection) }));
  const like = (await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Which service?') }))?.connection;
  if (like === undefined) {
    return undefined;
  }
  const name = await askForConnectionName(connections, like.service, { title });
  if (name === undefined) {
    return undefined;
  }
  const id = createConnectionId(name, readNamedConnectionIds());
  return { ...like, slot: toNamedKeySlot(id), named: { id, name }, address: '', host: '' };
}

/** Asks for the name of a connection. @param value the name that it has. @returns undefined when the person left */
export async function askForConnectionName(
  connections: Connections,
  service: Service,
  { title, value = '' }: { readonly title: string; readonly value?: string },
): Promise<string | undefined> {
  const others = connections
    .paid()
    .connections.flatMap(({ named, ...connection }) =>
      named === undefined || (named.name === value && connection.service === service)
        ? []
        : [{ ...connection, name: named.name }],
    );
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The status bar shows this name while requests use the connection.'),
    placeHolder: vscode.l10n.t('Staging'),
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => checkConnectionName(typed, service, others),
  });
  return name === undefined || checkConnectionName(name, service, others) !== undefined
    ? undefined
    : normalizeConnectionName(name);
}

/** Asks for the address, with the one that is set to start from: an address can only be corrected where it is asked for. */
async function askForAddress(connection: PaidConnection): Promise<BaseAddress | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address: {0}', formatPaidConnection(connection)),
    prompt: vscode.l10n.t('The base address of the service, as its documentation gives it.'),
    placeHolder: 'https://',
    value: connection.address,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const address = parseBaseUrl(typed);
      return isAddressRefusal(address) ? vscode.l10n.t('The address {0}', address.refused) : undefined;
    },
  });
  const address = text === undefined ? undefined : parseBaseUrl(text);
  return address === undefined || isAddressRefusal(address) ? undefined : address;
}

/** Asks for the host that a marketplace wants beside its key. @returns undefined when the person left */
async function askForHost(connection: PaidConnection): Promise<string | undefined> {
  const { l10n } = vscode;
  const host = await vscode.window.showInputBox({
    title: l10n.t('Host: {0}', formatPaidConnection(connection)),
    prompt:
      connection.named === undefined
        ? l10n.t('The value of the host header. Its name is a setting, below Marketplace.')
        : l10n.t('The value of the host header. Its name is in socialData.connections.'),
    value: connection.host,
    ignoreFocusOut: true,
    validateInput: (text) => describeHostFault({ ...connection, host: text.trim() }),
  });
  return host?.trim();
}

/** Why a marketplace cannot have its host; undefined when it can. */
function describeHostFault(connection: PaidConnection): string | undefined {
  const { l10n } = vscode;
  if (!visibleAsciiPattern.test(connection.host)) {
    return l10n.t('A host has no spaces and no letters beyond ASCII.');
  }
  const others = readPaidConnectionSettings().connections.filter(({ slot }) => slot !== connection.slot);
  const other = findHostConflict(connection, others);
  return other === undefined
    ? undefined
    : l10n.t('{0} has this address with another host, and what is kept belongs to an address.', formatPaidConnection(other));
}
