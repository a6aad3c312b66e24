import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { schema } from '../../../src/store/database.ts';
import { propertyRuns } from '../../support/propertyRuns.ts';

/** A line's facts that are added to its day's totals. */
interface Line {
  readonly connection: 'sandbox' | 'direct';
  readonly day: string;
  readonly endpointId: string;
  readonly initiator: 'tool' | 'command';
  readonly amount: number;
  readonly isReported: 0 | 1;
  readonly spent: 'yes' | 'no' | 'maybe';
  readonly status: number | null;
}

const line: fc.Arbitrary<Line> = fc.record({
  connection: fc.constantFrom('sandbox', 'direct'),
  day: fc.constantFrom('2026-01-01', '2026-01-02'),
  endpointId: fc.constantFrom('primary.search', 'primary.tweet'),
  initiator: fc.constantFrom('tool', 'command'),
  amount: fc.integer({ min: 0, max: 500 }),
  isReported: fc.constantFrom(0, 1),
  spent: fc.constantFrom('yes', 'no', 'maybe'),
  status: fc.constantFrom(null, 200, 500),
});

/** Sums lines independently of SQL. Includes calls with a response or a possible charge. */
function sumsOf(lines: readonly Line[]) {
  const count = (is: (one: Line) => boolean) => lines.filter(is).length;
  const isCall = ({ status, spent }: Line) => status !== null || spent !== 'no';
  return {
    spent: lines.reduce((total, { amount }) => total + amount, 0),
    calls: count(isCall),
    unreported: count((one) => isCall(one) && one.isReported === 0),
    maybe_billed: count(({ spent }) => spent === 'maybe'),
  };
}

describe('the totals', () => {
  it('equal the sums of lines that cost real money per day, endpoint, and agents', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const database = new DatabaseSync(':memory:');
        database.exec(schema);
        const insert = database.prepare(
          `INSERT INTO ledger (call, at, day, connection, service, endpoint_id, format, initiator, amount, is_reported, spent,
            refunded, retried, attempts, status) VALUES (?, 0, ?, ?, 'primary', ?, 'raw', ?, ?, ?, ?, 0, 0, 1, ?)`,
        );
        for (const [at, { day, connection, endpointId, initiator, amount, isReported, spent, status }] of lines.entries()) {
          insert.run(`call${at}`, day, connection, endpointId, initiator, amount, isReported, spent, status);
        }
        const places = Map.groupBy(
          lines.filter(({ connection }) => connection === 'direct'),
          ({ day, endpointId, initiator }) => `${day} ${endpointId} ${initiator}`,
        );
        const rows = database.prepare('SELECT * FROM totals').all();
        assert.equal(rows.length, places.size);
        for (const { day, endpoint_id: endpointId, of_agents: isAgents, ...sums } of rows) {
          const of = places.get(`${String(day)} ${String(endpointId)} ${isAgents === 1 ? 'tool' : 'command'}`) ?? [];
          assert.deepEqual({ ...sums }, sumsOf(of));
        }
        database.close();
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
