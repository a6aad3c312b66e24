import { isPinInput, type PinInput, type Pin, type PinKind, pinKinds } from './pin.ts';

/** A pin, or the memory of one that was taken away, as every window writes it down. */
export interface PinEntry extends Pin {
  /** Where it stands among its kind, see createOrderKeyBetween. */
  readonly order: string;
  /** false: it was taken away; kept, so that another window does not pin it again. */
  readonly isPinned: boolean;
  /** When it was pinned, moved or taken away, milliseconds since 1970; in one window always later than what it had seen. */
  readonly changedAt: number;
  /** When its label was learned. A time of its own: a label must not pin again what another window took away. */
  readonly labelledAt: number;
}

/** Where all windows keep the pins. A window may be slow to see what another one wrote. */
export interface PinMemento {
  get(name: string): unknown;
  update(name: string, value: { readonly version: 1; readonly entries: readonly PinEntry[] }): PromiseLike<void>;
}

type PinId = Pick<Pin, 'kind' | 'id'>;

const pinsStorageKey = 'socialData.pins';

/** How many pins that were taken away are remembered. */
const maxRememberedRemovedPins = 500;

/**
 * What a person pinned on this machine, in their order, as this window knows it. What it does is written at once and merged with
 * what others did. Makes no call.
 */
export class PinStore {
  readonly #memory: PinMemento;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #entries: readonly PinEntry[];

  constructor(memory: PinMemento, now: () => number = Date.now) {
    this.#memory = memory;
    this.#now = now;
    this.#entries = mergePins(readPinEntries(memory.get(pinsStorageKey)), []);
  }

  /** @returns unsubscribes */
  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** The pins of a kind, or of every kind. */
  list(kind?: PinKind): readonly Pin[] {
    return this.#entries.filter((entry) => entry.isPinned && (kind === undefined || entry.kind === kind));
  }

  has(kind: PinKind, id: string): boolean {
    return this.#entries.some((entry) => entry.isPinned && entry.kind === kind && entry.id === id);
  }

  /** Pins, or moves what is pinned, before another pin of its kind; at the end without one. */
  async place(items: readonly PinInput[], before?: string): Promise<void> {
    await this.#change((entries, now) => mergePins(entries, createPlacedEntries(entries, items, before, now)));
  }

