import { once } from '../../client/once.ts';
import { isPinInput, type PinInput, type Pin, type PinKind, pinKinds } from './pin.ts';

/** A stored pin. Another version of the extension may have written it, with other kinds. */
interface StoredPin {
  readonly kind: string;
  readonly id: string;
  readonly label: unknown;
  readonly pinnedAt: number;
}

/** Stores the pins of all windows; see the store. */
export interface PinKeeper {
  readonly pins: {
    list(): readonly StoredPin[];
    update(change: (pins: readonly StoredPin[]) => readonly StoredPin[]): Promise<void>;
  };
  /** Reports changes, including those of other windows. */
  onDidChange(listener: () => void): () => void;
}

type PinId = Pick<Pin, 'kind' | 'id'>;

/** The pins of this machine, in the person's order. Makes no call. */
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

  /** Reads the pins unless that is done; until then the list is empty. */
  async load(): Promise<void> {
    await this.#keeper();
  }

  /** @returns unsubscribes */
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

  /** Appends the items that are not pinned yet. */
  async add(items: readonly PinInput[]): Promise<void> {
    await this.load();
    await this.place(items.filter((item) => !isAmongPins(item, this.#pins)));
  }

  /** Pins, or moves what is pinned, before another pin of its kind; at the end without one. */
  async place(items: readonly PinInput[], before?: string): Promise<void> {
    await this.#change((pins) => placePins(pins, items, before, this.#now()));
  }

  async unpin(items: readonly PinId[]): Promise<void> {
    await this.#change((pins) => pins.filter((pin) => !isAmongPins(pin, items)));
  }

  /** Keeps what was newly learned of pinned things; what is not pinned is left alone. */
  async relabel(items: readonly PinInput[]): Promise<void> {
    await this.#change((pins) =>
      pins.map((pin) => ({
        ...pin,
        label: items.find(({ kind, id }) => kind === pin.kind && id === pin.id)?.label ?? pin.label,
      })),
    );
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

function isPin(stored: StoredPin): stored is Pin {
  return isPinInput(stored);
}

/** Moves items, in their own order, before the pin they are dropped on, or before the next pin that stays. */
function placePins(pins: readonly Pin[], items: readonly PinInput[], before: string | undefined, now: number): readonly Pin[] {
  return pinKinds.flatMap((kind) => {
    const pinned = pins.filter((pin) => pin.kind === kind);
    const moved = new Map(items.filter((item) => item.kind === kind).map((item) => [item.id, item]));
    const staying = pinned.filter(({ id }) => !moved.has(id));
    const from = pinned.findIndex(({ id }) => id === before);
    const next = from === -1 ? undefined : pinned.slice(from).find(({ id }) => !moved.has(id));
    const placed = [...moved.values()].map((item): Pin => ({
      ...item,
      pinnedAt: pinned.find(({ id }) => id === item.id)?.pinnedAt ?? now,
    }));
    return staying.toSpliced(next === undefined ? staying.length : staying.indexOf(next), 0, ...placed);
  });
}

function isAmongPins(pin: PinId, items: readonly PinId[]): boolean {
  return items.some(({ kind, id }) => kind === pin.kind && id === pin.id);
}
