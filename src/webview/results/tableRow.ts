import { type TemplateResult, html, nothing } from 'lit';
import type { Column, Row } from '../../results/table/cell.ts';
import { t } from '../shared/translate.ts';
import { formatCell } from './formatCell.ts';
import type { Records } from './records.ts';
import { rowHeight } from './tableLayout.ts';

/** A column with what is the same in each of its cells. */
export interface DrawnColumn {
  readonly column: Column;
  /** Where its cells stand in a row. */
  readonly at: number;
  /** What a cell says of itself to VS Code's menu. */
  readonly context: string;
}

export interface TableRow {
  /** Its number among the records, and its place in the table. */
  readonly row: number;
  readonly place: number;
  readonly cells: Row;
  readonly columns: readonly DrawnColumn[];
  readonly isSelected: boolean;
  /** What opening it does, where that costs. */
  readonly opening: string;
  /** The column of the cell with the focus, where it is in this row. */
  readonly focused: number | undefined;
}

export function drawnColumns(columns: readonly Column[], records: Records): readonly DrawnColumn[] {
  return columns.map((column) => ({
    column,
    at: records.columns.indexOf(column),
    context: JSON.stringify({ column: column.name }),
  }));
}

/** A row of a table of records. What is pressed in it is heard by the table: a row of its own would listen in each cell. */
export function tableRow({ row, place, cells, columns, isSelected, opening, focused }: TableRow): TemplateResult {
  return html`<div
    role="row"
    aria-rowindex=${place + 2}
    aria-selected=${String(isSelected)}
    class="table-row"
    title=${opening === '' ? nothing : t('Double-click or Enter: {0}', opening)}
    data-vscode-context=${JSON.stringify({ webviewSection: 'cell', row })}
    .style=${`transform:translateY(${(place + 1) * rowHeight}px)`}
  >
    ${columns.map(({ column, at, context }, index) => {
      const text = formatCell(cells[at] ?? null, column);
      return html`<div
        role="gridcell"
        dir=${isWritten(column) ? 'auto' : nothing}
        class="cell type-${column.type}"
        aria-colindex=${index + 1}
        tabindex=${focused === index ? 0 : -1}
        title=${text.length > 24 ? text : nothing}
        data-vscode-context=${context}
      >
        ${text}
      </div>`;
    })}
  </div>`;
}

/** Whether people wrote what stands in a column, in any script. */
function isWritten({ type }: Column): boolean {
  return type === 'text' || type === 'list';
}
