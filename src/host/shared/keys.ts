import type * as vscode from 'vscode';

/** Each way that wants a key has one place for it. */
export type KeySlot = 'primary' | 'marketplace' | 'gateway';

/** A key and the one origin it was given for. */
export interface StoredKey {
  readonly key: string;
  /** scheme://host:port */
  readonly origin: string;
}

const secretId = (slot: KeySlot) => `socialData.key.${slot}`;

/** The keys, in the secret storage of VS Code or, where that fails, for this session only. */
export class Keys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #session = new Map<KeySlot, StoredKey>();
  readonly #cached = new Map<KeySlot, StoredKey | undefined>();
  readonly #subscription: vscode.Disposable;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    // fires in every window, so a key removed in one is not used in another
    this.#subscription = secrets.onDidChange(() => {
      this.#cached.clear();
    });
  }

  /** @throws when the secret storage cannot be read */
  async get(slot: KeySlot): Promise<StoredKey | undefined> {
    const ofSession = this.#session.get(slot);
    if (ofSession !== undefined) {
      return ofSession;
    }
    if (!this.#cached.has(slot)) {
      this.#cached.set(slot, readStoredKey(await this.#secrets.get(secretId(slot))));
    }
    return this.#cached.get(slot);
  }

  /** @throws when the secret storage cannot keep it (no keyring) */
  async store(slot: KeySlot, stored: StoredKey): Promise<void> {
    await this.#secrets.store(secretId(slot), JSON.stringify(stored));
    this.#session.delete(slot);
    this.#cached.delete(slot);
  }

  /** Keeps a key in memory until the window closes. */
  keepForSession(slot: KeySlot, stored: StoredKey): void {
    this.#session.set(slot, stored);
  }

  async remove(slot: KeySlot): Promise<void> {
    this.#session.delete(slot);
    this.#cached.delete(slot);
    await this.#secrets.delete(secretId(slot));
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function readStoredKey(text: string | undefined): StoredKey | undefined {
  if (text === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isStoredKey(value) ? value : undefined;
  } catch {
    return undefined; // not written by this extension: the same as no key, and the person is asked for one
  }
}

function isStoredKey(value: unknown): value is StoredKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'origin' in value &&
    typeof value.origin === 'string'
  );
}
