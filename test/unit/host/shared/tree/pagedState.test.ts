import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { noCost } from '../../../../../src/app/cost/cost.ts';
import { SocialDataError } from '../../../../../src/client/errors.ts';
import {
  addPage,
  failLoad,
  forgetPages,
  pageOfRecord,
  shownRecords,
  unloaded,
} from '../../../../../src/host/shared/tree/pagedState.ts';
import type { TreeRecord } from '../../../../../src/host/shared/tree/treeRecord.ts';
import { windowsOf } from '../../../../../src/host/shared/tree/windows.ts';

function line(label: string): TreeRecord {
  return { kind: 'line', path: ['data', label], label, value: undefined };
}

const mark = {
  exchangeId: 'x',
  params: {},
  sentAt: 0,
  baseUrl: 'https://service.example',
  from: 'network',
  cost: noCost,
} as const;

describe('the state of paged rows', () => {
  it('keeps lines that repeat: they have no ids to be told apart by', () => {
    const state = addPage(unloaded, { page: mark, records: [line('same'), line('same')], next: undefined });
    assert.equal(state.records.length, 2);
  });

  it('takes an empty search behind a cursor for the end, and a first one for what it is', () => {
    const noResults = new SocialDataError('noResults', 'nothing', { spent: 'refunded' });
    const loaded = addPage(unloaded, { page: mark, records: [line('one')], next: { cursor: 'b' } });
    assert.equal(failLoad(loaded, noResults).failure, undefined);
    assert.equal(failLoad(loaded, noResults).next, undefined);
    assert.equal(failLoad(unloaded, noResults).failure?.kind, 'noResults');
  });

  it('shows only what holds every word of the filter, whatever the case', () => {
    const state = addPage(unloaded, { page: mark, records: [line('Green Tea'), line('green apple')], next: undefined });
    assert.deepEqual(
      shownRecords({ ...state, filter: 'GREEN tea' }).map((record) => record.kind === 'line' && record.label),
      ['Green Tea'],
    );
    assert.equal(shownRecords(state).length, 2);
  });

  it('keeps the filter over a change of connection, and nothing else', () => {
    const state = { ...addPage(unloaded, { page: mark, records: [line('one')], next: undefined }), filter: 'word' };
    assert.deepEqual(forgetPages(state), { ...unloaded, status: 'idle', filter: 'word', idleBecause: 'reconnected' });
  });

  it('knows the page of every record', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 8 }), (counts) => {
        const pages = counts.map((count, at) => ({ ...mark, exchangeId: String(at), count }));
        const expected = counts.flatMap((count, at) => Array.from({ length: count }, () => String(at)));
        expected.forEach((id, index) => {
          assert.equal(pageOfRecord({ ...unloaded, pages }, index)?.exchangeId, id);
        });
      }),
    );
  });
});

describe('the windows of a long list', () => {
  it('hold every row once, in order, none more than a window takes', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.integer({ min: 1, max: 300 }), (count, size) => {
        const windows = windowsOf(count, size);
        const rows = windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
        assert.deepEqual(
          rows,
          Array.from({ length: count }, (_, at) => at),
        );
        assert.ok(windows.every(({ from, to }) => to - from <= size && to > from));
      }),
    );
  });

  it('stay as they are when more is loaded, but for the last one', () => {
    const before = windowsOf(1_400);
    const after = windowsOf(1_600);
    assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
  });
});
