import * as vscode from 'vscode';
import { isKeySource, type KeySource, readKeyFromSource } from '../../client/envFile.ts';

export interface OriginKey {
  readonly key: string;
  /** scheme://host:port */
  readonly origin: string;
}

/** The secret that is stored: the key, or where to read it for each request. */
export type KeyOrSource = OriginKey | (Omit<OriginKey, 'key'> & { readonly from: KeySource });

const keySecretNamePrefix = 'socialData.key.';

const toKeySecretName = (connection: string) => `${keySecretNamePrefix}${connection}`;

/** Undefined for a different secret. */
function parseConnectionOfSecret(secret: string): string | undefined {
  return secret.startsWith(keySecretNamePrefix) ? secret.slice(keySecretNamePrefix.length) : undefined;
}

/** The keys by connection name, in VS Code's secret storage or, if that fails, for this session only. */
export class Keys implements vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #session = new Map<string, KeyOrSource>();
  readonly #cached = new Map<string, KeyOrSource | undefined>();
  readonly #read = new Map<string, OriginKey>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly #versions = new Map<string, number>();

  /** Fires for changes in any window. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    // fires in every window, so a removed key isn't used anywhere
    this.#subscription = secrets.onDidChange(({ key }) => {
      const connection = parseConnectionOfSecret(key);
      if (connection !== undefined) {
        this.#session.delete(connection);
        this.#cached.delete(connection);
        this.#read.delete(connection);
        this.#touch(connection);
      }
    });
  }

  /** Changes whenever the connection's key changes. */
  version(connection: string): string {
    return `${connection}#${this.#versions.get(connection) ?? 0}`; // the separator is needed because a name may end with a digit
  }

  #touch(connection: string): void {
    this.#versions.set(connection, (this.#versions.get(connection) ?? 0) + 1);
    this.#changed.fire();
  }

  /** @throws if the secret storage, or the variable that contains the key, can't be read */
  async get(connection: string): Promise<OriginKey | undefined> {
    const stored = await this.stored(connection);
    return stored === undefined || 'key' in stored ? stored : await this.#readPlace(connection, stored);
  }

  /** @throws if the secret storage can't be read */
  async stored(connection: string): Promise<KeyOrSource | undefined> {
    const ofSession = this.#session.get(connection);
    if (ofSession !== undefined) {
      return ofSession;
    }
    if (this.#cached.has(connection)) {
      return this.#cached.get(connection);
    }
    const version = this.version(connection);
    const stored = parseStoredKey(await this.#secrets.get(toKeySecretName(connection)));
    if (version === this.version(connection)) {
      this.#cached.set(connection, stored); // otherwise the key changed while it was read
    }
    return stored;
  }

  /** Every readable key, including removed connections' keys. */
  async known(): Promise<readonly string[]> {
    const stored = await this.#secrets.keys().then(
      (names) => names.flatMap((name) => parseConnectionOfSecret(name) ?? []),
      () => [],
    );
    const names = new Set([...this.#session.keys(), ...this.#cached.keys(), ...stored]);
    const found = await Promise.allSettled([...names].map(async (name) => await this.get(name)));
    return found.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value.key] : []));
  }

  /** Reads the variable. A new value is treated as a changed key. */
  async #readPlace(connection: string, { origin, from }: Extract<KeyOrSource, { readonly from: KeySource }>): Promise<OriginKey> {
    const key = await readKeyFromSource(from);
    const before = this.#read.get(connection);
    if (before?.key === key && before.origin === origin) {
      return before;
    }
    const read = { key, origin };
    this.#read.set(connection, read);
    if (before !== undefined) {
      this.#touch(connection);
    }
    return read;
  }

  /** @throws if the secret storage can't save it (no keyring) */
  async store(connection: string, stored: KeyOrSource): Promise<void> {
    await this.#secrets.store(toKeySecretName(connection), JSON.stringify(stored));
    this.#session.delete(connection);
    this.#cached.delete(connection);
    this.#read.delete(connection);
    this.#touch(connection);
  }

  keepForSession(connection: string, stored: KeyOrSource): void {
    this.#session.set(connection, stored);
    this.#read.delete(connection);
    this.#touch(connection);
  }

  /** New requests don't get the key, even while the secret storage is still deleting it. @throws if that fails */
  async remove(connection: string): Promise<void> {
    this.#session.delete(connection);
    this.#cached.set(connection, undefined);
    this.#read.delete(connection);
    this.#touch(connection);
    try {
      await this.#secrets.delete(toKeySecretName(connection));
    } catch (error) {
      this.#cached.delete(connection); // not deleted
      this.#touch(connection);
      throw error;
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

/** Logs why the storage can't be read. */
export async function readKeyState(
  keys: Keys,
  connection: string,
  log: vscode.LogOutputChannel,
): Promise<'set' | 'none' | 'unreadable'> {
  try {
    return (await keys.stored(connection)) === undefined ? 'none' : 'set';
  } catch (error) {
    log.error(`Secret storage couldn't be read: ${error instanceof Error ? error.message : String(error)}`);
    return 'unreadable';
  }
}

function parseStoredKey(text: string | undefined): KeyOrSource | undefined {
  if (text === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isStoredKey(value) ? value : undefined;
  } catch {
    return undefined; // not written by this extension
  }
}

function isStoredKey(value: unknown): value is KeyOrSource {
  return (
    typeof value === 'object' &&
    value !== null &&
    (('key' in value && typeof value.key === 'string') || ('from' in value && isKeySource(value.from))) &&
    'origin' in value &&
    typeof value.origin === 'string'
  );
}
