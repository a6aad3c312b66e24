import * as vscode from 'vscode';
import {
  type SnippetAuthentication,
  type PaidConnection,
  type ReadinessByService,
  readConnectionSettings,
  readSelectedConnections,
  sandboxName,
  type ServiceReadiness,
  type SelectedConnections,
} from '../../core/connections/connectionSettings.ts';
import {
  type ResponseOrigin,
  findConnectionOfResponse,
  replacedPeopleAddress,
} from '../../core/connections/responseConnection.ts';
import type { Connection, Credentials } from '../../client/connection.ts';
import type { Service } from '../../client/endpoint.ts';
import { sanitizeForVsCode } from '../../core/text/stripHiddenCharacters.ts';
import { onDidChangeSettings, readUserOnlySetting, writeSetting } from '../settings.ts';
import { type Keys, readKeyState } from './keys.ts';

export type SandboxAddressesAndKey = Readonly<Record<Service | 'key', string>>;

export type ConnectionKind = Connection['kind'];

export type ConnectionNames = Readonly<Record<Service, string>>;

export function formatConnectionKind(kind: ConnectionKind): string {
  return {
    sandbox: vscode.l10n.t('Sandbox'),
    direct: vscode.l10n.t('Direct'),
    marketplace: vscode.l10n.t('Marketplace'),
  }[kind];
}

export function formatConnectionName(name: string): string {
  switch (name) {
    case sandboxName:
      return formatConnectionKind('sandbox');
    case replacedPeopleAddress:
      return vscode.l10n.t('pseudonymized');
    default:
      return sanitizeForVsCode(name);
  }
}

/** The configured connections with their keys, and the sandbox. New requests to a service use its selected connection. */
export class Connections implements vscode.Disposable {
  readonly #keys: Keys;
  /** Starts this window's sandbox if it isn't running. */
  readonly sandbox: () => Promise<SandboxAddressesAndKey>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #sandbox: SandboxAddressesAndKey | undefined;
  #read: { readonly setting: unknown; readonly found: ReturnType<typeof readConnectionSettings> } | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(keys: Keys, startSandbox: () => Promise<SandboxAddressesAndKey>) {
    this.#keys = keys;
    this.sandbox = startSandbox;
    this.#subscription = vscode.Disposable.from(
      onDidChangeSettings(() => this.#changed.fire(), 'connections', 'connection'),
      keys.onDidChange(() => this.#changed.fire()),
    );
  }

  /** Includes the errors of invalid entries. */
  get paid(): ReturnType<typeof readConnectionSettings> {
    const setting = readUserOnlySetting('connections');
    if (this.#read === undefined || this.#read.setting !== setting) {
      this.#read = { setting, found: readConnectionSettings(setting) };
    }
    return this.#read.found;
  }

  selected(service: Service): string {
    return readSelected()[service] ?? sandboxName;
  }

  /**
   * The connection name to show next to something that uses it; empty for the selected one, unless it is the sandbox while the
   * other service is paid.
   */
  markOf(name: string, service: Service = this.find(name)?.service ?? 'primary'): string {
    const isOnlyOneSandbox = name === sandboxName && Object.values(this.names()).some((selected) => selected !== sandboxName);
    return this.selected(service) === name && !isOnlyOneSandbox ? '' : formatConnectionName(name);
  }

  async select(service: Service, name: string): Promise<void> {
    const { [service]: _before, ...others } = readSelected();
    await writeSetting('connection', name === sandboxName ? others : { ...others, [service]: name });
  }

  /** Undefined for the sandbox and unknown names. */
  find(name: string): PaidConnection | undefined {
    return this.paid.connections.find((connection) => connection.name === name);
  }

  /** Replaces a connection that has the same name. */
  async write({ name, service, address, marketplace }: PaidConnection): Promise<void> {
    const before = readEntries();
    const entry = { ...before[name], service, address, ...marketplace };
    await writeSetting('connections', { ...before, [name]: entry });
  }

  /** Also removes an invalid entry. */
  async remove(name: string): Promise<void> {
    await writeSetting('connections', Object.fromEntries(Object.entries(readEntries()).filter(([other]) => other !== name)));
  }

  /** @param opened the connection that something was opened with; default: the selected ones */
  names(opened?: string): ConnectionNames {
    return { primary: this.#nameFor('primary', opened), gateway: this.#nameFor('gateway', opened) };
  }

  /** The sandbox serves both services. A paid connection's items use the other service only if that is also paid. */
  #nameFor(service: Service, opened: string | undefined): string {
    const selected = this.selected(service);
    if (opened === undefined) {
      return selected;
    }
    const found = this.find(opened);
    return found !== undefined && found.service !== service && this.kindOf(service, selected) !== 'sandbox' ? selected : opened;
  }

