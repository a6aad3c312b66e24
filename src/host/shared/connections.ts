import * as vscode from 'vscode';
import type { Connection, Credentials } from '../../client/client.ts';
import type { Service } from '../../client/endpoint.ts';
import type { RunningSandbox } from './services.ts';
import { onDidChangeSettings, readProtectedSetting } from './settings.ts';
import type { Keys, KeySlot } from './keys.ts';

/** Where a service is reached, before an address or key is known. */
export type ConnectionKind = Connection['kind'];

/** What a call is expected to cost until a first one has taught its price: one cent. */
const assumedPrice = 10_000n;

/** The connection of each service, made from settings and keys. */
export class Connections implements vscode.Disposable {
  readonly #keys: Keys;
  readonly #startSandbox: () => Promise<RunningSandbox>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #sandbox: RunningSandbox | undefined;

  /** Fires when an address or a kind of connection changed. */
  readonly onDidChange = this.#changed.event;

  constructor(keys: Keys, startSandbox: () => Promise<RunningSandbox>) {
    this.#keys = keys;
    this.#startSandbox = startSandbox;
    this.#subscription = onDidChangeSettings(() => {
      this.#changed.fire();
    });
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

  /** @returns undefined where no address is set, or the sandbox does not run yet */
  of(service: Service): Connection | undefined {
    const kind = this.kindOf(service);
    const slot = this.keySlotOf(service);
    if (slot === undefined) {
      return this.#sandbox === undefined ? undefined : sandboxConnection(this.#sandbox, service);
    }
    const baseUrl = this.addressOf(slot);
    return baseUrl === '' ? undefined : { kind, baseUrl, assumedPrice, credentials: async () => await this.#credentials(slot) };
  }

  async #credentials(slot: KeySlot): Promise<Credentials | undefined> {
    const stored = await this.#keys.get(slot);
    if (stored === undefined) {
      return undefined;
    }
    const headers =
      slot === 'marketplace'
        ? { 'x-market-key': stored.key, 'x-market-host': readProtectedSetting('marketplace.host') ?? '' }
        : { 'X-API-KEY': stored.key };
    return { origin: stored.origin, headers };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function sandboxConnection(sandbox: RunningSandbox, service: Service): Connection {
  const baseUrl = sandbox.addresses[service];
  const credentials: Credentials = { origin: new URL(baseUrl).origin, headers: { 'X-API-KEY': sandbox.key } };
  // the sandbox's money is play money, and its gateway reports no prices: nothing is assumed
  return { kind: 'sandbox', baseUrl, assumedPrice: 0n, credentials: async () => await Promise.resolve(credentials) };
}
