import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { schemaMigrations } from '../../../src/store/schema.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';

/** What of a line of the ledger counts towards the sums of its day. */
interface Line {
  readonly kind: 'call' | 'correction' | 'unexplained';
  readonly purse: 'real' | 'play';
  readonly day: string;
  readonly endpointId: string;
  readonly amount: number;
  readonly isReported: 0 | 1;
  readonly spent: 'yes' | 'no' | 'maybe';
  readonly status: number | null;
}

const line: fc.Arbitrary<Line> = fc.record({
  kind: fc.constantFrom('call', 'correction', 'unexplained'),
  purse: fc.constantFrom('real', 'play'),
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  endpointId: fc.constantFrom('primary.search', 'primary.tweet'),
  amount: fc.integer({ min: -500, max: 500 }),
  isReported: fc.constantFrom(0, 1),
  spent: fc.constantFrom('yes', 'no', 'maybe'),
  status: fc.constantFrom(null, 200, 500),
});

/** The sums of lines, in words of their own: a call counts where it was answered or may have cost something. */
function sumsOf(lines: readonly Line[]) {
  const sum = (of: (one: Line) => number) => lines.reduce((total, one) => total + of(one), 0);
  const isCall = ({ kind, status, spent }: Line) => kind === 'call' && (status !== null || spent !== 'no');
  return {
    spent: sum(({ kind, amount }) => (kind === 'unexplained' ? 0 : amount)),
    calls: sum((one) => (isCall(one) ? 1 : 0)),
    // a correction that brings the price takes back that there was none
    unreported: sum((one) =>
      isCall(one) && one.isReported === 0 ? 1 : one.kind === 'correction' && one.isReported === 1 ? -1 : 0,
    ),
    maybe_billed: sum(({ kind, spent }) =>
      kind === 'call' && spent === 'maybe' ? 1 : kind === 'correction' && spent !== 'maybe' ? -1 : 0,
    ),
    unexplained: sum(({ kind, amount }) => (kind === 'unexplained' ? amount : 0)),
  };
}

describe('the sums that are kept with the ledger', () => {
  it('are those of its lines, for each kind of money, day and endpoint', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const database = new DatabaseSync(':memory:');
        for (const step of schemaMigrations) {
          database.exec(step);
        }
        const insert = database.prepare(
          `INSERT INTO ledger (call, kind, at, day, purse, connection, service, endpoint_id, format, asker, amount, is_reported, spent,
            refunded, retried, attempts, status) VALUES (?, ?, 0, ?, ?, 'direct', 'primary', ?, 'raw', 'command', ?, ?, ?, 0, 0, 1, ?)`,
        );
        for (const [at, { kind, day, purse, endpointId, amount, isReported, spent, status }] of lines.entries()) {
          insert.run(`call${at}`, kind, day, purse, endpointId, amount, isReported, spent, status);
        }
        const places = Map.groupBy(lines, ({ purse, day, endpointId }) => `${purse} ${day} ${endpointId}`);
        const rows = database.prepare('SELECT * FROM totals').all();
        assert.equal(rows.length, places.size);
        for (const { purse, day, endpoint_id: endpointId, service, ...sums } of rows) {
          const of = places.get(`${String(purse)} ${String(day)} ${String(endpointId)}`) ?? [];
          assert.deepEqual({ service, ...sums }, { service: 'primary', ...sumsOf(of) });
        }
        database.close();
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('change with nothing but further lines', () => {
    const database = new DatabaseSync(':memory:');
    for (const step of schemaMigrations) {
      database.exec(step);
    }
    database.exec(`INSERT INTO ledger (call, kind, at, day, purse, connection, service, endpoint_id, format, asker, amount, is_reported,
      spent, refunded, retried, attempts) VALUES ('a', 'call', 0, 'd', 'real', 'direct', 'primary', 'e', 'raw', 'c', 1, 1, 'yes', 0, 0, 1)`);
    assert.throws(() => database.exec('UPDATE ledger SET amount = 2'), /only added/);
    assert.throws(() => database.exec('DELETE FROM ledger'), /only added/);
    database.close();
  });
});
