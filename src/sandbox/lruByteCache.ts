import { copyString } from './truncateWithHash.ts';

/** Keeps the values used last, as many as fit. */
export interface LruByteCache<V> {
  get(key: string): V | undefined;
  /** Keeps a value, and lets go of the ones not used for longest. One that is larger than an eighth of the cache is not kept. */
  set(key: string, value: V, bytes: number): void;
  readonly bytes: number;
}

/** What an entry costs beside its bytes: the map's slot, the record, the headers. */
const entryOverhead = 512;

/** @param maxBytes the cap over everything kept, keys included */
export function createLruByteCache<V>(maxBytes: number): LruByteCache<V> {
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let total = 0;
  let newest: string | undefined;
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined && key !== newest) {
        // a map iterates in the order of insertion: put back, it is the last to go
        entries.delete(key);
        entries.set(key, entry);
        newest = key;
      }
      return entry?.value;
    },
    set: (sentKey, value, bytes) => {
      const key = copyString(sentKey);
      const cost = bytes + 2 * key.length + entryOverhead;
      if (cost > maxBytes / 8) return;
      total -= entries.get(key)?.bytes ?? 0;
      entries.delete(key);
      entries.set(key, { value, bytes: cost });
      newest = key;
      total += cost;
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        entries.delete(oldest);
        total -= entry.bytes;
      }
    },
    get bytes() {
      return total;
    },
  };
}

/** The bytes in memory of their own, to be kept: a small buffer keeps a slab alive that others were cut from. */
export function copyToOwnBuffer(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
