import assert from 'node:assert/strict';
import { listChangedEnvNames, updateEnvText } from '../../../../src/core/text/updateEnvText.ts';

const values = { SOCIAL_DATA_URL: 'http://127.0.0.1:4000/primary', SOCIAL_DATA_KEY: 'sandbox' };

describe('values for a .env file', () => {
  it('make a file where there is none', () => {
    assert.equal(updateEnvText('', values), 'SOCIAL_DATA_URL=http://127.0.0.1:4000/primary\nSOCIAL_DATA_KEY=sandbox\n');
  });

  it('take the place of older ones, and leave all other lines as they are', () => {
    const text = '# mine\r\nexport SOCIAL_DATA_KEY=old\r\n\r\nOTHER="a=b # c"\r\n';
    assert.equal(
      updateEnvText(text, values),
      '# mine\r\nexport SOCIAL_DATA_KEY=sandbox\r\n\r\nOTHER="a=b # c"\r\nSOCIAL_DATA_URL=http://127.0.0.1:4000/primary\r\n',
    );
    assert.equal(updateEnvText('OTHER=1', values).split('\n')[0], 'OTHER=1');
  });

  it('written again change nothing', () => {
    const once = updateEnvText('OTHER=1\n', values);
    assert.equal(updateEnvText(once, values), once);
    assert.deepEqual(listChangedEnvNames(once, values), []);
  });

  it('tell which of a file they would replace: not what a comment says', () => {
    assert.deepEqual(listChangedEnvNames('# SOCIAL_DATA_KEY=mine\n', values), []);
    assert.deepEqual(listChangedEnvNames('SOCIAL_DATA_KEY = mine\nOTHER=1\n', values), ['SOCIAL_DATA_KEY']);
    assert.deepEqual(listChangedEnvNames('SOCIAL_DATA_KEY=sandbox', values), []);
  });
});
