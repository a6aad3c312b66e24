// What fits is taken from a field, and everything else is left out: a response that differs from its shape was paid for, and is
// read as far as it can be.

/** What may stand in a body: nothing is believed of it, and each field may hold anything or be missing. */
export type RawFields = Readonly<Record<string, unknown>>;

/**
 * The shape of what a reader reads: each field is stated once, in the reader, with the names that the services have for it. What an
 * answer does not tell is undefined, never 0 or ''; an empty text or a 0 is what the service said. Ids are texts; times are texts
 * as the service wrote them.
 */
export type RecordFromReader<F extends (value: unknown) => { readonly kind: string }> = Readonly<
  Pick<ReturnType<F>, 'kind'> & Partial<ReturnType<F>>
>;

const noFields: RawFields = Object.freeze({});

export function isObject(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null;
}

/** Empty if it is not an object. */
export function toRawFields(value: unknown): RawFields {
  return isObject(value) ? value : noFields;
}

export function getValueAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined), value);
}

/** An id is a text; a number is one only while it has all of its digits. */
export function coerceId(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : undefined;
}

export function coerceText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function toStringOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A time as it was written; whoever shows it reads it. */
export function readTimeAsWritten(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toFiniteNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function toBooleanOrUndefined(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function mapIfArray<T>(value: unknown, read: (item: unknown) => T): readonly T[] | undefined {
  return Array.isArray(value) ? value.map(read) : undefined;
}

export function readObjectWith<T>(value: unknown, read: (fields: RawFields) => T): T | undefined {
  return isObject(value) ? read(value) : undefined;
}

/** The texts of a list, which stand there themselves or in objects under one of the keys; an item without one is left out. */
export function readTextList(value: unknown, keys: readonly string[] = []): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const texts: string[] = [];
  for (const item of value) {
    const text =
      typeof item === 'number' ? String(item) : (toStringOrUndefined(item) ?? findNonEmptyText(toRawFields(item), keys));
    if (text !== undefined) {
      texts.push(text);
    }
  }
  return texts;
}

export function findNonEmptyText(fields: RawFields, keys: readonly string[]): string | undefined {
  return keys.map((name) => fields[name]).find((text): text is string => typeof text === 'string' && text !== '');
}
