import * as vscode from 'vscode';
import type { KeySlot } from '../../app/origin/connectionInfo.ts';
import { type ConnectionFault, type NamedConnection, readNamedConnections } from '../../app/origin/namedConnections.ts';
import type { MarketplaceHeaderNames } from '../../app/requests/authentication.ts';
import type { Service } from '../../client/endpoint.ts';
import { readUserOnlySetting, type Settings, writeSetting } from '../shared/settings.ts';
import { toNamedKeySlot } from './keys.ts';
import { readMarketplaceHeaders } from './readSettings.ts';

type UnnamedSlot = Exclude<KeySlot, `named:${string}`>;

/** A way to a service that is paid, as the person set it up. */
export interface PaidConnection {
  /** The place of its key. */
  readonly slot: KeySlot;
  readonly service: Service;
  readonly kind: 'direct' | 'marketplace';
  /** undefined: one of those that each service has without a name. */
  readonly named: Pick<NamedConnection, 'id' | 'name'> | undefined;
  /** Empty where none is set. */
  readonly address: string;
  /** Of a marketplace; empty where none is set. */
  readonly host: string;
  readonly headers: MarketplaceHeaderNames;
}

/** Those of the settings: the unnamed ones first, then the named ones in their order. */
export function readPaidConnectionSettings(): {
  readonly connections: readonly PaidConnection[];
  readonly faults: readonly ConnectionFault[];
} {
  const unnamed = (['primary', 'marketplace', 'gateway'] as const).map(readUnnamedConnection);
  const { connections, faults } = readNamedConnections(readUserOnlySetting('connections'), unnamed);
  return { connections: [...unnamed, ...connections.map(toPaidConnection)], faults };
}

/** How the settings say that a service is reached; what is no such word counts as the sandbox, which costs nothing. */
export function readConnectionChoice(service: Service): Settings['primary.connection'] {
  const setting = readUserOnlySetting(`${service}.connection`);
  const isKnown = setting === 'direct' || setting === 'named' || (setting === 'marketplace' && service === 'primary');
  return isKnown ? setting : 'sandbox';
}

/** The one that a service is reached over; undefined at the sandbox, and where the settings name one that is not there. */
export function readPaidConnection(service: Service): PaidConnection | undefined {
  switch (readConnectionChoice(service)) {
    case 'sandbox':
      return undefined;
    case 'direct':
      return readUnnamedConnection(service);
    case 'marketplace':
      return readUnnamedConnection('marketplace');
    case 'named':
      return readPaidConnectionSettings().connections.find(
        (connection) => connection.service === service && connection.named?.id === readSelectedNamedConnectionId(service),
      );
  }
}

/** The id of the named connection that the settings name for a service, whether it is there or not. */
export function readSelectedNamedConnectionId(service: Service): string {
  const id = readUserOnlySetting(`${service}.named`);
  return typeof id === 'string' ? id : '';
}

/** Has a service reached over another connection from now on. After each write it is reached as before or as chosen. */
export async function writeConnectionChoice(service: Service, to: 'sandbox' | PaidConnection): Promise<void> {
  if (to === 'sandbox') {
    await writeSetting(`${service}.connection`, 'sandbox');
  } else if (to.named === undefined) {
    await writeSetting(`${service}.connection`, to.kind);
  } else {
    await writeSetting(`${service}.named`, to.named.id);
    await writeSetting(`${service}.connection`, 'named');
  }
}

/** What a person calls a connection: "Primary", "Primary through the marketplace", "Primary, Staging". */
export function formatPaidConnection({ service, kind, named }: Pick<PaidConnection, 'service' | 'kind' | 'named'>): string {
  const { l10n } = vscode;
  if (named !== undefined) {
    return service === 'primary' ? l10n.t('Primary, {0}', named.name) : l10n.t('Gateway, {0}', named.name);
  }
  if (kind === 'marketplace') {
    return l10n.t('Primary through the marketplace');
  }
  return service === 'primary' ? l10n.t('Primary') : l10n.t('Gateway');
}

/** The address that the connection of a key slot is set to; empty where none is set. */
export function readConnectionAddress(slot: KeySlot): string {
  switch (slot) {
    case 'primary':
    case 'marketplace':
    case 'gateway':
      return (readUserOnlySetting(`${slot}.address`) ?? '').trim();
    default:
      return readPaidConnectionSettings().connections.find((connection) => connection.slot === slot)?.address ?? '';
  }
}

/** Writes down where a connection leads; a new one comes into being. What else stands in its entry stays. */
export async function writePaidConnection(connection: PaidConnection): Promise<void> {
  const { named, address, host, headers, kind, service } = connection;
  if (named !== undefined) {
    const ofMarketplace = kind === 'marketplace' ? { kind, host, ...headers } : {};
    await writeSetting('connections', {
      ...readNamedConnectionEntries(),
      [named.id]: { name: named.name, service, address, ...ofMarketplace },
    });
    return;
  }
  const slot = kind === 'marketplace' ? 'marketplace' : service;
  if (address !== readUnnamedConnection(slot).address) {
    await writeSetting(`${slot}.address`, address);
  }
  if (slot === 'marketplace') {
    await writeSetting('marketplace.host', host);
  }
}

/** Gives a named connection another name: its key, and what was asked over it, stay its own. */
export async function writeConnectionName(id: string, name: string): Promise<void> {
  const entry = readNamedConnectionEntries()[id];
  if (typeof entry === 'object' && entry !== null) {
    await writeSetting('connections', { ...readNamedConnectionEntries(), [id]: { ...entry, name } });
  }
}

/** Takes a named connection out of the settings, also one with a fault. */
export async function removeConnectionSetting(id: string): Promise<void> {
  await writeSetting(
    'connections',
    Object.fromEntries(Object.entries(readNamedConnectionEntries()).filter(([other]) => other !== id)),
  );
}

/** What the entries of the setting are kept under, those with faults included. */
export function readNamedConnectionIds(): readonly string[] {
  return Object.keys(readNamedConnectionEntries());
}

/** The setting as it stands there, entries with faults included. */
function readNamedConnectionEntries(): Readonly<Record<string, unknown>> {
  const setting = readUserOnlySetting('connections');
  return typeof setting === 'object' && setting !== null && !Array.isArray(setting) ? { ...setting } : {};
}

function readUnnamedConnection(slot: UnnamedSlot): PaidConnection {
  const isMarketplace = slot === 'marketplace';
  return {
    slot,
    service: isMarketplace ? 'primary' : slot,
    kind: isMarketplace ? 'marketplace' : 'direct',
    named: undefined,
    address: readConnectionAddress(slot),
    host: isMarketplace ? (readUserOnlySetting('marketplace.host') ?? '').trim() : '',
    headers: isMarketplace ? readMarketplaceHeaderSettings() : readMarketplaceHeaders(undefined, undefined),
  };
}

function readMarketplaceHeaderSettings(): MarketplaceHeaderNames {
  return readMarketplaceHeaders(readUserOnlySetting('marketplace.keyHeader'), readUserOnlySetting('marketplace.hostHeader'));
}

function toPaidConnection({ id, name, keyHeader, hostHeader, ...where }: NamedConnection): PaidConnection {
  return { ...where, slot: toNamedKeySlot(id), named: { id, name }, headers: readMarketplaceHeaders(keyHeader, hostHeader) };
}
