import * as l10n from '@vscode/l10n';
import { isAddressRefusal, parseBaseUrl } from '../../client/address.ts';
import type { Service } from '../../client/endpoint.ts';

/** A paid connection beside the one that each service has without a name. Its key is in the secret storage. */
export interface NamedConnection {
  /** What it is kept under: the name may change, this stays. */
  readonly id: string;
  readonly name: string;
  readonly service: Service;
  readonly kind: 'direct' | 'marketplace';
  readonly address: string;
  /** Of a marketplace; empty for any other. */
  readonly host: string;
  /** Whatever stands in the settings file: see `readMarketplaceHeaders`. */
  readonly keyHeader: unknown;
  readonly hostHeader: unknown;
}

/** Why an entry of the setting is no connection. */
export interface ConnectionFault {
  /** What the entry stands under; undefined where the setting is no object at all. */
  readonly id: string | undefined;
  readonly message: string;
}

/** Where a connection leads. */
type ConnectionAddress = Pick<NamedConnection, 'kind' | 'address' | 'host'>;

interface NamedConnectionsResult {
  readonly connections: readonly NamedConnection[];
  readonly faults: readonly ConnectionFault[];
}

/** Short enough for the status bar. */
const maxNameLength = 30;

/** No control and bidi characters, and nothing that VS Code would draw as an icon or a link. */
const namePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;

/** Letters and marks that nobody sees: with one of them two names look the same. */
const invisibleCharacterPattern = /\p{Default_Ignorable_Code_Point}/u;

const idPattern = /^[a-z0-9][a-z0-9-]{0,39}$/i;

/** What else the status bar and the lists call by these words. */
const reservedConnectionNames = ['sandbox', 'direct', 'marketplace', 'primary', 'gateway', 'live'];

const connectionFieldNames = new Set(['name', 'service', 'kind', 'address', 'host', 'keyHeader', 'hostHeader']);

/** What two names that a person cannot tell from each other have in common. */
const toComparableName = (name: string) => normalizeConnectionName(name).normalize('NFKC').toLowerCase();

/**
 * Reads the setting as a person may have written it: an entry with a fault is left out, and a sentence says why.
 * @param unnamed the connections without a name, which stand before all entries
 */
export function readNamedConnections(setting: unknown, unnamed: readonly ConnectionAddress[] = []): NamedConnectionsResult {
  if (setting === undefined || setting === null) {
    return { connections: [], faults: [] };
  }
  if (!isObject(setting)) {
    return { connections: [], faults: [{ id: undefined, message: l10n.t('socialData.connections must be an object.') }] };
  }
  const connections: NamedConnection[] = [];
  const faults: ConnectionFault[] = [];
  for (const [id, entry] of Object.entries(setting)) {
    const read = readConnectionEntry(id, entry, connections, unnamed);
    if (typeof read === 'string') {
      faults.push({ id, message: read });
    } else {
      connections.push(read);
    }
  }
  return { connections, faults };
}

/**
 * Why a text cannot be the name of a connection; undefined when it can.
 * @param others those that it stands beside
 */
export function checkConnectionName(
  text: string,
  service: Service,
  others: readonly Pick<NamedConnection, 'name' | 'service'>[],
): string | undefined {
  const name = normalizeConnectionName(text);
  if (name === '') {
    return l10n.t('A connection needs a name.');
  }
  if (name.length > maxNameLength) {
    return l10n.t('A name has at most {0} characters.', maxNameLength);
  }
  if (!namePattern.test(name) || invisibleCharacterPattern.test(name)) {
    return l10n.t('Use letters, digits, spaces, dots, hyphens and underscores. Begin with a letter or digit.');
  }
  if (reservedConnectionNames.includes(toComparableName(name))) {
    return l10n.t('“{0}” is reserved. Choose another name.', name);
  }
  const isTaken = others.some((other) => other.service === service && toComparableName(other.name) === toComparableName(name));
  return isTaken ? l10n.t('Another connection of this service is named “{0}”.', name) : undefined;
}

