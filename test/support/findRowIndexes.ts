import type { TableRowIndex, TableQuery } from '../../src/app/table/tableRowIndex.ts';

/** The indexes of all rows to show, in order. */
export function findRowIndexes(order: TableRowIndex, view: TableQuery): Uint32Array {
  const finding = order.find(view);
  finding.go(() => false);
  return finding.found;
}
