import assert from 'node:assert/strict';
import { parameterNames } from '../../../../../src/host/shared/connections/parameterNames.ts';

describe('the names of parameters in the settings', () => {
  it('are read by endpoint and by the name that is built in', () => {
    const written = { 'primary.usersByIds': { userIds: 'ids' }, 'gateway.userCommunities': { role: 'filter[role]' } };
    assert.deepEqual(parameterNames(written), written);
  });

  it('count as not written where they are none', () => {
    for (const setting of [undefined, null, 3, 'x', [], {}]) assert.deepEqual(parameterNames(setting), {});
    const written = { 'primary.usersByIds': { userIds: 'a&b=c', other: 3, third: '' }, 'primary.job': 'x' };
    assert.deepEqual(parameterNames(written), { 'primary.usersByIds': {}, 'primary.job': {} });
  });
});
