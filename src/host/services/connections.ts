import * as vscode from 'vscode';
import { stripTrailingSlashes } from '../../client/address.ts';
import type { Connection, Credentials } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { onDidChangeConnectionSettings, readUserOnlySetting } from '../shared/settings.ts';
import type { CurrentConnectionLookup, KeySlot } from '../../app/origin/connectionInfo.ts';
import type { SnippetAuthentication } from '../../app/requests/authentication.ts';
import { type Keys, toNamedKeySlot } from './keys.ts';
import {
  readConnectionChoice,
  readSelectedNamedConnectionId,
  type PaidConnection,
  readConnectionAddress,
  readPaidConnection,
  readPaidConnectionSettings,
} from './paidConnections.ts';
import { readParameterNameOverrides } from './readSettings.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';

/** A sandbox that runs: the two addresses and the key that it takes. */
export type SandboxAddressesAndKey = Readonly<Record<Service | 'key', string>>;

/** Where a service is reached, before an address or key is known. */
export type ConnectionKind = Connection['kind'];

/** The name of a kind of connection, for people. */
export function formatConnectionKind(kind: ConnectionKind): string {
  return {
    sandbox: vscode.l10n.t('Sandbox'),
    direct: vscode.l10n.t('Direct'),
    marketplace: vscode.l10n.t('Marketplace'),
  }[kind];
}

/** The connection of each service, made from settings and keys. */
export class Connections implements CurrentConnectionLookup, vscode.Disposable {
  readonly #keys: Keys;
  readonly #startSandbox: () => Promise<SandboxAddressesAndKey>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #sandbox: SandboxAddressesAndKey | undefined;

  /** Fires when an address, a kind of connection or a key changed. */
  readonly onDidChange = this.#changed.event;

  constructor(keys: Keys, startSandbox: () => Promise<SandboxAddressesAndKey>) {
    this.#keys = keys;
    this.#startSandbox = startSandbox;
    this.#subscription = vscode.Disposable.from(
      onDidChangeConnectionSettings(() => {
        this.#changed.fire();
      }),
      keys.onDidChange(() => {
        this.#changed.fire();
      }),
    );
  }

  kindOf(service: Service): ConnectionKind {
    const choice = readConnectionChoice(service);
    // a named one that is not there is no sandbox: nothing is reached until the person says where
    return choice === 'named' ? (readPaidConnection(service)?.kind ?? 'direct') : choice;
  }

  /** What a person calls the way to a service: the name of its connection, or its kind. */
  labelOf(service: Service): string {
    const paid = readPaidConnection(service);
    return readConnectionChoice(service) === 'named' && paid === undefined
      ? vscode.l10n.t('not set up: {0}', sanitizeForVsCode(readSelectedNamedConnectionId(service)))
      : (paid?.named?.name ?? formatConnectionKind(this.kindOf(service)));
  }

  /** The name of the connection that a service is reached over; undefined for one without. */
  nameOf(service: Service): string | undefined {
    return readPaidConnection(service)?.named?.name;
  }

  /** All that a person set up or may set up, and why others of the settings are none. */
  paid(): ReturnType<typeof readPaidConnectionSettings> {
    return readPaidConnectionSettings();
  }

  /** The place of the key that a service's connection uses; the sandbox uses none. */
  keySlotOf(service: Service): KeySlot | undefined {
    switch (readConnectionChoice(service)) {
      case 'sandbox':
        return undefined;
      case 'direct':
        return service;
      case 'marketplace':
        return 'marketplace';
      case 'named':
        return toNamedKeySlot(readSelectedNamedConnectionId(service));
    }
  }

  /** The address that a key slot's connection is set to; empty where none is set. */
  addressOf(slot: KeySlot): string {
    return readConnectionAddress(slot);
  }

  /** Makes sure that what the connections need runs. Makes no call. */
  async prepare(): Promise<void> {
    if (this.kindOf('primary') === 'sandbox' || this.kindOf('gateway') === 'sandbox') {
      this.#sandbox = await this.#startSandbox();
    }
  }

  /** The sandbox of this window, started where it does not run yet; calls go there only where a service is connected with it. */
  async sandbox(): Promise<SandboxAddressesAndKey> {
    return await this.#startSandbox();
  }

  isOwnSandbox(baseUrl: string): boolean {
    return this.#sandbox !== undefined && [this.#sandbox.primary, this.#sandbox.gateway].includes(baseUrl);
  }

  /** @returns undefined where no address is set, or the sandbox does not run yet */
  of(service: Service): Connection | undefined {
    if (this.kindOf(service) === 'sandbox') {
      return this.#sandbox === undefined ? undefined : createSandboxConnection(this.#sandbox, service);
    }
    const paid = readPaidConnection(service);
    return paid === undefined || paid.address === '' ? undefined : this.#paidConnection(paid);
  }

  #paidConnection(paid: PaidConnection): Connection {
    const { kind, slot, address, host, headers } = paid;
    const keys = this.#keys;
    const version = keys.version(slot);
    return {
      kind,
      baseUrl: address,
      // without its host a key of the marketplace is no key, and with another one it is another's
      keyId: kind === 'marketplace' ? `${version} ${host} ${headers.keyHeader} ${headers.hostHeader}` : version,
      credentials: async () => await this.#credentials(paid),
      parameterNames: readParameterNameOverrides(readUserOnlySetting('parameterNames')),
    };
  }

  /** Whether an answer came from where its service is reached now: only then may it lead to further calls. */
  isCurrent({ request }: { readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'> }): boolean {
    const current = this.of(request.service);
    return current !== undefined && stripTrailingSlashes(current.baseUrl) === stripTrailingSlashes(request.baseUrl);
  }

  /** How a copied call is authenticated at the service that answered it. */
  authenticationOf(exchange: Exchange): SnippetAuthentication {
    const paid = readPaidConnection(exchange.request.service);
    return paid?.kind === 'marketplace' && this.isCurrent(exchange) ? paid.headers : 'direct';
  }

  async #credentials({ kind, slot, host, headers }: PaidConnection): Promise<Credentials | undefined> {
    const stored = await this.#keys.get(slot);
    if (stored === undefined) {
      return undefined;
    }
    if (kind === 'direct') {
      return { origin: stored.origin, headers: { 'X-API-KEY': stored.key } };
    }
    // without its host a marketplace cannot tell whose key it is
    if (host === '') {
      return undefined;
    }
    return {
      origin: stored.origin,
      headers: { [headers.keyHeader]: stored.key },
      nonSecretHeaders: { [headers.hostHeader]: host },
    };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function createSandboxConnection(sandbox: SandboxAddressesAndKey, service: Service): Connection {
  const baseUrl = sandbox[service];
  const credentials: Credentials = { origin: new URL(baseUrl).origin, headers: { 'X-API-KEY': sandbox.key } };
  return { kind: 'sandbox', baseUrl, credentials: async () => await Promise.resolve(credentials) };
}
