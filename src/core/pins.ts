import { once } from '../client/once.ts';

/** A stored pin. Another version of the extension may have written it, with other kinds. */
interface StoredPin {
  readonly kind: string;
  readonly id: string;
  readonly label: unknown;
  readonly pinnedAt: number;
}

interface PinKeeper {
  readonly pins: {
    list(): readonly StoredPin[];
    update(change: (pins: readonly StoredPin[]) => readonly StoredPin[]): Promise<void>;
  };
  /** Reports changes, including changes in other windows. */
  onDidChange(listener: () => void): () => void;
}

type PinId = Pick<Pin, 'kind' | 'id'>;

/** This machine's pins, oldest first. */
export class PinStore {
  readonly #keeper: () => Promise<PinKeeper>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #pins: readonly Pin[] = [];
  #fingerprint = '[]';

  /** @param open opens the storage, called on first use */
  constructor(open: () => Promise<PinKeeper>, now: () => number = Date.now) {
    this.#now = now;
    this.#keeper = once(async () => {
      const keeper = await open();
      keeper.onDidChange(() => this.#read(keeper));
      this.#read(keeper);
      return keeper;
    });
  }

  /** Until it resolves the first time, the list is empty. */
  async load(): Promise<void> {
    await this.#keeper();
  }

  /** @returns a function that unsubscribes */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  list(kind?: PinKind): readonly Pin[] {
    return this.#pins.filter((pin) => kind === undefined || pin.kind === kind);
  }

  has(kind: PinKind, id: string): boolean {
    return isAmongPins({ kind, id }, this.#pins);
  }

  /** Appends the items that aren't pinned yet. */
  async add(items: readonly PinInput[]): Promise<void> {
    await this.#change((pins) => [
      ...pins,
      ...items
        .filter((item, at) => !isAmongPins(item, pins) && !isAmongPins(item, items.slice(0, at)))
        .map((item) => ({ ...item, pinnedAt: this.#now() })),
    ]);
  }

  async unpin(items: readonly PinId[]): Promise<void> {
    await this.#change((pins) => pins.filter((pin) => !isAmongPins(pin, items)));
  }

  /** Updates the label of an item that is pinned on the same connection. */
  async relabel({ kind, id, label }: PinInput): Promise<void> {
    const isSame = (pin: Pin) => pin.kind === kind && pin.id === id && pin.label.connection === label.connection;
    if (this.#pins.some(isSame)) {
      await this.#change((pins) => pins.map((pin) => (isSame(pin) ? { ...pin, label } : pin)));
    }
  }

  async #change(change: (pins: readonly Pin[]) => readonly Pin[]): Promise<void> {
    const keeper = await this.#keeper();
    await keeper.pins.update((stored) => change(stored.filter(isPin)));
    this.#read(keeper);
  }

  #read({ pins }: PinKeeper): void {
    const stored = pins.list().filter(isPin);
    const fingerprint = JSON.stringify(stored);
    if (fingerprint !== this.#fingerprint) {
      this.#pins = stored;
      this.#fingerprint = fingerprint;
      this.#listeners.forEach((listener) => listener());
    }
  }
}

export const pinKinds = ['user', 'list', 'community', 'space', 'trend'] as const;

export type PinKind = (typeof pinKinds)[number];

export type PinView = 'user' | 'list' | 'community';

/** The kinds in each view, in order. Spaces and trends are topics, as communities are. */
export const pinKindsByView: Readonly<Record<PinView, readonly PinKind[]>> = {
  user: ['user'],
  list: ['list'],
  community: ['community', 'space', 'trend'],
};

/** Shown in the pin's row without a request. */
export interface PinLabel {
  readonly name: string;
  /** The handle of a user, a list's owner, or a Space's host. */
  readonly handle?: string;
  /** The beginning of a bio or description. */
  readonly about?: string;
  readonly avatarUrl?: string;
  readonly isVerified?: boolean;
  readonly isProtected?: boolean;
  readonly isPrivate?: boolean;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  readonly media?: number;
  readonly likes?: number;
  readonly members?: number;
  readonly moderators?: number;
  readonly participants?: number;
  readonly query?: string;
  /** The connection on which the id is valid. */
  readonly connection?: string;
}

export interface PinInput {
  readonly kind: PinKind;
  readonly id: string;
  readonly label: PinLabel;
}

export interface Pin extends PinInput {
  /** Milliseconds since 1970. */
  readonly pinnedAt: number;
}

/** Validates values from storage and other windows. */
function isPin(stored: StoredPin): stored is Pin {
  const { kind, label } = stored;
  return (
    pinKinds.some((known) => known === kind) &&
    typeof label === 'object' &&
    label !== null &&
    'name' in label &&
    typeof label.name === 'string' &&
    (!('about' in label) || label.about === undefined || typeof label.about === 'string') &&
    (!('connection' in label) || label.connection === undefined || typeof label.connection === 'string')
  );
}

function isAmongPins(pin: PinId, items: readonly PinId[]): boolean {
  return items.some(({ kind, id }) => kind === pin.kind && id === pin.id);
}
