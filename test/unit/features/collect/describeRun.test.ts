import assert from 'node:assert/strict';
import { describeRun, type LiveRun, toProgress } from '../../../../src/features/collect/describeRun.ts';
import { createSummary, type RunSummary } from '../../../../src/features/collect/runFolder.ts';

const plan = { endpoint: 'primary.userFollowers', params: {}, format: 'ndjson', baseUrl: 'https://api.example' } as const;
const paid: RunSummary = {
  ...createSummary({ ...plan, budget: 500_000n }),
  state: 'paused',
  pages: 12,
  records: { users: 1_200 },
  cost: '0.0024',
};

function live(change: Partial<LiveRun> = {}): LiveRun {
  const before = toProgress(createSummary(plan));
  return { before, now: toProgress(paid), elapsedMs: 30_000, left: undefined, waiting: '', ...change };
}

describe('a run’s row', () => {
  it('shows the counts, the amount spent of the budget, and the rate while it runs', () => {
    assert.equal(
      describeRun(paid, 'Followers', live(), 'en').description,
      '1,200 records · $0.0024 of $0.50 · Followers · 12 pages · 2,400 records/min',
    );
  });

  it('shows the time left if the number of records or pages is known', () => {
    const at = (left: LiveRun['left']) => describeRun(paid, '', live({ left }), 'en').description.split(' · ')[1];
    assert.equal(at({ of: 'records', count: 12_000 }), '5 min left');
    assert.equal(at({ of: 'pages', count: 120 }), '5 min left');
    assert.equal(at({ of: 'records', count: 100 }), '<1 min left');
  });

  it('shows no rate before it is known', () => {
    const early = describeRun(paid, '', live({ elapsedMs: 1_000, left: { of: 'pages', count: 5 } }), 'en');
    assert.equal(early.description, '1,200 records · $0.0024 of $0.50 · 12 pages');
  });

  it('says first that it is paused or why it waits', () => {
    assert.match(describeRun(paid, '', undefined, 'en').description, /^paused · 1,200 records/);
    assert.match(describeRun(paid, '', live({ waiting: 'Rate limited' }), 'en').description, /^Rate limited · 1,200 records/);
  });

  it('says that a run was interrupted if its process is gone', () => {
    const { description, tooltip } = describeRun({ ...paid, state: 'running' }, '', undefined, 'en');
    assert.match(description, /^paused · /);
    assert.match(tooltip, /The run was interrupted\. Resume to continue\./);
  });

  it('explains in the tooltip why it is paused, and what wasn’t found', () => {
    const { tooltip } = describeRun(
      { ...paid, reason: 'The price increased.', notFound: ['a', 'b'], notes: ['Note.'] },
      '',
      undefined,
      'en',
    );
    assert.equal(tooltip, 'users: 1,200 · 12 pages\n$0.0024 of $0.50\nThe price increased.\nNot found: 2\nNote.');
  });

  it('marks an amount as inexact if requests may have been charged', () => {
    assert.match(describeRun({ ...paid, maybeCharged: 1 }, '', undefined, 'en').description, /≈\$0\.0024 of \$0\.50/);
  });

  it('has no amount in the sandbox', () => {
    const free = { ...createSummary(plan), state: 'complete', pages: 1, records: { users: 1 } } as const;
    assert.equal(describeRun(free, 'Followers', undefined, 'en').description, '1 record · Followers · 1 page');
  });
});
