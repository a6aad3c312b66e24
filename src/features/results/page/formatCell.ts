import * as l10n from '@vscode/l10n';
import { type Cell, type Column, formatIsoTime } from '../../../core/table/cell.ts';
import { shortenText, stripToSingleLine } from '../../../core/text/stripHiddenCharacters.ts';
import { formatDateTime, formatExactNumber } from '../../../page/kit/formatNumbersAndTimes.ts';
import { displayLanguage } from '../../../page/kit/translate.ts';

const decimalFormat = new Intl.NumberFormat(displayLanguage, { maximumFractionDigits: 4 });

/** The longest text that a cell of a table shows; the rest is in the card. */
const maxLength = 500;

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
