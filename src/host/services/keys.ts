import { createHmac } from 'node:crypto';
import * as vscode from 'vscode';
import type { KeySlot } from '../../app/origin/connectionInfo.ts';
import { isKeySource, type KeySource, readKeyFromSource } from '../../client/keySource.ts';

/** A key, and the one origin it was given for. */
export interface OriginKey {
  readonly key: string;
  /** scheme://host:port */
  readonly origin: string;
  /** A random name that comes with the key and tells nothing of it. */
  readonly name?: string;
}

/** What the secret storage holds: the key, or the place of the person's own that it is read from for each call. */
export type KeyOrSource = OriginKey | (Omit<OriginKey, 'key'> & { readonly from: KeySource });

const keySecretNamePrefix = 'socialData.key.';

const toKeySecretName = (slot: KeySlot) => `${keySecretNamePrefix}${slot}`;

const namedKeySlotPrefix = 'named:';

/** The place of the key of a named connection. */
export function toNamedKeySlot(id: string): KeySlot {
  return `${namedKeySlotPrefix}${id}`;
}

/** The id of the named connection that a slot is of; undefined for any other. */
function getNamedConnectionIdOfSlot(slot: KeySlot): string | undefined {
  return slot.startsWith(namedKeySlotPrefix) ? slot.slice(namedKeySlotPrefix.length) : undefined;
}

/** The slot of a secret; undefined for another secret. */
function parseKeySlotOfSecret(secret: string): KeySlot | undefined {
  const name = secret.startsWith(keySecretNamePrefix) ? secret.slice(keySecretNamePrefix.length) : '';
  switch (name) {
    case 'primary':
    case 'marketplace':
    case 'gateway':
      return name;
    default:
      return name.startsWith(namedKeySlotPrefix) ? toNamedKeySlot(name.slice(namedKeySlotPrefix.length)) : undefined;
  }
}

/** The keys, in the secret storage of VS Code or, where that fails, for this session only. */
export class Keys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #session = new Map<KeySlot, KeyOrSource>();
  readonly #cached = new Map<KeySlot, KeyOrSource | undefined>();
  /** What was read last from the places that keys stand in. */
  readonly #read = new Map<KeySlot, OriginKey>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #versions = new Map<KeySlot, number>();

  /** Fires when a key was set or removed, in this window or another one. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    // fires in every window, so a key removed in one is not used in another
    this.#subscription = secrets.onDidChange(({ key }) => {
      const slot = parseKeySlotOfSecret(key);
      if (slot !== undefined) {
        this.#session.delete(slot);
        this.#cached.delete(slot);
        this.#read.delete(slot);
        this.#touch(slot);
      }
    });
  }

  /** A name that is another one whenever the key of the slot changed, and stays while others do. */
  version(slot: KeySlot): string {
    return `${slot}#${this.#versions.get(slot) ?? 0}`; // a name may end with a digit
  }

  #touch(slot: KeySlot): void {
    this.#versions.set(slot, (this.#versions.get(slot) ?? 0) + 1);
    this.#changed.fire();
  }

  /** @throws when the secret storage, or the place that the key stands in, cannot be read */
  async get(slot: KeySlot): Promise<OriginKey | undefined> {
    const stored = await this.stored(slot);
    return stored === undefined || 'key' in stored ? stored : await this.#readPlace(slot, stored);
  }

  /** What is stored: the key, or where it stands. @throws when the secret storage cannot be read */
  async stored(slot: KeySlot): Promise<KeyOrSource | undefined> {
    const ofSession = this.#session.get(slot);
    if (ofSession !== undefined) {
      return ofSession;
    }
    if (this.#cached.has(slot)) {
      return this.#cached.get(slot);
    }
    const version = this.version(slot);
    const stored = parseStoredKey(await this.#secrets.get(toKeySecretName(slot)));
    if (version === this.version(slot)) {
      this.#cached.set(slot, stored); // else it changed meanwhile, and this is the one before
    }
    return stored;
  }

  /** The slots that hold a key; those of this session alone where the secret storage cannot be read. */
  async #slots(): Promise<readonly KeySlot[]> {
    const stored = await this.#secrets.keys().then(
      (names) => names.flatMap((name) => parseKeySlotOfSecret(name) ?? []),
      () => [],
    );
    return [...this.#session.keys(), ...stored];
  }

  /** The ids of the named connections that a key is kept for, whether they are still there or not. */
  async namedIds(): Promise<readonly string[]> {
    const ids = (await this.#slots()).flatMap((slot) => getNamedConnectionIdOfSlot(slot) ?? []);
    return [...new Set(ids)].toSorted();
  }

  /** Every key that can be read; those that cannot are left out. */
  async known(): Promise<readonly string[]> {
    const slots = new Set<KeySlot>(['primary', 'marketplace', 'gateway', ...(await this.#slots())]);
    const found = await Promise.allSettled([...slots].map(async (slot) => await this.get(slot)));
    return found.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value.key] : []));
  }

  /** A key that is another one since it was read last is a key that changed, as if it had been set. */
  async #readPlace(
    slot: KeySlot,
    { origin, from, name = '' }: Extract<KeyOrSource, { readonly from: KeySource }>,
  ): Promise<OriginKey> {
    const key = await readKeyFromSource(from);
    const before = this.#read.get(slot);
    if (before?.key === key && before.origin === origin) {
      return before;
    }
    // the same in every window, and of another key another one; without the random name it says nothing about the key
    const read = { key, origin, name: createHmac('sha256', name).update(key).digest('base64url') };
    this.#read.set(slot, read);
    if (before !== undefined) {
      this.#touch(slot);
    }
    return read;
  }

  /** @throws when the secret storage cannot keep it (no keyring) */
  async store(slot: KeySlot, stored: KeyOrSource): Promise<void> {
    await this.#secrets.store(toKeySecretName(slot), JSON.stringify(withRandomName(stored)));
    this.#session.delete(slot);
    this.#cached.delete(slot);
    this.#read.delete(slot);
    this.#touch(slot);
  }

  /** Keeps a key in memory until the window closes. */
  keepForSession(slot: KeySlot, stored: KeyOrSource): void {
    this.#session.set(slot, withRandomName(stored));
    this.#read.delete(slot);
    this.#touch(slot);
  }

  /** From the first moment on no call gets it, however long the secret storage takes. @throws when that cannot delete it */
  async remove(slot: KeySlot): Promise<void> {
    this.#session.delete(slot);
    this.#cached.set(slot, undefined);
    this.#read.delete(slot);
    this.#touch(slot);
    try {
      await this.#secrets.delete(toKeySecretName(slot));
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
export async function readKeyState(
  keys: Keys,
  slot: KeySlot,
  log: vscode.LogOutputChannel,
): Promise<'set' | 'none' | 'unreadable'> {
  try {
    return (await keys.stored(slot)) === undefined ? 'none' : 'set';
  } catch (error) {
    log.error(`The secret storage could not be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'unreadable';
  }
}

function withRandomName(stored: KeyOrSource): KeyOrSource {
  return { ...stored, name: crypto.randomUUID() };
}

function parseStoredKey(text: string | undefined): KeyOrSource | undefined {
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

function isStoredKey(value: unknown): value is KeyOrSource {
  return (
    typeof value === 'object' &&
    value !== null &&
    (('key' in value && typeof value.key === 'string') || ('from' in value && isKeySource(value.from))) &&
    'origin' in value &&
    typeof value.origin === 'string' &&
    (!('name' in value) || typeof value.name === 'string')
  );
}
