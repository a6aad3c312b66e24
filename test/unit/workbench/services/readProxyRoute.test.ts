import assert from 'node:assert/strict';
import { readProxyRoute } from '../../../../src/workbench/services/readProxyRoute.ts';

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