  /** @param name default: the selected one */
  kindOf(service: Service, name = this.selected(service)): ConnectionKind {
    // an unknown name isn't the sandbox: requests aren't sent until the user selects a connection
    return name === sandboxName ? 'sandbox' : this.find(name)?.marketplace === undefined ? 'direct' : 'marketplace';
  }

  reaches(service: Service, name: string): boolean {
    return name === sandboxName || this.#paidOf(service, name) !== undefined;
  }

  /** True for a sandbox in this window or on this machine. */
  isLocal(name: string): boolean {
    return name === sandboxName || this.find(name)?.address.startsWith('http:') === true; // plain http is allowed for this machine only
  }

  labelOf(service: Service): string {
    const name = this.selected(service);
    const shown = formatConnectionName(name);
    return this.reaches(service, name) ? shown : vscode.l10n.t('not set up: {0}', shown);
  }

  async prepare(names = this.names()): Promise<void> {
    if (names.primary === sandboxName || names.gateway === sandboxName) {
      this.#sandbox = await this.sandbox();
    }
  }

  /**
   * @param name default: the selected one
   * @returns undefined if the service doesn't have that connection, or the sandbox isn't running yet
   */
  of(service: Service, name = this.selected(service)): Connection | undefined {
    if (name === sandboxName) {
      return this.#sandbox === undefined ? undefined : createSandboxConnection(this.#sandbox, service);
    }
    const paid = this.#paidOf(service, name);
    return paid === undefined ? undefined : this.#toConnection(paid);
  }

  /** The connection that a response came from, found by its address. For a response from a file, the selected one. */
  nameOf(exchange: ResponseOrigin): string {
    return findConnectionOfResponse(exchange, this.paid.connections, this.selected(exchange.request.service));
  }

  authenticationOf(exchange: ResponseOrigin): SnippetAuthentication {
    return this.find(this.nameOf(exchange))?.marketplace ?? 'direct';
  }

  #paidOf(service: Service, name: string): PaidConnection | undefined {
    const paid = this.find(name);
    return paid?.service === service ? paid : undefined;
  }

  #toConnection(paid: PaidConnection): Connection {
    const { name, address, marketplace, parameterNames } = paid;
    const version = this.#keys.version(name);
    return {
      name,
      kind: marketplace === undefined ? 'direct' : 'marketplace',
      baseUrl: address,
      // the host belongs to the id, because a marketplace key is valid for one host
      keyId: [
        version,
        ...(marketplace === undefined ? [] : [marketplace.host, marketplace.keyHeader, marketplace.hostHeader]),
      ].join(' '),
      credentials: async () => await this.#credentials(paid),
      parameterNames,
    };
  }

  async #credentials({ name, marketplace }: PaidConnection): Promise<Credentials | undefined> {
    const stored = await this.#keys.get(name);
    if (stored === undefined) {
      return undefined;
    }
    const { key, origin } = stored;
    return marketplace === undefined
      ? { origin, headers: { 'X-API-KEY': key } }
      : { origin, headers: { [marketplace.keyHeader]: key }, nonSecretHeaders: { [marketplace.hostHeader]: marketplace.host } };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function readSelected(): SelectedConnections {
  return readSelectedConnections(readUserOnlySetting('connection'));
}

/** Includes invalid entries. */
function readEntries(): Readonly<Record<string, object>> {
  const setting = readUserOnlySetting('connections');
  return typeof setting === 'object' && setting !== null && !Array.isArray(setting) ? { ...setting } : {};
}

function createSandboxConnection(sandbox: SandboxAddressesAndKey, service: Service): Connection {
  const baseUrl = sandbox[service];
  const credentials: Credentials = { origin: new URL(baseUrl).origin, headers: { 'X-API-KEY': sandbox.key } };
  return { name: sandboxName, kind: 'sandbox', baseUrl, credentials: async () => await Promise.resolve(credentials) };
}

/**
 * Doesn't start the sandbox.
 * @param connection default: the selected ones
 */
export async function readServiceReadiness(
  { connections, keys, log }: { readonly connections: Connections; readonly keys: Keys; readonly log: vscode.LogOutputChannel },
  connection?: string,
): Promise<ReadinessByService> {
  const names = connections.names(connection);
  const read = async (service: Service): Promise<ServiceReadiness> => {
    const name = names[service];
    if (!connections.reaches(service, name)) {
      return 'noAddress';
    }
    // if the secret storage can't be read, the request will report it
    return name === sandboxName ? 'sandbox' : (await readKeyState(keys, name, log)) === 'none' ? 'noKey' : 'ready';
  };
  return { primary: await read('primary'), gateway: await read('gateway') };
}
