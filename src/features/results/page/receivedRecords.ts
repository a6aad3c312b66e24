import { type Cell, type Column, type RowCells, formatIsoTime } from '../../../core/table/cell.ts';
import type { RecordKind } from '../../../client/endpoint.ts';
import { TableRowIndex } from '../../../core/table/tableRowIndex.ts';
import * as l10n from '@vscode/l10n';
import { shortenText, stripToSingleLine } from '../../../core/text/stripHiddenCharacters.ts';
import { displayLanguage, formatDateTime, formatExactNumber } from '../../../page/kit/formatNumbersAndTimes.ts';

const decimalFormat = new Intl.NumberFormat(displayLanguage, { maximumFractionDigits: 4 });

/** Cards show the complete text. */
const maxLength = 500;

/** The records of one query. */
export interface ReceivedRecords {
  /** From the host; -1 before the first records. */
  readonly series: number;
  readonly kind: RecordKind;
  readonly columns: readonly Column[];
  readonly rows: RowCells[];
  readonly order: TableRowIndex;
  readonly filled: Set<string>;
}

/** A new object for each render. */
export interface FilteredRows {
  readonly indexes: readonly number[];
}

type RecordsHead = Pick<ReceivedRecords, 'series' | 'kind' | 'columns'>;

function createReceivedRecords({ series, kind, columns }: RecordsHead): ReceivedRecords {
  return { series, kind, columns, rows: [], order: new TableRowIndex(columns), filled: new Set() };
}

export function createEmptyRecords(): ReceivedRecords {
  return createReceivedRecords({ series: -1, kind: 'other', columns: [] });
}

/** Starts over for a different series, and while there are no rows, because the columns may still change. */
export function resetRecordsIfNew(records: ReceivedRecords, head: RecordsHead): ReceivedRecords {
  return records.series === head.series && records.rows.length > 0 ? records : createReceivedRecords(head);
}

/** Ignores rows that would leave a gap or are already there. */
export function appendRows(records: ReceivedRecords, start: number, rowsJson: string): ReceivedRecords {
  if (records.rows.length === start) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the host, which a page trusts
    const rows = JSON.parse(rowsJson) as readonly RowCells[];
    for (const row of rows) {
      records.rows.push(row);
    }
    records.order.add(rows);
    records.columns.forEach(({ name }, at) => {
      if (!records.filled.has(name) && rows.some((row) => isCellFilled(row[at] ?? null))) {
        records.filled.add(name);
      }
    });
  }
  return { ...records };
}

function isCellFilled(cell: Cell): boolean {
  return cell !== null && cell !== '' && !(Array.isArray(cell) && cell.length === 0);
}

export function getCell({ columns, rows }: ReceivedRecords, row: number, name: string): Cell {
  const at = columns.findIndex((column) => column.name === name);
  return rows[row]?.[at] ?? null;
}

export function getCellText(records: ReceivedRecords, row: number, name: string): string {
  const cell = getCell(records, row, name);
  return typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : '';
}

export function formatCell(cell: Cell, { type }: Pick<Column, 'type'>): string {
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'boolean') {
    return cell ? l10n.t('Yes') : l10n.t('No');
  }
  if (typeof cell === 'object') {
    return shortenText(stripToSingleLine(cell.join(', ')), maxLength);
  }
  if (typeof cell === 'number') {
    if (type === 'time') {
      return formatDateTime(formatIsoTime(cell));
    }
    return Number.isSafeInteger(cell) ? formatExactNumber(cell) : decimalFormat.format(cell);
  }
  return shortenText(stripToSingleLine(cell.slice(0, maxLength * 2)), maxLength);
}
