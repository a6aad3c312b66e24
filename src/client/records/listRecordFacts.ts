import { isObject, toRawFields } from './fieldValues.ts';
import type { PageRecord } from './toPage.ts';

/** One fact of a record: the keys that lead to it, and what stands there; of a list how long it is. */
export interface RecordFact {
  readonly keys: readonly [string] | readonly [string, string];
  readonly value: string;
}

/** The facts of a record as the service wrote them, in its order; objects inside are opened. */
export function listRecordFacts({ source }: Pick<PageRecord, 'source'>): readonly RecordFact[] {
  return Object.entries(toRawFields(source)).flatMap(([name, field]): readonly RecordFact[] => {
    if (isPrimitiveValue(field)) {
      return field === '' ? [] : [{ keys: [name], value: String(field) }];
    }
    if (Array.isArray(field)) {
      return [{ keys: [name], value: String(field.length) }];
    }
    const inside = isObject(field) ? Object.entries(field) : [];
    return inside.flatMap(([inner, fact]) =>
      isPrimitiveValue(fact) ? [{ keys: [name, inner] as const, value: String(fact) }] : [],
    );
  });
}

function isPrimitiveValue(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
