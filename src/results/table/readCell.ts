import type { Cell } from './cell.ts';
import type { Field } from './fields.ts';

/** What stands at a path of keys; undefined where the way ends. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined),
    value,
  );
}

/** The cell of a record: the first place that holds a value of the column's type, null where none does. */
export function readCell(record: unknown, field: Pick<Field, 'type' | 'from' | 'item' | 'keepsPlaces'>): Cell {
  for (const path of field.from) {
    const cell = toCell(valueAt(record, path), field);
    if (cell !== null) {
      return cell;
    }
  }
  return null;
}

function toCell(value: unknown, { type, item, keepsPlaces }: Pick<Field, 'type' | 'item' | 'keepsPlaces'>): Cell {
  switch (type) {
    case 'id':
      return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : null;
    case 'text':
    case 'link':
      return typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
    case 'time':
      return toTime(value);
    case 'count':
      return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'flag':
      return typeof value === 'boolean' ? value : null;
    case 'list':
      return Array.isArray(value)
        ? keepsPlaces
          ? placedTexts(value, item)
          : value.flatMap((entry) => itemText(entry, item))
        : null;
  }
}

/** ISO 8601, or what a date of the platform's own JSON looks like; null for what is no time. */
export function toTime(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2} [A-Z][a-z]{2} \d)/.test(value)) {
    return null;
  }
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

function itemText(entry: unknown, keys: readonly string[]): readonly string[] {
  if (typeof entry === 'string') {
    return [entry];
  }
  if (typeof entry === 'number') {
    return [String(entry)];
  }
  const found = textUnder(entry, keys);
  return found === undefined ? [] : [found];
}

/** A text for each entry, empty for one that has none under these keys; none at all where no entry has one. */
function placedTexts(entries: readonly unknown[], keys: readonly string[]): readonly string[] {
  const texts = entries.map((entry) => textUnder(entry, keys) ?? '');
  return texts.some((text) => text !== '') ? texts : [];
}

function textUnder(entry: unknown, keys: readonly string[]): string | undefined {
  const found = keys.map((key) => valueAt(entry, [key])).find((text) => typeof text === 'string');
  return typeof found === 'string' ? found : undefined;
}
