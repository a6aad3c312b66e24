import assert from 'node:assert/strict';
import { toTransportFault } from '../../../src/client/transport.ts';

const factsOf = (error: unknown) => {
  const { reason, code } = toTransportFault(error, false);
  return { reason, code };
};

describe('a transport error', () => {
  it("has the code of the first cause with one, or a Chromium message's code", () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    assert.deepEqual(factsOf(new TypeError('fetch failed', { cause: new AggregateError([refused]) })), {
      reason: 'network',
      code: 'ECONNREFUSED',
    });
    assert.deepEqual(factsOf(new TypeError('fetch failed', { cause: new Error('net::ERR_NAME_NOT_RESOLVED') })), {
      reason: 'network',
      code: 'ERR_NAME_NOT_RESOLVED',
    });
    assert.deepEqual(factsOf(new Error('net::ERR_CERT_AUTHORITY_INVALID')), {
      reason: 'certificate',
      code: 'ERR_CERT_AUTHORITY_INVALID',
    });
    assert.deepEqual(factsOf(new TypeError('fetch failed')), { reason: 'network', code: undefined });
  });
});
