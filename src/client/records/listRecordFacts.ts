import { coerceText, isObject, toRawFields } from './fieldValues.ts';
import type { PageRecord } from './toPage.ts';

/** One fact of a record: the keys that lead to it, and what stands there; of a list how long it is. */
export interface RecordFact {
  readonly keys: readonly [string] | readonly [string, string];
  readonly value: string;
}

/** The facts of a record as the service wrote them, in its order; objects inside are opened. */
export function listRecordFacts({ source }: Pick<PageRecord, 'source'>): readonly RecordFact[] {
  return Object.entries(toRawFields(source)).flatMap(([name, field]): readonly RecordFact[] => {
    const value = Array.isArray(field) ? String(field.length) : coerceText(field);
    if (value !== undefined) {
      return value === '' ? [] : [{ keys: [name], value }];
    }
    const inside = isObject(field) ? Object.entries(field) : [];
    return inside.flatMap(([inner, fact]) => {
      const text = coerceText(fact);
      return text === undefined ? [] : [{ keys: [name, inner] as const, value: text }];
    });
  });
}
