import assert from 'node:assert/strict';
import { listChangedEnvNames, updateEnvText } from '../../../../src/core/text/updateEnvText.ts';

const values = { SOCIAL_DATA_URL: 'http://127.0.0.1:4000/primary', SOCIAL_DATA_KEY: 'sandbox' };

describe('updateEnvText', () => {
  it("creates a new file's text", () => {
    assert.equal(updateEnvText('', values), 'SOCIAL_DATA_URL=http://127.0.0.1:4000/primary\nSOCIAL_DATA_KEY=sandbox\n');
  });

  it('replaces values and preserves all other lines', () => {
    const text = '# mine\r\nexport SOCIAL_DATA_KEY=old\r\n\r\nOTHER="a=b # c"\r\n';
    assert.equal(
      updateEnvText(text, values),
      '# mine\r\nexport SOCIAL_DATA_KEY=sandbox\r\n\r\nOTHER="a=b # c"\r\nSOCIAL_DATA_URL=http://127.0.0.1:4000/primary\r\n',
    );
    assert.equal(updateEnvText('OTHER=1', values).split('\n')[0], 'OTHER=1');
  });

  it("doesn't change equal values", () => {
    const once = updateEnvText('OTHER=1\n', values);
    assert.equal(updateEnvText(once, values), once);
    assert.deepEqual(listChangedEnvNames(once, values), []);
  });

  it('lists names with different values, but not names in comments', () => {
    assert.deepEqual(listChangedEnvNames('# SOCIAL_DATA_KEY=mine\n', values), []);
    assert.deepEqual(listChangedEnvNames('SOCIAL_DATA_KEY = mine\nOTHER=1\n', values), ['SOCIAL_DATA_KEY']);
    assert.deepEqual(listChangedEnvNames('SOCIAL_DATA_KEY=sandbox', values), []);
  });
});
