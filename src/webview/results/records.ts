import type { Cell, Column, Row } from '../../results/table/cell.ts';
import { recordKinds, type RecordKind } from '../../results/table/recordKind.ts';
import { createTableOrder, type TableOrder } from '../../results/table/tableOrder.ts';

/** The records on the page, as they came from the host. A new one begins with every new question. */
export interface Records {
  readonly kind: RecordKind;
  readonly columns: readonly Column[];
  readonly rows: Row[];
  readonly order: TableOrder;
  /** The columns that hold something in one of the rows. */
  readonly filled: Set<string>;
}

export function noRecords(): Records {
  return { kind: 'other', columns: [], rows: [], order: createTableOrder([]), filled: new Set() };
}

/** Takes rows in: begins anew at 0, goes on behind what is there. Rows that would leave a gap are left out. */
export function withRows(
  records: Records,
  message: { readonly start: number; readonly kind: string; readonly columns: readonly Column[]; readonly rows: readonly Row[] },
): Records {
  const { start, columns, rows } = message;
  const kind = recordKinds.find((name) => name === message.kind) ?? 'other';
  const base = start === 0 ? { kind, columns, rows: [], order: createTableOrder(columns), filled: new Set<string>() } : records;
  if (base.rows.length === start) {
    for (const row of rows) {
      base.rows.push(row);
    }
    base.order.add(rows);
    base.columns.forEach(({ name }, at) => {
      if (!base.filled.has(name) && rows.some((row) => isFilled(row[at] ?? null))) {
        base.filled.add(name);
      }
    });
  }
  return { ...base };
}

function isFilled(cell: Cell): boolean {
  return cell !== null && cell !== '' && !(Array.isArray(cell) && cell.length === 0);
}

/** The cell of a row in the column of that name; null where there is none. */
export function cellOf({ columns, rows }: Records, row: number, name: string): Cell {
  const at = columns.findIndex((column) => column.name === name);
  return rows[row]?.[at] ?? null;
}

/** The same as text; empty for none. */
export function textOf(records: Records, row: number, name: string): string {
  const cell = cellOf(records, row, name);
  return typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
}

/** The same as texts; empty for none. */
export function listOf(records: Records, row: number, name: string): readonly string[] {
  const cell = cellOf(records, row, name);
  return typeof cell === 'object' && cell !== null ? cell : [];
}
