import * as vscode from 'vscode';
import type { KeySlot } from '../../app/origin/connectionInfo.ts';

/** A key and the one origin it was given for. */
export interface StoredKey {
  readonly key: string;
  /** scheme://host:port */
  readonly origin: string;
  /** A random name that comes with the key and tells nothing of it. */
  readonly name?: string;
}

const slots: readonly KeySlot[] = ['primary', 'marketplace', 'gateway'];

const secretId = (slot: KeySlot) => `socialData.key.${slot}`;

/** The keys, in the secret storage of VS Code or, where that fails, for this session only. */
export class Keys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #session = new Map<KeySlot, StoredKey>();
  readonly #cached = new Map<KeySlot, StoredKey | undefined>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #versions = new Map<KeySlot, number>();

  /** Fires when a key was set or removed, in this window or another one. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    // fires in every window, so a key removed in one is not used in another
    this.#subscription = secrets.onDidChange(({ key }) => {
      const slot = slots.find((one) => secretId(one) === key);
      if (slot !== undefined) {
        this.#cached.delete(slot);
        this.#touch(slot);
      }
    });
  }

  /** A name that is another one whenever the key of the slot changed, and stays while others do. */
  version(slot: KeySlot): string {
    return `${slot}${this.#versions.get(slot) ?? 0}`;
  }

  /** The name of a key that was read or set in this session. */
  nameOf(slot: KeySlot): string | undefined {
    return (this.#session.get(slot) ?? this.#cached.get(slot))?.name;
  }

  #touch(slot: KeySlot): void {
    this.#versions.set(slot, (this.#versions.get(slot) ?? 0) + 1);
    this.#changed.fire();
  }

  /** @throws when the secret storage cannot be read */
  async get(slot: KeySlot): Promise<StoredKey | undefined> {
    const ofSession = this.#session.get(slot);
    if (ofSession !== undefined) {
      return ofSession;
    }
    if (this.#cached.has(slot)) {
      return this.#cached.get(slot);
    }
    const version = this.version(slot);
    const stored = readStoredKey(await this.#secrets.get(secretId(slot)));
    if (version === this.version(slot)) {
      this.#cached.set(slot, stored); // else it changed meanwhile, and this is the one before
    }
    return stored;
  }

  /** @throws when the secret storage cannot keep it (no keyring) */
  async store(slot: KeySlot, stored: StoredKey): Promise<void> {
    await this.#secrets.store(secretId(slot), JSON.stringify(named(stored)));
    this.#session.delete(slot);
    this.#cached.delete(slot);
    this.#touch(slot);
  }

  /** Keeps a key in memory until the window closes. */
  keepForSession(slot: KeySlot, stored: StoredKey): void {
    this.#session.set(slot, named(stored));
    this.#touch(slot);
  }

  /** From the first moment on no call gets it, however long the secret storage takes. @throws when that cannot delete it */
  async remove(slot: KeySlot): Promise<void> {
    this.#session.delete(slot);
    this.#cached.set(slot, undefined);
    this.#touch(slot);
    try {
      await this.#secrets.delete(secretId(slot));
    } catch (error) {
      this.#cached.delete(slot); // it is still there
      this.#touch(slot);
      throw error;
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Whether a key is set; a storage that cannot be read is a finding, which the log explains. */
export async function keyState(keys: Keys, slot: KeySlot, log: vscode.LogOutputChannel): Promise<'set' | 'none' | 'unreadable'> {
  try {
    return (await keys.get(slot)) === undefined ? 'none' : 'set';
  } catch (error) {
    log.error(`The secret storage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'unreadable';
  }
}

function named(stored: StoredKey): StoredKey {
  return { ...stored, name: crypto.randomUUID() };
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
    typeof value.origin === 'string' &&
    (!('name' in value) || typeof value.name === 'string')
  );
}
