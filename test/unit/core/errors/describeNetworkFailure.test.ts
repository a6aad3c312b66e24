import assert from 'node:assert/strict';
import { describeNetworkFailure } from '../../../../src/core/errors/describeError.ts';

describe('describeNetworkFailure', () => {
  it('uses the innermost code with advice', () => {
    for (const [codes, said] of [
      [['network', 'TypeError', 'ECONNREFUSED'], /^ECONNREFUSED\. The connection was refused.*start the server\.$/],
      [['network', 'ENOTFOUND'], /^ENOTFOUND\. The host wasn't found/],
      [['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'], /^DEPTH_ZERO_SELF_SIGNED_CERT\. The certificate isn't trusted/],
      [['ERR_NAME_NOT_RESOLVED', 'TypeError'], /^ERR_NAME_NOT_RESOLVED\. The host wasn't found/],
      [['network', 'EPROTO'], /^EPROTO\. The server uses a different protocol/],
      [['network', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'], /The server uses a different protocol/],
      [['timeout', 'TimeoutError'], /^TimeoutError\. The connection timed out/],
      [['network', 'UND_ERR_SOCKET', 'other'], /^UND_ERR_SOCKET\. The connection was closed/],
    ] as const) {
      assert.match(describeNetworkFailure(codes), said);
    }
  });

  it('returns all codes if there is no advice', () => {
    assert.equal(describeNetworkFailure(['network', 'EODD']), 'network < EODD.');
  });
});
