import assert from 'node:assert/strict';
import { type FilterGroup, filterGroups, filterDefinitions } from '../../../src/client/search/filters.ts';
import { searchFilterCases } from '../../support/searchFilterCases.ts';
import { statusOf, type PageAlone, useResultsPage } from '../support/resultsPageAlone.ts';

describe('the query builder, filter by filter', () => {
  const open = useResultsPage();
  let alone: PageAlone;
  const query = () => alone.page.getByRole('textbox', { name: 'Query', exact: true });
  /** By its place: its head counts what is set. */
  const section = (group: FilterGroup) => alone.page.locator('.builder-group').nth(filterGroups.indexOf(group));
  const says = async (text: string, what: string) => {
    const line = await query().inputValue();
    assert.equal(line, text, what);
  };

  before(async () => {
    alone = await open({ question: { texts: {} } });
    alone.host.send('status', statusOf({ phase: 'idle', loaded: 0, hasMore: false }));
    await alone.page.getByRole('button', { name: 'Query Builder' }).click();
    await alone.page.locator('.builder').waitFor();
  });

  for (const group of filterGroups) {
    const rows = filterDefinitions.filter((row) => row.group === group);
    it(`writes the operator of each of ${rows.length} filters under ${group}, reads it back, and says what is wrong`, async () => {
      const place = section(group);
      if ((await place.getAttribute('open')) === null) await place.locator('summary').click();
      for (const { key, title } of rows) {
        const { field, operator, invalidInput } = searchFilterCases[key];
        const control = place.getByLabel(title, { exact: true });
        await query().fill('');
        if (field === true) {
          await control.check();
          await says(operator, `${key} pressed`);
          await control.uncheck();
          await says('', `${key} taken back`);
          await query().fill(`coffee ${operator}`);
          assert.ok(await control.isChecked(), `${key} is read`);
          await query().fill('coffee');
          assert.ok(!(await control.isChecked()), `${key} is gone`);
          continue;
        }
        await control.fill(field);
        await control.blur();
        await says(operator, `${key} filled in`);
        await control.fill('');
        await control.blur();
        await says('', `${key} emptied`);
        await query().fill(`coffee ${operator}`);
        assert.equal(await control.inputValue(), field, `${key} is read`);
        await query().fill('coffee');
        assert.equal(await control.inputValue(), '', `${key} is gone`);
        if (invalidInput === undefined) continue;
        await control.fill(invalidInput[0]);
        await control.blur();
        const fault = place.locator('.field-fault').filter({ hasText: invalidInput[1] });
        await fault.waitFor();
        assert.equal(await control.getAttribute('aria-invalid'), 'true', key);
        assert.equal(await control.getAttribute('aria-describedby'), await fault.getAttribute('id'), key);
        await says('coffee', `${key}: what is wrong is not written`);
        await control.fill('');
        await control.blur();
        await fault.waitFor({ state: 'detached' });
      }
      await place.locator('summary').click();
    });
  }

  it('has the words without an operator first among its words, writes them, and counts them with those', async () => {
    const place = section('Words');
    if ((await place.getAttribute('open')) === null) await place.locator('summary').click();
    const first = place.getByRole('textbox').first();
    assert.equal(await place.locator('label').first().innerText(), 'All of these words');
    assert.equal(await alone.page.locator('.builder > .field').count(), 0);
    await query().fill('');
    await first.fill('coffee tea');
    await first.blur();
    await says('coffee tea', 'the words');
    await place.getByLabel('1 set').waitFor();
    await place.getByLabel('Exact phrase').fill('open data');
    await place.getByLabel('Exact phrase').blur();
    await place.getByLabel('2 set').waitFor();
    await query().fill('');
    await place.locator('.badge').waitFor({ state: 'detached' });
    assert.equal(await first.inputValue(), '');
  });

  it('has asked nobody for anything', () => {
    assert.deepEqual([alone.asked('call'), alone.asked('loadMore'), alone.unheard()], [[], [], []]);
  });
});
