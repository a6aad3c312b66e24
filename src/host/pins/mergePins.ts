import type { Pin } from '../shared/pin.ts';

/** A pin, or the memory of one that was taken away, as every window writes it down. */
export interface PinEntry extends Pin {
  /** Where it stands among its kind, see orderKey. */
  readonly order: string;
  /** false: it was taken away; kept, so that another window does not bring it back. */
  readonly isPinned: boolean;
  /** When it was pinned, moved or taken away, milliseconds since 1970; in one window always later than what it had seen. */
  readonly changedAt: number;
  /** When its label was learned. A time of its own: a label must not bring back what another window took away. */
  readonly labelledAt: number;
}

/** How many pins that were taken away are remembered. */
const maxRemoved = 500;

/**
 * What two windows know, together: of each pin the place and the label that were each written last. In whatever order and how often windows
 * merge, they end with the same.
 */
export function mergePins(one: readonly PinEntry[], other: readonly PinEntry[]): readonly PinEntry[] {
  const merged = new Map<string, PinEntry>();
  for (const entry of [...one, ...other]) {
    const name = `${entry.kind}:${entry.id}`;
    const known = merged.get(name);
    merged.set(name, known === undefined ? entry : together(known, entry));
  }
  return [...merged.values()].toSorted(byPlace);
}

/** The pins and the newest of those that were taken away. */
export function withoutOldest(entries: readonly PinEntry[]): readonly PinEntry[] {
  const removed = entries.filter(({ isPinned }) => !isPinned).toSorted((a, b) => b.changedAt - a.changedAt);
  const gone = new Set(removed.slice(maxRemoved));
  return entries.filter((entry) => !gone.has(entry));
}

/** The order in which people see pins; two windows may have given the same place. */
function byPlace(a: PinEntry, b: PinEntry): number {
  return compare(a.kind, b.kind) || compare(a.order, b.order) || compare(a.id, b.id);
}

function together(a: PinEntry, b: PinEntry): PinEntry {
  const { label, labelledAt } = isLater(a.labelledAt, b.labelledAt, labelText(a), labelText(b)) ? a : b;
  const place = isLater(a.changedAt, b.changedAt, placeText(a), placeText(b)) ? a : b;
  return { ...place, label, labelledAt };
}

/** Of two that were written in the same millisecond, every window takes the same one. */
function isLater(at: number, other: number, text: string, otherText: string): boolean {
  return at === other ? text > otherText : at > other;
}

/** An entry as a text that is the same in every window. */
export function toText(entry: PinEntry): string {
  return `${placeText(entry)}${labelText(entry)}`;
}

function placeText({ kind, id, order, isPinned, changedAt, pinnedAt }: PinEntry): string {
  return JSON.stringify([isPinned, changedAt, kind, id, order, pinnedAt]);
}

function labelText({ label, labelledAt }: PinEntry): string {
  return JSON.stringify([labelledAt, Object.entries(label).toSorted(([a], [b]) => compare(a, b))]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
