import type { PinKind, PinLabel } from '../shared/pin.ts';
import type { PinEntry } from './mergePins.ts';
import { isOrderKey } from './orderKey.ts';
import { isWorld } from '../shared/connections/world.ts';

/** What is kept under one name for all windows. */
export interface KeptPins {
  readonly version: 1;
  readonly entries: readonly PinEntry[];
}

const kinds: readonly string[] = ['user', 'list', 'community'] satisfies readonly PinKind[];

/** Reads what a window wrote, perhaps one of another version: an entry that does not fit is left out, nothing throws. */
export function readPins(kept: unknown): readonly PinEntry[] {
  const entries = isRecord(kept) && kept['version'] === 1 ? kept['entries'] : undefined;
  // labels had no time of their own at first: they were as old as the place
  return Array.isArray(entries)
    ? entries.filter(isEntry).map((entry) => ({ ...entry, labelledAt: entry.labelledAt ?? entry.changedAt }))
    : [];
}

type KeptEntry = Omit<PinEntry, 'labelledAt'> & { readonly labelledAt?: number };

function isEntry(value: unknown): value is KeptEntry {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'string' &&
    kinds.includes(value['kind']) &&
    typeof value['id'] === 'string' &&
    isOrderKey(value['order']) &&
    typeof value['isPinned'] === 'boolean' &&
    Number.isFinite(value['changedAt']) &&
    Number.isFinite(value['pinnedAt']) &&
    (value['labelledAt'] === undefined || Number.isFinite(value['labelledAt'])) &&
    isLabel(value['label'])
  );
}

function isLabel(value: unknown): value is PinLabel {
  return isRecord(value) && typeof value['name'] === 'string' && (value['world'] === undefined || isWorld(value['world']));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
