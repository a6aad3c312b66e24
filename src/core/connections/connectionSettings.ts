import * as l10n from '@vscode/l10n';
import { isAddressRefusal, parseBaseUrl } from '../../client/address.ts';
import type { ParamNameOverrides } from '../../client/connection.ts';
import type { Service } from '../../client/endpoint.ts';

export type ServiceReadiness = 'sandbox' | 'ready' | 'noKey' | 'noAddress';

export type ReadinessByService = Readonly<Record<Service, ServiceReadiness>>;

export type SnippetAuthentication = 'direct' | MarketplaceHeaderNames;

/** The built-in connection with free sample data for both services. */
export const sandboxName = 'sandbox';

export function formatServiceName(service: Service): string {
  return service === 'primary' ? l10n.t('Primary API') : l10n.t('Gateway API');
}

/** The names of the two headers that a marketplace requires. */
export interface MarketplaceHeaderNames {
  readonly keyHeader: string;
  readonly hostHeader: string;
}

/** A paid connection from the settings. Its key is in secret storage, under its name. */
export interface PaidConnection {
  /** Settings, tabs, and pins refer to it by this name. */
  readonly name: string;
  readonly service: Service;
  readonly address: string;
  /** Undefined for a direct connection. */
  readonly marketplace: (MarketplaceHeaderNames & { readonly host: string }) | undefined;
  readonly parameterNames: ParamNameOverrides;
}

/** The connection that each service uses for new requests. Default: the sandbox. */
export type SelectedConnections = Readonly<Partial<Record<Service, string>>>;

export interface ConnectionFault {
  /** The connection's name; undefined if the whole setting isn't an object. */
  readonly name: string | undefined;
  readonly message: string;
}

/** Short enough for the status bar. */
export const maxNameLength = 30;

/** Excludes control and bidi characters and everything that VS Code would render as an icon or link. */
const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}._-])?$/u;

/** Invisible letters and marks would let two names look the same. */
const invisibleCharacterPattern = /\p{Default_Ignorable_Code_Point}/u;

const connectionFieldNames = new Set(['service', 'address', 'host', 'keyHeader', 'hostHeader', 'parameterNames']);

/** Equal for names that look the same. */
const toComparableName = (name: string) => name.normalize('NFKC').toLowerCase();

/** Leaves out invalid entries and returns an error for each. */
export function readConnectionSettings(setting: unknown): {
  readonly connections: readonly PaidConnection[];
  readonly faults: readonly ConnectionFault[];
} {
  if (setting === undefined || setting === null) {
    return { connections: [], faults: [] };
  }
  if (!isObject(setting)) {
    return { connections: [], faults: [{ name: undefined, message: l10n.t('socialData.connections must be an object.') }] };
  }
  const connections: PaidConnection[] = [];
  const faults: ConnectionFault[] = [];
  for (const [name, entry] of Object.entries(setting)) {
    const read = readConnectionEntry(name, entry, connections);
    if (typeof read === 'string') {
      faults.push({ name, message: `${name}: ${read}` });
    } else {
      connections.push(read);
    }
  }
  return { connections, faults };
}

/** Anything but a name selects the sandbox, which is free. */
export function readSelectedConnections(setting: unknown): SelectedConnections {
  const { primary, gateway } = isObject(setting) ? setting : {};
  return {
    ...(typeof primary === 'string' && primary !== '' ? { primary } : {}),
    ...(typeof gateway === 'string' && gateway !== '' ? { gateway } : {}),
  };
}

/** @param others the other connections' names */
export function checkConnectionName(name: string, others: readonly string[]): string | undefined {
  if (name === '') {
    return l10n.t('Enter a name.');
  }
  if (name.length > maxNameLength) {
    return l10n.t('A name can have at most {0} characters.', maxNameLength);
  }
  if (!namePattern.test(name) || invisibleCharacterPattern.test(name)) {
    return l10n.t('Use letters, digits, spaces, dots, hyphens, and underscores. Start with a letter or digit.');
  }
  const comparable = toComparableName(name);
  if (comparable === sandboxName) {
    return l10n.t("'{0}' is reserved. Choose a different name.", name);
  }
  return others.some((other) => toComparableName(other) === comparable) ? l10n.t('This name is already in use.') : undefined;
}

