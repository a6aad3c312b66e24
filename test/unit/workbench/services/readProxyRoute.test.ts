import assert from 'node:assert/strict';
import { readProxyRoute } from '../../../../src/workbench/services/readProxyRoute.ts';

const none = { address: '', support: 'override', except: [] };
const thisMachine = 'localhost,127.0.0.1,::1';

describe('readProxyRoute', () => {
  it("uses the editor's settings", () => {
    assert.deepEqual(readProxyRoute({ ...none, address: 'http://proxy:8080', except: ['.example.com'] }, {}), {
      address: 'http://proxy:8080',
      except: `${thisMachine},.example.com`,
    });
  });

  it("uses the environment's proxy for an empty setting, and always its exceptions", () => {
    assert.deepEqual(readProxyRoute(none, { NO_PROXY: 'a.example, b.example' }), {
      except: `${thisMachine},a.example,b.example`,
    });
    assert.deepEqual(readProxyRoute(none, { no_proxy: 'c.example' }), { except: `${thisMachine},c.example` });
  });

  it("doesn't use a proxy if the editor doesn't", () => {
    assert.deepEqual(readProxyRoute({ ...none, address: 'http://proxy:8080', support: 'off' }, { HTTPS_PROXY: 'http://other' }), {
      address: '',
      except: thisMachine,
    });
  });
});
