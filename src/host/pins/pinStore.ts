import type { Pin, PinKind } from '../shared/pin.ts';
import { mergePins, type PinEntry, toText, withoutOldest } from './mergePins.ts';
import { keyBetween } from './orderKey.ts';
import { type KeptPins, readPins } from './readPins.ts';

/** Where all windows keep the pins. A window may be slow to see what another one wrote. */
export interface PinMemory {
  get(name: string): unknown;
  update(name: string, value: KeptPins): PromiseLike<void>;
}

/** Under which name the pins are kept. */
const keptUnder = 'socialData.pins';

const kinds: readonly PinKind[] = ['user', 'list', 'community'];

export type Labelled = Pick<Pin, 'kind' | 'id' | 'label'>;

/** The pins of this machine as this window knows them. What it does is written at once and merged with what others did. */
export class PinStore {
  readonly #memory: PinMemory;
  readonly #now: () => number;
  readonly #changed: () => void;
  #entries: readonly PinEntry[];

  constructor(memory: PinMemory, now: () => number, changed: () => void) {
    this.#memory = memory;
    this.#now = now;
    this.#changed = changed;
    this.#entries = mergePins(readPins(memory.get(keptUnder)), []);
  }

  /** All pins of a kind, or of every kind, in the person's order. */
  list(kind?: PinKind): readonly Pin[] {
    return this.#entries.filter((entry) => entry.isPinned && (kind === undefined || entry.kind === kind));
  }

  has(kind: PinKind, id: string): boolean {
    return this.#entries.some((entry) => entry.isPinned && entry.kind === kind && entry.id === id);
  }

  /** Pins, or moves what is pinned, before another pin of its kind; at the end without one. */
  async place(items: readonly Labelled[], before?: string): Promise<void> {
    await this.#change((entries, now) => mergePins(entries, placedEntries(entries, items, before, now)));
  }

  async unpin(items: readonly Pick<Pin, 'kind' | 'id'>[]): Promise<void> {
    await this.#change((entries, now) =>
      entries.map((entry) => (entry.isPinned && isAmong(entry, items) ? { ...entry, isPinned: false, changedAt: now } : entry)),
    );
  }

  /** Keeps what was newly learned of pinned things; what is not pinned is left alone. */
  async relabel(items: readonly Labelled[]): Promise<void> {
    await this.#change((entries, now) =>
      entries.map((entry) => {
        const item = items.find(({ kind, id }) => kind === entry.kind && id === entry.id);
        return item === undefined || !entry.isPinned ? entry : { ...entry, label: item.label, labelledAt: now };
      }),
    );
  }

  /** Takes over what other windows wrote, and writes again what one of them wrote over. */
  async reread(): Promise<void> {
    await this.#change((entries) => entries);
  }

  async #change(change: (entries: readonly PinEntry[], now: number) => readonly PinEntry[]): Promise<void> {
    const kept = readPins(this.#memory.get(keptUnder));
    const known = mergePins(this.#entries, kept);
    const latest = known.reduce((last, { changedAt, labelledAt }) => Math.max(last, changedAt, labelledAt), 0);
    // later than all that this window has seen, also where a clock was set back
    const next = withoutOldest(mergePins(change(known, Math.max(this.#now(), latest + 1)), []));
    const isOther = fingerprint(next) !== fingerprint(this.#entries);
    this.#entries = next;
    if (isOther) {
      this.#changed();
    }
    if (fingerprint(next) !== fingerprint(kept)) {
      await this.#memory.update(keptUnder, { version: 1, entries: next });
    }
  }
}

/**
 * Items at their new places: in their own order, behind the last one that stays in front of `before`.
 *
 * Only what is moved is written anew, so moves of two windows that did not see each other's are both kept: each pin stands in front
 * of the one that it was dropped on. Of one pin that both moved the later move counts. Rows that both dropped at one place mix there,
 * those of each in their order: they may have got the same key, and which window's stand first matters to nobody. Rows of the same
 * key behind the place get new ones, so that what is dropped between two of them stands between them.
 */
function placedEntries(
  entries: readonly PinEntry[],
  items: readonly Labelled[],
  before: string | undefined,
  now: number,
): readonly PinEntry[] {
  return kinds.flatMap((kind) => {
    const pinned = entries.filter((entry) => entry.kind === kind && entry.isPinned);
    const staying = pinned.filter((entry) => !isAmong(entry, items));
    const from = before === undefined ? -1 : pinned.findIndex(({ id }) => id === before);
    // dropped on one of the rows that are being moved: in front of the next one that stays
    const next = from === -1 ? undefined : pinned.slice(from).find((entry) => staying.includes(entry));
    const behind = next === undefined ? [] : staying.slice(staying.indexOf(next));
    let last = (next === undefined ? staying.at(-1) : staying[staying.indexOf(next) - 1])?.order ?? '';
    const moved = items.filter((item) => item.kind === kind);
    const pushed = moved.length === 0 ? [] : behind.filter(({ order }) => order <= last);
    const bound = behind[pushed.length]?.order;
    const placed = moved.map(({ id, label }): PinEntry => {
      last = keyBetween(last, bound);
      const known = pinned.find((entry) => entry.id === id);
      return {
        kind,
        id,
        label,
        order: last,
        isPinned: true,
        pinnedAt: known?.pinnedAt ?? now,
        changedAt: now,
        labelledAt: now,
      };
    });
    const rekeyed = pushed.map((entry): PinEntry => {
      last = keyBetween(last, bound);
      return { ...entry, order: last, changedAt: now };
    });
    return [...placed, ...rekeyed];
  });
}

function isAmong(entry: Pick<Pin, 'kind' | 'id'>, items: readonly Pick<Pin, 'kind' | 'id'>[]): boolean {
  return items.some(({ kind, id }) => kind === entry.kind && id === entry.id);
}

function fingerprint(entries: readonly PinEntry[]): string {
  return entries.map(toText).join('\n');
}
