import { once } from '../../client/once.ts';
import { isPinInput, type PinInput, type Pin, type PinKind, pinKinds } from './pin.ts';

/** A pin as it is kept: perhaps by a version that knows other kinds. */
interface KeptPin {
  readonly kind: string;
  readonly id: string;
  readonly label: unknown;
  readonly pinnedAt: number;
}

/** Where all windows keep the pins, see the store. */
export interface PinKeeper {
  readonly pins: {
    list(): readonly KeptPin[];
    update(change: (pins: readonly KeptPin[]) => readonly KeptPin[]): Promise<void>;
  };
  /** Tells of changes, of other windows too. */
  onDidChange(listener: () => void): () => void;
}

type PinId = Pick<Pin, 'kind' | 'id'>;

/** What a person pinned on this machine, in their order. Makes no call. */
export class PinStore {
  readonly #keeper: () => Promise<PinKeeper>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #pins: readonly Pin[] = [];
  #fingerprint = '[]';

  /** @param open opens where they are kept, when they are first needed */
  constructor(open: () => Promise<PinKeeper>, now: () => number = Date.now) {
    this.#now = now;
    this.#keeper = once(async () => {
      const keeper = await open();
      keeper.onDidChange(() => this.#read(keeper));
      this.#read(keeper);
      return keeper;
    });
  }

  /** Reads the pins when that was not done yet: before, none are known. */
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

  /** Pins at the end what is not pinned yet. @returns whether there is any */
  async add(items: readonly PinInput[]): Promise<boolean> {
    await this.load();
    const fresh = items.filter((item) => !isAmongPins(item, this.#pins));
    await this.place(fresh);
    return fresh.length > 0;
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
    await keeper.pins.update((kept) => change(kept.filter(isPin)));
    this.#read(keeper);
  }

  #read({ pins }: PinKeeper): void {
    const kept = pins.list().filter(isPin);
    const fingerprint = JSON.stringify(kept);
    if (fingerprint !== this.#fingerprint) {
      this.#pins = kept;
      this.#fingerprint = fingerprint;
      this.#listeners.forEach((listener) => listener());
    }
  }
}

function isPin(kept: KeptPin): kept is Pin {
  return isPinInput(kept);
}

/** Items at their new places: in their own order, in front of the pin that they are dropped on, or of the next one that stays. */
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