/** @returns the connection, or what is wrong with the entry */
function readConnectionEntry(name: string, entry: unknown, others: readonly PaidConnection[]): PaidConnection | string {
  const invalid = l10n.t("must be an object with the texts service ('primary' or 'gateway'), address, and optionally host.");
  if (!isObject(entry)) {
    return invalid;
  }
  if (Object.keys(entry).some((field) => !connectionFieldNames.has(field))) {
    return l10n.t(
      'a connection can only have service, address, host, keyHeader, hostHeader, and parameterNames. Run Manage Connections… to store its key.',
    );
  }
  const { service, address, host = '', keyHeader, hostHeader, parameterNames } = entry;
  if ((service !== 'primary' && service !== 'gateway') || typeof address !== 'string' || typeof host !== 'string') {
    return invalid;
  }
  const parsed = parseBaseUrl(address);
  if (isAddressRefusal(parsed)) {
    return l10n.t('The base URL {0}', parsed.refused);
  }
  const nameFault = checkConnectionName(
    name,
    others.map((other) => other.name),
  );
  if (nameFault !== undefined) {
    return nameFault;
  }
  const hostFault = host.trim() === '' ? undefined : checkHeaderValue(host.trim());
  if (hostFault !== undefined) {
    return `host: ${hostFault}`;
  }
  if (host.trim() !== '' && service === 'gateway') {
    return l10n.t('only the Primary API can be reached through a marketplace.');
  }
  return {
    name,
    service,
    address: parsed.baseUrl,
    marketplace: host.trim() === '' ? undefined : { host: host.trim(), ...readMarketplaceHeaders(keyHeader, hostHeader) },
    parameterNames: readParameterNameOverrides(parameterNames),
  };
}

/** @returns an error, because headers can only contain ASCII; undefined if the key or host is valid */
export function checkHeaderValue(text: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? undefined : l10n.t('Use only ASCII characters, without spaces.');
}

/** Valid names of query parameters; the manifest warns about others. */
const parameterNamePattern = /^\w[\w.[\]-]{0,63}$/;

/** Ignores invalid names. */
export function readParameterNameOverrides(setting: unknown): ParamNameOverrides {
  return Object.fromEntries(
    listObjectEntries(setting).map(([endpointId, names]) => [
      endpointId,
      Object.fromEntries(
        listObjectEntries(names).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && parameterNamePattern.test(entry[1]),
        ),
      ),
    ]),
  );
}

function listObjectEntries(value: unknown): readonly [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** Used until the user sets the marketplace's header names. */
const defaultMarketplaceHeaderNames: MarketplaceHeaderNames = { keyHeader: 'x-market-key', hostHeader: 'x-market-host' };

/** Header names that every shell and language accepts unchanged; the manifest warns about others. */
const headerNamePattern = /^[a-z][\w.-]{0,63}$/i;

/** Headers that requests or transports set. A key must not replace them. */
const reservedHeaderNamePattern =
  /^(?:accept(?:-.*)?|connection|content-.*|cookie2?|date|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/i;

/** Replaces names that can't be sent with the defaults. */
export function readMarketplaceHeaders(keyHeader: unknown, hostHeader: unknown): MarketplaceHeaderNames {
  const key = readHeaderName(keyHeader) ?? defaultMarketplaceHeaderNames.keyHeader;
  const host = readHeaderName(hostHeader) ?? defaultMarketplaceHeaderNames.hostHeader;
  // one header can't hold both values
  return key.toLowerCase() === host.toLowerCase() ? defaultMarketplaceHeaderNames : { keyHeader: key, hostHeader: host };
}

function readHeaderName(setting: unknown): string | undefined {
  const name = typeof setting === 'string' ? setting.trim() : '';
  return headerNamePattern.test(name) && !reservedHeaderNamePattern.test(name) ? name : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Chooses the first connected service or, if its key is missing, the first one that has its key.
 * @returns undefined if they don't have an address
 */
export function chooseService(offering: readonly Service[], statuses: ReadinessByService): Service | undefined {
  const connected = offering.filter((service) => statuses[service] !== 'noAddress');
  const [first] = connected;
  return first === undefined || statuses[first] !== 'noKey'
    ? first
    : (connected.find((service) => statuses[service] === 'ready') ?? first);
}

/**
 * Chooses the service for a number or link that the user pins. Prefers a service with a key over the sandbox, whose sample data
 * doesn't describe real accounts.
 * @param isOfSandbox whether it's a link from a sandbox
 */
export function chooseServiceForPin(
  kind: 'user' | 'list' | 'community',
  statuses: ReadinessByService,
  isOfSandbox = false,
): Service | undefined {
  const offering: readonly Service[] = kind === 'user' ? ['primary'] : ['primary', 'gateway'];
  const preferred = offering.find((service) => statuses[service] === (isOfSandbox ? 'sandbox' : 'ready'));
  return preferred ?? chooseService(offering, statuses);
}
