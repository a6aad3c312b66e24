import { formatMoney, type Money } from '../client/money.ts';
import { escapeCsvCell } from '../core/text/escapeText.ts';
import type { LedgerLine } from './store.ts';

const columns: readonly (readonly [string, (line: LedgerLine) => string])[] = [
  ['line', ({ seq }) => String(seq)],
  ['time', ({ at }) => new Date(at).toISOString()],
  ['day', ({ day }) => day],
  ['money', ({ connection }) => (connection === 'sandbox' ? 'play' : 'real')],
  ['connection', ({ connection }) => connection],
  ['service', ({ service }) => service],
  ['endpoint', ({ endpointId }) => endpointId],
  ['format', ({ format }) => format],
  ['asker', ({ initiator }) => initiator],
  ['amount_usd', ({ amount }) => formatMoney(amount)],
  ['reported', (line) => (line.isReported && !isTakenForFree(line) ? 'yes' : 'no')],
  ['spent', ({ spent }) => spent],
  ['price_usd', ({ receipt }) => formatMoneyOrEmpty(receipt.price)],
  ['balance_usd', ({ receipt }) => formatMoneyOrEmpty(receipt.balance)],
  ['refunded', ({ receipt }) => (receipt.refunded ? 'yes' : 'no')],
  ['retried', ({ receipt }) => (receipt.retried ? 'yes' : 'no')],
  ['attempts', ({ attempts }) => String(attempts)],
  ['status', ({ status }) => (status === undefined ? '' : String(status))],
  ['error', ({ error }) => error ?? ''],
  ['exchange', ({ exchangeId }) => exchangeId ?? ''],
  ['agent', ({ agent }) => agent ?? ''],
];

/** The ledger as CSV (RFC 4180, UTF-8): a header line, then one line per line of the ledger. */
export function formatLedgerCsv(lines: readonly LedgerLine[]): string {
  const rows = lines.map((line) => columns.map(([, valueOf]) => valueOf(line)));
  return [columns.map(([name]) => name), ...rows].map(formatLedgerCsvLine).join('');
}

/** Whether a response says nothing of its cost, and counts as free for its status alone. */
function isTakenForFree({ spent, status, receipt }: LedgerLine): boolean {
  return spent === 'no' && status !== undefined && receipt.price === undefined;
}

function formatMoneyOrEmpty(amount: Money | undefined): string {
  return amount === undefined ? '' : formatMoney(amount);
}

/** A negative number stays one; nothing else that begins with a sign does. */
function formatLedgerCsvLine(values: readonly string[]): string {
  return `${values.map((value) => (/^-\d+(\.\d+)?$/.test(value) ? value : escapeCsvCell(value))).join(',')}\r\n`;
}
