import * as vscode from 'vscode';
import { withoutEndSlashes } from '../../client/address.ts';
import type { Connection, Credentials } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import type { Exchange } from '../../client/exchange.ts';
import { onDidChangeConnectionSettings, readProtectedSetting } from '../shared/settings.ts';
import type { ConnectionInfo, KeySlot } from '../../app/origin/connectionInfo.ts';
import type { Authentication, MarketplaceHeaders } from '../../app/requests/authentication.ts';
import type { Keys } from './keys.ts';
import { marketplaceHeaders, parameterNames } from './readSettings.ts';

/** A sandbox that runs: the two addresses and the key that it takes. */
export type RunningSandbox = Readonly<Record<Service | 'key', string>>;

/** Where a service is reached, before an address or key is known. */
export type ConnectionKind = Connection['kind'];

/** The name of a kind of connection, for people. */
export function formatConnection(kind: ConnectionKind): string {
  return {
    sandbox: vscode.l10n.t('Sandbox'),
    direct: vscode.l10n.t('Direct'),
    marketplace: vscode.l10n.t('Marketplace'),
  }[kind];
}

/** What a call is expected to cost until a first one has taught its price: one cent. */
const assumedPrice = 10_000n;

/** The connection of each service, made from settings and keys. */
export class Connections implements ConnectionInfo, vscode.Disposable {
  readonly #keys: Keys;
  readonly #startSandbox: () => Promise<RunningSandbox>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #sandbox: RunningSandbox | undefined;

  /** Fires when an address, a kind of connection or a key changed. */
  readonly onDidChange = this.#changed.event;

  constructor(keys: Keys, startSandbox: () => Promise<RunningSandbox>) {
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
    return readProtectedSetting(`${service}.connection`) ?? 'sandbox';
  }

  /** The place of the key that a service's connection uses; the sandbox uses none. */
  keySlotOf(service: Service): KeySlot | undefined {
    switch (this.kindOf(service)) {
      case 'sandbox':
        return undefined;
      case 'direct':
        return service;
      case 'marketplace':
        return 'marketplace';
    }
  }

  /** The address that a key slot's connection is set to; empty where none is set. */
  addressOf(slot: KeySlot): string {
    return (readProtectedSetting(`${slot}.address`) ?? '').trim();
  }

  /** Makes sure that what the connections need runs. Makes no call. */
  async prepare(): Promise<void> {
    if (this.kindOf('primary') === 'sandbox' || this.kindOf('gateway') === 'sandbox') {
      this.#sandbox = await this.#startSandbox();
    }
  }

  /** The sandbox of this window, started where it does not run yet; calls go there only where a service is connected with it. */
  async sandbox(): Promise<RunningSandbox> {
    return await this.#startSandbox();
  }

  /** @returns undefined where no address is set, or the sandbox does not run yet */
  of(service: Service): Connection | undefined {
    const kind = this.kindOf(service);
    const slot = this.keySlotOf(service);
    if (slot === undefined) {
      return this.#sandbox === undefined ? undefined : sandboxConnection(this.#sandbox, service);
    }
    const baseUrl = this.addressOf(slot);
    if (baseUrl === '') {
      return undefined;
    }
    // without its host a key of the marketplace is no key, and with another one it is another's
    const keyId = slot === 'marketplace' ? `${this.#keys.version(slot)} ${marketplaceName()}` : this.#keys.version(slot);
    const names = parameterNames(readProtectedSetting('parameterNames'));
    const credentials = async () => await this.#credentials(slot);
    return { kind, baseUrl, assumedPrice, keyId, credentials, parameterNames: names };
  }

  /** Whether an answer came from where its service is reached now: only then may it lead to further calls. */
  isCurrent({ request }: { readonly request: Pick<Exchange['request'], 'service' | 'baseUrl'> }): boolean {
    const current = this.of(request.service);
    return current !== undefined && withoutEndSlashes(current.baseUrl) === withoutEndSlashes(request.baseUrl);
  }

  /** How a copied call is authenticated at the service that answered it. */
  authenticationOf(exchange: Exchange): Authentication {
    const isMarketplace = this.kindOf(exchange.request.service) === 'marketplace' && this.isCurrent(exchange);
    return isMarketplace ? namedHeaders() : 'direct';
  }

  async #credentials(slot: KeySlot): Promise<Credentials | undefined> {
    const stored = await this.#keys.get(slot);
    if (stored === undefined) {
      return undefined;
    }
    if (slot !== 'marketplace') {
      return { origin: stored.origin, headers: { 'X-API-KEY': stored.key } };
    }
    const host = marketplaceHost();
    // without its host a marketplace cannot tell whose key it is
    if (host === '') {
      return undefined;
    }
    const { keyHeader, hostHeader } = namedHeaders();
    return { origin: stored.origin, headers: { [keyHeader]: stored.key }, openHeaders: { [hostHeader]: host } };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function namedHeaders(): MarketplaceHeaders {
  return marketplaceHeaders(readProtectedSetting('marketplace.keyHeader'), readProtectedSetting('marketplace.hostHeader'));
}

/** What tells one marketplace from another, whatever its address. */
function marketplaceName(): string {
  const { keyHeader, hostHeader } = namedHeaders();
  return `${marketplaceHost()} ${keyHeader} ${hostHeader}`;
}

function marketplaceHost(): string {
  return (readProtectedSetting('marketplace.host') ?? '').trim();
}

function sandboxConnection(sandbox: RunningSandbox, service: Service): Connection {
  const baseUrl = sandbox[service];
  const credentials: Credentials = { origin: new URL(baseUrl).origin, headers: { 'X-API-KEY': sandbox.key } };
  // the sandbox's money is play money, and its gateway reports no prices: nothing is assumed
  return { kind: 'sandbox', baseUrl, assumedPrice: 0n, credentials: async () => await Promise.resolve(credentials) };
}
