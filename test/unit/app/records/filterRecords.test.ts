import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { filterRecords } from '../../../../src/app/records/filterRecords.ts';

const line = (label: string, value?: string) => ({ kind: 'line', label, value, path: undefined }) as const;

describe('the filter of rows', () => {
  const records = [line('Green Tea'), line('green apple', 'of the tea garden'), line('Coffee')];

  it('leaves what holds every word in any of its texts, whatever the case', () => {
    assert.deepEqual(filterRecords(records, 'GREEN  tea'), records.slice(0, 2));
    assert.deepEqual(filterRecords(records, 'tea milk'), []);
  });

  it('leaves all where it is empty', () => {
    assert.equal(filterRecords(records, ''), records);
  });

  it('looks for what is typed: it knows neither quotes nor columns', () => {
    assert.deepEqual(filterRecords([line('a "b c" d'), line('b c')], '"b c"'), [line('a "b c" d')]);
    assert.deepEqual(filterRecords([line('label:tea'), line('tea')], 'label:tea'), [line('label:tea')]);
  });
});
