// Reads what fits and ignores the rest: a response that differs from its schema was paid for, and should be shown as far
// as possible.

import { readString } from '../upstream/platformFields.ts';

/** A body's fields, none of which can be relied on. */
export type RawFields = Readonly<Record<string, unknown>>;

/**
 * The type of a reader's record. A field that isn't in the response is undefined, never 0 or ''. Ids are strings; times are
 * strings as the service wrote them.
 */
export type RecordFromReader<F extends (value: unknown) => { readonly kind: string }> = Readonly<
  Pick<ReturnType<F>, 'kind'> & Partial<ReturnType<F>>
>;

const noFields: RawFields = Object.freeze({});

export function isObject(value: unknown): value is RawFields {
  return typeof value === 'object' && value !== null;
}

export function toRawFields(value: unknown): RawFields {
  return isObject(value) ? value : noFields;
}

export function getValueAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined), value);
}

/** Accepts a number only if it hasn't lost digits. */
export function coerceId(value: unknown): string | undefined {
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : undefined;
}

export function coerceText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
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

/** Reads a list of strings, or of objects with a string under one of the keys. Other items are left out. */
export function readTextList(value: unknown, keys: readonly string[] = []): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    return undefined;
  }
  const texts: string[] = [];
  for (const item of value) {
    const text = typeof item === 'number' ? String(item) : (readString(item) ?? findNonEmptyText(toRawFields(item), keys));
    if (text !== undefined) {
      texts.push(text);
    }
  }
  return texts;
}

export function findNonEmptyText(fields: RawFields, keys: readonly string[]): string | undefined {
  return keys.map((name) => fields[name]).find((text): text is string => typeof text === 'string' && text !== '');
}
