import type { Column } from '../../results/table/cell.ts';
import type { TableSort } from '../../results/table/rowSort.ts';

/** How a table is sorted after a press on a head: words from A on, numbers from the largest on; then the other way; then not. */
export function nextSort(sort: TableSort | undefined, column: string, type: Column['type'] | undefined): TableSort | undefined {
  const first = type === 'text' || type === 'link' || type === 'id' ? 'ascending' : 'descending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  if (sort?.column !== column) {
    return { column, direction: first };
  }
  return sort.direction === first ? { column, direction: second } : undefined;
}
