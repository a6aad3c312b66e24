import { type ColumnType, type RecordColumn, toCell, parseTimeMs } from './cell.ts';
import { getValueAtPath } from '../../client/records/fieldValues.ts';
import { shortenText, stripToSingleLine } from '../text/stripHiddenCharacters.ts';

const maxObjectDepth = 4;
const maxColumns = 200;
const maxTitleLength = 100;
const maxColumnsShownAtFirst = 12;

/** Columns for the leaves of undocumented objects, in order of appearance. Lists of objects get no column. */
export function inferColumns(records: readonly unknown[]): readonly RecordColumn[] {
  const leaves = new Map<string, { readonly path: readonly string[]; readonly types: Set<ColumnType> }>();
  for (const record of records) {
    visitLeaves(record, [], (path, type) => {
      const key = JSON.stringify(path);
      const leaf = leaves.get(key) ?? { path, types: new Set<ColumnType>() };
      leaf.types.add(type);
      if (leaves.size < maxColumns) {
        leaves.set(key, leaf);
      }
    });
  }
  const taken = new Set<string>();
  return [...leaves.values()].map(({ path, types }, index) => {
    const type = mergeColumnTypes(types);
    return {
      name: createUniqueColumnName(path, taken),
      title: shortenText(stripToSingleLine(path.join('.')), maxTitleLength) || 'Value',
      type,
      isShown: index < maxColumnsShownAtFirst,
      read: (record) => toCell(record.kind === 'other' ? getValueAtPath(record.value, path) : undefined, type),
    };
  });
}

function visitLeaves(value: unknown, path: readonly string[], found: (path: readonly string[], type: ColumnType) => void): void {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((item) => typeof item === 'string' || typeof item === 'number')) {
      found(path, 'list');
    }
    return;
  }
  if (typeof value === 'object' && value !== null) {
    if (path.length < maxObjectDepth) {
      for (const [key, inner] of Object.entries(value)) {
        visitLeaves(inner, [...path, key], found);
      }
    }
    return;
  }
  const type = inferColumnType(value, path.at(-1) ?? '');
  if (type !== undefined) {
    found(path, type);
  }
}

function inferColumnType(value: unknown, key: string): ColumnType | undefined {
  switch (typeof value) {
    case 'string':
      return parseTimeMs(value) !== null
        ? 'time'
        : /^\d+$/.test(value) && /(^|_)ids?(_str)?$|Ids?$/.test(key)
          ? 'id'
          : /^https?:\/\//.test(value)
            ? 'link'
            : 'text';
    case 'number':
      return Number.isSafeInteger(value) ? 'count' : 'number';
    case 'boolean':
      return 'flag';
    default:
      return undefined;
  }
}

/** The common type of all values; text if they differ, because it holds every value except lists. */
function mergeColumnTypes(types: ReadonlySet<ColumnType>): ColumnType {
  const [only] = types;
  if (types.size === 1 && only !== undefined) {
    return only;
  }
  const isNumeric = [...types].every((type) => type === 'count' || type === 'number');
  return isNumeric ? 'number' : types.has('list') ? 'list' : 'text';
}

function createUniqueColumnName(path: readonly string[], taken: Set<string>): string {
  const plain = path
    .map((key) =>
      key
        .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .toLowerCase(),
    )
    .join('_')
    .replace(/^_+|(?<!_)_+$/g, '');
  const base = plain === '' ? 'value' : plain;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) {
    name = `${base}_${number}`;
  }
  taken.add(name);
  return name;
}
