import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Column } from '../../app/table/cell.ts';
import { formatCell } from './formatCell.ts';
import type { ReceivedRecords } from './receivedRecords.ts';
import { tableRowHeightPx } from './tableLayout.ts';

/**
 * Makes what draws the rows of a table of records. What is pressed in one is heard by the table: a row of its own would listen in
 * each cell.
 * @param opening what opening a record does, where that costs
 * @returns takes a row's number among the records, its place in the table, and the column of the cell with the focus, where it is in it
 */
export function createTableRowRenderer(
  columns: readonly Column[],
  { columns: all, rows, kind }: ReceivedRecords,
  opening: string,
): (row: number, place: number, isSelected: boolean, focused: number | undefined) => TemplateResult {
  const drawn = columns.map((column) => ({
    column,
    at: all.indexOf(column),
    context: JSON.stringify({ column: column.name }),
    // by people, in any script
    isWritten: column.type === 'text' || column.type === 'list',
  }));
  const title = opening === '' ? nothing : l10n.t('Double-click or Enter: {0}', opening);
  return (row, place, isSelected, focused) =>
    html`<div
      role="row"
      aria-rowindex=${place + 2}
      aria-selected=${String(isSelected)}
      class="table-row"
      title=${title}
      data-vscode-context=${JSON.stringify({ webviewSection: 'cell', webviewRecord: kind, row })}
      .style=${`transform:translateY(${(place + 1) * tableRowHeightPx}px)`}
    >
      ${drawn.map(({ column, at, context, isWritten }, index) => {
        const text = formatCell(rows[row]?.[at] ?? null, column);
        return html`<div
          role="gridcell"
          dir=${isWritten ? 'auto' : nothing}
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
