import assert from 'node:assert/strict';
import {
  readMarketplaceHeaders,
  readParameterNameOverrides,
  readProxyRoute,
} from '../../../../src/host/services/readSettings.ts';

const none = { address: '', support: 'override', except: [] };
const thisMachine = 'localhost,127.0.0.1,::1';

describe('the way through a proxy', () => {
  it('is the one that the settings of the editor name', () => {
    assert.deepEqual(readProxyRoute({ ...none, address: 'http://proxy:8080', except: ['.example.com'] }, {}), {
      address: 'http://proxy:8080',
      except: `${thisMachine},.example.com`,
    });
  });

  it('is left to the environment where the settings name none, whose exceptions count in any case', () => {
    assert.deepEqual(readProxyRoute(none, { NO_PROXY: 'a.example, b.example' }), {
      except: `${thisMachine},a.example,b.example`,
    });
    assert.deepEqual(readProxyRoute(none, { no_proxy: 'c.example' }), { except: `${thisMachine},c.example` });
  });

  it('is straight where the editor uses no proxy', () => {
    assert.deepEqual(readProxyRoute({ ...none, address: 'http://proxy:8080', support: 'off' }, { HTTPS_PROXY: 'http://other' }), {
      address: '',
      except: thisMachine,
    });
  });
});

describe('the names of parameters in the settings', () => {
  it('are read by endpoint and by the name that is built in', () => {
    const written = { 'primary.usersByIds': { userIds: 'ids' }, 'gateway.userCommunities': { role: 'filter[role]' } };
    assert.deepEqual(readParameterNameOverrides(written), written);
  });

  it('count as not written where they are none', () => {
    for (const setting of [undefined, null, 3, 'x', [], {}]) assert.deepEqual(readParameterNameOverrides(setting), {});
    const written = { 'primary.usersByIds': { userIds: 'a&b=c', other: 3, third: '' }, 'primary.job': 'x' };
    assert.deepEqual(readParameterNameOverrides(written), { 'primary.usersByIds': {}, 'primary.job': {} });
  });
});

describe('the names of the headers of a marketplace', () => {
  const standIns = { keyHeader: 'x-market-key', hostHeader: 'x-market-host' };

  it('are those that a person wrote', () => {
    const written = { keyHeader: 'X-Real_Key.2', hostHeader: 'x-real-host' };
    assert.deepEqual(readMarketplaceHeaders(' X-Real_Key.2 ', 'x-real-host'), written);
    assert.deepEqual(readMarketplaceHeaders(undefined, 'x-real-host'), { ...standIns, hostHeader: 'x-real-host' });
  });

  for (const name of [
    undefined,
    null,
    3,
    '',
    'a b',
    'a:b',
    'ä',
    'x\r\ny',
    '$(id)',
    '`id`',
    'a'.repeat(65),
    'Host',
    'accept',
    'Cookie',
  ]) {
    it(`are not ${JSON.stringify(name)}, which cannot be sent or means something else`, () => {
      assert.deepEqual(readMarketplaceHeaders(name, name), standIns);
    });
  }

  it('are two: one header cannot carry both', () => {
    assert.deepEqual(readMarketplaceHeaders('x-one', 'X-One'), standIns);
  });
});