  async unpin(items: readonly PinId[]): Promise<void> {
    await this.#change((entries, now) =>
      entries.map((entry) =>
        entry.isPinned && isAmongPins(entry, items) ? { ...entry, isPinned: false, changedAt: now } : entry,
      ),
    );
  }

  /** Keeps what was newly learned of pinned things; what is not pinned is left alone. */
  async relabel(items: readonly PinInput[]): Promise<void> {
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
    const kept = readPinEntries(this.#memory.get(pinsStorageKey));
    const known = mergePins(this.#entries, kept);
    const latest = known.reduce((last, { changedAt, labelledAt }) => Math.max(last, changedAt, labelledAt), 0);
    // later than all that this window has seen, also where a clock was set back
    const next = withoutOldestRemovedPins(mergePins(change(known, Math.max(this.#now(), latest + 1)), []));
    const isOther = toEntriesFingerprint(next) !== toEntriesFingerprint(this.#entries);
    this.#entries = next;
    const written =
      toEntriesFingerprint(next) === toEntriesFingerprint(kept)
        ? undefined
        : this.#memory.update(pinsStorageKey, { version: 1, entries: next });
    for (const listener of isOther ? this.#listeners : []) {
      listener();
    }
    await written;
  }
}

/**
 * Items at their new places: in their own order, behind the last one that stays in front of `before`.
 *
 * Only what is moved is written again, so moves of two windows that did not see each other's are both kept: each pin stands in front
 * of the one that it was dropped on. Of one pin that both moved the later move counts. Rows that both dropped at one place mix there,
 * those of each in their order: they may have got the same key, and which window's stand first matters to nobody. Rows of the same
 * key behind the place get new ones, so that what is dropped between two of them stands between them.
 */
function createPlacedEntries(
  entries: readonly PinEntry[],
  items: readonly PinInput[],
  before: string | undefined,
  now: number,
): readonly PinEntry[] {
  return pinKinds.flatMap((kind) => {
    const pinned = entries.filter((entry) => entry.kind === kind && entry.isPinned);
    const staying = pinned.filter((entry) => !isAmongPins(entry, items));
    const from = before === undefined ? -1 : pinned.findIndex(({ id }) => id === before);
    // dropped on one of the rows that are being moved: in front of the next one that stays
    const next = from === -1 ? undefined : pinned.slice(from).find((entry) => staying.includes(entry));
    const behind = next === undefined ? [] : staying.slice(staying.indexOf(next));
    let last = (next === undefined ? staying.at(-1) : staying[staying.indexOf(next) - 1])?.order ?? '';
    const moved = items.filter((item) => item.kind === kind);
    const pushed = moved.length === 0 ? [] : behind.filter(({ order }) => order <= last);
    const bound = behind[pushed.length]?.order;
    const placed = moved.map(({ id, label }): PinEntry => {
      last = createOrderKeyBetween(last, bound);
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
      last = createOrderKeyBetween(last, bound);
      return { ...entry, order: last, changedAt: now };
    });
    return [...placed, ...rekeyed];
  });
}

function isAmongPins(entry: PinId, items: readonly PinId[]): boolean {
  return items.some(({ kind, id }) => kind === entry.kind && id === entry.id);
}

/** Entries as a text that is the same in every window. */
function toEntriesFingerprint(entries: readonly PinEntry[]): string {
  return entries.map((entry) => `${serializePlace(entry)}${serializeLabel(entry)}`).join('\n');
}

/**
 * What two windows know, together: of each pin the place and the label that were each written last. In whatever order and how often windows
 * merge, they end with the same.
 */
export function mergePins(one: readonly PinEntry[], other: readonly PinEntry[]): readonly PinEntry[] {
  const merged = new Map<string, PinEntry>();
  for (const entry of [...one, ...other]) {
    const name = `${entry.kind}:${entry.id}`;
    const known = merged.get(name);
    merged.set(name, known === undefined ? entry : mergePinEntry(known, entry));
  }
  return [...merged.values()].toSorted(comparePlaces);
}

/** The pins and the newest of those that were taken away. */
function withoutOldestRemovedPins(entries: readonly PinEntry[]): readonly PinEntry[] {
  const removed = entries.filter(({ isPinned }) => !isPinned).toSorted((a, b) => b.changedAt - a.changedAt);
  const gone = new Set(removed.slice(maxRememberedRemovedPins));
  return entries.filter((entry) => !gone.has(entry));
}

/** The order in which people see pins; two windows may have given the same place. */
function comparePlaces(a: PinEntry, b: PinEntry): number {
  return compareStrings(a.kind, b.kind) || compareStrings(a.order, b.order) || compareStrings(a.id, b.id);
}

function mergePinEntry(a: PinEntry, b: PinEntry): PinEntry {
  const { label, labelledAt } = isLaterWrite(a.labelledAt, b.labelledAt, serializeLabel(a), serializeLabel(b)) ? a : b;
  const place = isLaterWrite(a.changedAt, b.changedAt, serializePlace(a), serializePlace(b)) ? a : b;
  return { ...place, label, labelledAt };
}

/** Of two that were written in the same millisecond, every window takes the same one. */
function isLaterWrite(at: number, other: number, text: string, otherText: string): boolean {
  return at === other ? text > otherText : at > other;
}

function serializePlace({ kind, id, order, isPinned, changedAt, pinnedAt }: PinEntry): string {
  return JSON.stringify([isPinned, changedAt, kind, id, order, pinnedAt]);
}

function serializeLabel({ label, labelledAt }: PinEntry): string {
  return JSON.stringify([labelledAt, Object.entries(label).toSorted(([a], [b]) => compareStrings(a, b))]);
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reads what a window wrote, perhaps one of another version: an entry that does not fit is left out, nothing throws. */
function readPinEntries(kept: unknown): readonly PinEntry[] {
  const entries = isObject(kept) && kept['version'] === 1 ? kept['entries'] : undefined;
  // labels had no time of their own at first: they were as old as the place
  return Array.isArray(entries)
    ? entries.filter(isKeptPinEntry).map((entry) => ({ ...entry, labelledAt: entry.labelledAt ?? entry.changedAt }))
    : [];
}

type KeptPinEntry = Omit<PinEntry, 'labelledAt'> & { readonly labelledAt?: number };

function isKeptPinEntry(value: unknown): value is KeptPinEntry {
  return (
    isObject(value) &&
    isPinInput(value) &&
    isOrderKey(value['order']) &&
    typeof value['isPinned'] === 'boolean' &&
    Number.isFinite(value['changedAt']) &&
    Number.isFinite(value['pinnedAt']) &&
    (value['labelledAt'] === undefined || Number.isFinite(value['labelledAt']))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const orderKeyDigits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Whether a text is an order key: a fraction in base 36 without trailing zeros. */
export function isOrderKey(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-z]{0,500}[1-9a-z]$/.test(text);
}

/**
 * A key that sorts after one key and before another, so that a row finds its place without the others being written again.
 * @param after empty: nothing stands before it
 * @param before undefined, or not after `after`: nothing stands behind it
 */
export function createOrderKeyBetween(after: string, before: string | undefined): string {
  let bound = before !== undefined && after < before ? before : undefined;
  let key = '';
  for (let at = 0; ; at += 1) {
    const low = getDigitAt(after, at);
    const high = bound === undefined ? orderKeyDigits.length : getDigitAt(bound, at);
    if (high - low > 1) {
      // behind the last one the next digit will do: keys of rows that are only appended stay short
      const digit = bound === undefined && low > 0 ? low + 1 : Math.floor((low + high) / 2);
      return key + orderKeyDigits.charAt(digit);
    }
    key += orderKeyDigits.charAt(low);
    if (high > low) {
      bound = undefined; // what is written sorts before it, whatever follows
    }
  }
}

function getDigitAt(key: string, at: number): number {
  return at < key.length ? orderKeyDigits.indexOf(key.charAt(at)) : 0;
}