/** What a new connection is kept under. @param taken what others are kept under */
export function createConnectionId(name: string, taken: readonly string[]): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g);
  const word = words?.join('-') ?? 'connection';
  const lower = new Set(taken.map((id) => id.toLowerCase()));
  let id = word;
  for (let count = 2; lower.has(id); count += 1) {
    id = `${word}-${count}`;
  }
  return id;
}

/** @returns the connection, or why the entry is none */
function readConnectionEntry(
  id: string,
  entry: unknown,
  others: readonly NamedConnection[],
  unnamed: readonly ConnectionAddress[],
): NamedConnection | string {
  if (!idPattern.test(id)) {
    return l10n.t('Use an id of letters from a to z, digits and hyphens, at most 40.');
  }
  if (others.some((other) => toComparableName(other.id) === toComparableName(id))) {
    return l10n.t('{0}: another id differs only in case.', id);
  }
  if (!isObject(entry)) {
    return l10n.t('{0}: must be an object with service and address.', id);
  }
  if (Object.keys(entry).some((field) => !connectionFieldNames.has(field))) {
    return l10n.t(
      '{0}: a connection has name, service, kind, address, host, keyHeader and hostHeader only. Set API Key… keeps its key.',
      id,
    );
  }
  const { name = id, service, kind = 'direct', address, host = '', keyHeader, hostHeader } = entry;
  if (service !== 'primary' && service !== 'gateway') {
    return l10n.t('{0}: service must be “primary” or “gateway”.', id);
  }
  if ((kind !== 'direct' && kind !== 'marketplace') || (kind === 'marketplace' && service === 'gateway')) {
    return l10n.t('{0}: kind must be “direct” or, for the primary service, “marketplace”.', id);
  }
  if (typeof name !== 'string' || typeof address !== 'string' || typeof host !== 'string') {
    return l10n.t('{0}: name, address and host must be texts.', id);
  }
  const parsed = parseBaseUrl(address);
  if (isAddressRefusal(parsed)) {
    return `${id}: ${l10n.t('The address {0}', parsed.refused)}`;
  }
  const at = { address: parsed.baseUrl, host: host.trim() };
  const read: NamedConnection = { id, name: normalizeConnectionName(name), service, kind, ...at, keyHeader, hostHeader };
  const other = findHostConflict<ConnectionAddress & { readonly id?: string }>(read, [...unnamed, ...others]);
  const fault =
    checkConnectionName(name, service, others) ??
    describeMarketplaceHostFault(read.host) ??
    (other === undefined ? undefined : describeHostConflict(other));
  return fault === undefined ? read : `${id}: ${fault}`;
}

/**
 * The first of several connections that has the address of a marketplace with another host. Answers and prices belong to an address,
 * and two hosts at one address are two services: each would be served what was paid for at the other one.
 * @returns undefined also where no host is given: then nothing is reached
 */
export function findHostConflict<T extends ConnectionAddress>(
  { kind, address, host }: ConnectionAddress,
  others: readonly T[],
): T | undefined {
  return kind !== 'marketplace' || host === ''
    ? undefined
    : others.find(
        (other) =>
          other.kind === 'marketplace' &&
          other.host !== '' &&
          other.host.toLowerCase() !== host.toLowerCase() &&
          normalizeAddress(other.address) === normalizeAddress(address),
      );
}

function describeHostConflict(other: ConnectionAddress & { readonly id?: string }): string {
  return other.id === undefined
    ? l10n.t('the marketplace connection without a name has this address with another host. Only that one counts.')
    : l10n.t('“{0}” has this address with another host. Only “{0}” counts.', other.id);
}

/** An address that is none is as it stands there. */
function normalizeAddress(address: string): string {
  const parsed = parseBaseUrl(address);
  return isAddressRefusal(parsed) ? address : parsed.baseUrl;
}

/** Why a text cannot be the host of a marketplace; undefined when it can, or none is given. It travels in a header. */
function describeMarketplaceHostFault(text: string): string | undefined {
  return /^[\x21-\x7e]*$/.test(text) ? undefined : l10n.t('A host has no spaces and no letters beyond ASCII.');
}

/** A name as it is kept: its blanks are single. */
export function normalizeConnectionName(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
