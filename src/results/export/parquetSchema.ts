import type { ParquetWriter } from 'hyparquet-writer';
import type { Column } from '../table/cell.ts';

type Schema = ParquetWriter['schema'];
type SchemaElement = Schema[number];

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const;

/** The schema of a table; every column may be null. */
export function toSchema(columns: readonly Column[]): Schema {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(toElements)];
}

function toElements({ name, type }: Column): readonly SchemaElement[] {
  const base = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'id':
    case 'text':
    case 'link':
      return [{ ...base, ...text }];
    case 'time':
      return [
        {
          ...base,
          type: 'INT64',
          converted_type: 'TIMESTAMP_MILLIS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
        },
      ];
    case 'count':
      return [{ ...base, type: 'INT64' }];
    case 'number':
      return [{ ...base, type: 'DOUBLE' }];
    case 'flag':
      return [{ ...base, type: 'BOOLEAN' }];
    case 'list':
      return [
        { ...base, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', ...text },
      ];
  }
}
