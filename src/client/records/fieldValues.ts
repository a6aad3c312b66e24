// What fits is taken from a field, and everything else is left out: an answer that differs from its shape was paid for, and is
// read as far as it can be.

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An id is a text; a number is one only while it has all of its digits. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A time as it was written; whoever shows it reads it. */
export function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function eachOf<T>(value: unknown, read: (item: unknown) => T): readonly T[] | undefined {
  return Array.isArray(value) ? value.map(read) : undefined;
}

/** The texts of a list; an item without one is left out. */
export function textsOf(value: unknown, keys: readonly string[]): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const texts: string[] = [];
  for (const item of value) {
    const text = typeof item === 'string' ? item : typeof item === 'number' ? String(item) : textUnder(item, keys);
    if (text !== undefined) {
      texts.push(text);
    }
  }
  return texts;
}

function textUnder(item: unknown, keys: readonly string[]): string | undefined {
  if (!isObject(item)) {
    return undefined;
  }
  for (const key of keys) {
    const text: unknown = Reflect.get(item, key);
    if (typeof text === 'string') {
      return text;
    }
  }
  return undefined;
}
