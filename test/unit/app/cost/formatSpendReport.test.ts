import assert from 'node:assert/strict';
import { formatSpendReport } from '../../../../src/app/cost/formatSpendReport.ts';

const sumOf = (spent: bigint, calls: number) => ({ spent, calls, unreported: 0, maybeBilled: 0, unexplained: 0n });
const nothing = { today: sumOf(0n, 0), week: sumOf(0n, 0), endpoints: [] };

describe('the report of what was spent', () => {
  it('says that nothing was called where nothing was', () => {
    const report = formatSpendReport({ real: { ...nothing, days: [] }, sandbox: nothing, cap: 5_000_000n });
    assert.match(report, /Nothing that costs money was called in the last 7 days/);
    assert.match(report, /The budget per day is \$5\.00/);
    assert.doesNotMatch(report, /Sandbox/);
  });

  it('names each day and each endpoint with a bar as long as its share, and the sandbox for itself', () => {
    const days = [
      { name: '2026-11-23', sum: sumOf(400n, 2) },
      { name: '2026-11-22', sum: sumOf(200n, 1) },
      { name: '2026-11-21', sum: sumOf(0n, 0) },
      { name: '2026-11-20', sum: sumOf(1n, 1) },
    ];
    const endpoints = [{ name: 'Search', sum: sumOf(601n, 4) }];
    const report = formatSpendReport({
      real: { today: sumOf(400n, 2), week: sumOf(601n, 4), endpoints, days },
      sandbox: { ...nothing, week: sumOf(200n, 1), endpoints: [{ name: 'User by Handle', sum: sumOf(200n, 1) }] },
      cap: undefined,
    });
    const rows = report.split('\n').filter((line) => /^\| (?:20|Search|User)/.test(line));
    assert.deepEqual(
      rows.map((row) => row.split('|').map((cell) => cell.trim())).map(([, name, bar = '', spent]) => [name, bar.length, spent]),
      [
        ['2026-11-23', 24, '$0.0004 in 2 calls'],
        ['2026-11-22', 12, '$0.0002 in 1 call'],
        ['2026-11-21', 0, ''],
        ['2026-11-20', 1, '$0.000001 in 1 call'],
        ['Search', 24, '$0.000601 in 4 calls'],
        ['User by Handle', 1, ''],
      ],
    );
    assert.match(report, /## Sandbox, Last 7 Days\n\nfree · 1 call\n/);
  });
});
