import assert from 'node:assert/strict';
import { checkQuery } from '../../../../../src/client/search/checkQuery.ts';
import { type FilterKey, filterKeys } from '../../../../../src/client/search/filters.ts';
import { parseFilterField, toFilterFieldInput, setQueryFilter } from '../../../../../src/features/results/query/editQuery.ts';
import { readQueryFields } from '../../../../../src/features/results/query/readQueryFields.ts';
import { searchFilterCases } from '../../../../support/searchFilterCases.ts';

/** What the page does when a field loses focus: the new query, or the error. */
function fill(text: string, key: FilterKey, field: string | boolean): string {
  const reading = parseFilterField(key, field);
  return reading.ok
    ? setQueryFilter(text, key, reading.value)
    : reading.fault.message.replaceAll(/\{(\d+)\}/g, (_, at) => String(reading.fault.args[Number(at)]));
}

const shown = (text: string, key: FilterKey) => toFilterFieldInput(readQueryFields(text).entries.get(key)?.value);

describe("the query builder's filters", () => {
  it('include every documented filter', () => {
    assert.deepEqual(filterKeys, Object.keys(searchFilterCases));
  });

  for (const key of filterKeys) {
    const { field, operator, invalidInput } = searchFilterCases[key];
    it(`write, read, and remove ${operator} for ${key}`, () => {
      assert.equal(fill('', key, field), operator);
      assert.equal(fill('coffee', key, field), `coffee ${operator}`);
      assert.equal(shown(`coffee ${operator}`, key), field);
      assert.deepEqual(
        checkQuery(operator).map(({ code }) => code),
        [],
      );
      assert.equal(fill(`coffee ${operator}`, key, field === true ? false : ''), 'coffee');
    });
    if (invalidInput !== undefined) {
      it(`report that ${key} can't be ${invalidInput[0]}`, () => {
        assert.match(fill('coffee', key, invalidInput[0]), invalidInput[1]);
      });
    }
  }
});
