import { harmlessCell } from '../client/harmlessText.ts';
import { formatMoney, type Money } from '../client/money.ts';
import type { LedgerLine } from './store.ts';

const columns: readonly (readonly [string, (line: LedgerLine) => string])[] = [
  ['line', ({ seq }) => String(seq)],
  ['kind', ({ kind }) => kind],
  ['time', ({ at }) => new Date(at).toISOString()],
  ['day', ({ day }) => day],
  ['money', ({ purse }) => purse],
  ['connection', ({ connection }) => connection],
  ['service', ({ service }) => service],
  ['endpoint', ({ endpointId }) => endpointId],
  ['format', ({ format }) => format],
  ['asker', ({ asker }) => asker],
  ['amount_usd', ({ amount }) => formatMoney(amount)],
  ['reported', (line) => (line.isReported && !isTakenForFree(line) ? 'yes' : 'no')],
  ['spent', ({ spent }) => spent],
  ['price_usd', ({ receipt }) => dollars(receipt.price)],
  ['balance_usd', ({ receipt }) => dollars(receipt.balance)],
  ['refunded', ({ receipt }) => (receipt.refunded ? 'yes' : 'no')],
  ['retried', ({ receipt }) => (receipt.retried ? 'yes' : 'no')],
  ['attempts', ({ attempts }) => String(attempts)],
  ['status', ({ status }) => (status === undefined ? '' : String(status))],
  ['error', ({ error }) => error ?? ''],
  ['exchange', ({ exchangeId }) => exchangeId ?? ''],
];

/** The ledger as CSV (RFC 4180, UTF-8), part by part: a header line, then one line per line of the ledger. */
export function* ledgerCsv(lines: Iterable<LedgerLine>): Iterable<string> {
  yield toRecord(columns.map(([name]) => name));
  for (const line of lines) {
    yield toRecord(columns.map(([, valueOf]) => valueOf(line)));
  }
}

/** Whether an answer says nothing of its cost, and counts as free for its status alone. */
function isTakenForFree({ spent, status, receipt }: LedgerLine): boolean {
  return spent === 'no' && status !== undefined && receipt.price === undefined;
}

function dollars(amount: Money | undefined): string {
  return amount === undefined ? '' : formatMoney(amount);
}

function toRecord(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * One cell. Control and bidi characters go; what a spreadsheet would take for a formula is marked as text by an apostrophe,
 * a negative number stays one.
 */
export function csvCell(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
  const safe = /^-\d+(\.\d+)?$/.test(clean) ? clean : harmlessCell(clean);
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
