import assert from 'node:assert/strict';
import { formatLedgerCsv } from '../../../src/store/ledgerRows.ts';
import { type LedgerLine, subtractDays, toLocalDay } from '../../../src/store/store.ts';

const line: LedgerLine = {
  seq: 7,
  at: Date.UTC(2026, 7, 1, 12),
  day: '2026-08-01',
  connection: 'direct',
  service: 'primary',
  endpointId: 'primary.userById',
  format: 'raw',
  initiator: 'tool',
  agent: '=Claude Code',
  amount: -800n,
  isReported: true,
  spent: 'yes',
  receipt: { price: 200n, balance: 4_870_000n, refunded: false, retried: true },
  attempts: 2,
  status: 200,
  error: undefined,
  exchangeId: 'abc',
};

/** Parses a record (RFC 4180) without line breaks in cells. */
function cellsOf(record: string): readonly string[] {
  return [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (match) => match[1]?.replaceAll('""', '"') ?? match[2] ?? '',
  );
}

describe('the ledger as CSV', () => {
  it('has a header and one record per line, with exact amounts', () => {
    const [header = '', record = '', ...rest] = formatLedgerCsv([line]).split('\r\n');
    assert.match(header, /^line,time,day,money,/);
    assert.equal(
      record,
      '7,2026-08-01T12:00:00.000Z,2026-08-01,real,direct,primary,primary.userById,raw,tool,-0.0008,yes,yes,' +
        "0.0002,4.87,no,yes,2,200,,abc,'=Claude Code",
    );
    assert.deepEqual([cellsOf(header).length, rest], [cellsOf(record).length, ['']]);
  });

  it('keeps negative amounts as numbers, and escapes formulas', () => {
    const [, record = ''] = formatLedgerCsv([{ ...line, error: '-1+1' }]).split('\r\n');
    assert.deepEqual([cellsOf(record)[9], cellsOf(record)[18]], ['-0.0008', "'-1+1"]);
  });
});

describe('a day', () => {
  it('is the local calendar day, even when clocks change', () => {
    const noon = new Date(2026, 2, 29, 12).getTime();
    assert.equal(toLocalDay(noon), '2026-03-29');
    assert.equal(toLocalDay(new Date(2026, 0, 1, 0, 0, 0).getTime()), '2026-01-01');
    assert.equal(toLocalDay(new Date(2026, 0, 1, 0, 0, 0).getTime() - 1), '2025-12-31');
    assert.equal(subtractDays('2026-03-01', 1), '2026-02-28');
    assert.equal(subtractDays('2026-03-30', 6), '2026-03-24');
    assert.equal(subtractDays('2026-12-31', -1), '2027-01-01');
  });
});
