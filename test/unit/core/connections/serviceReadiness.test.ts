import assert from 'node:assert/strict';
import {
  chooseServiceForPin,
  chooseService,
  type ServiceReadiness,
} from '../../../../src/core/connections/connectionSettings.ts';

describe('the chosen service', () => {
  const both = ['primary', 'gateway'] as const;
  const cases: readonly (readonly [primary: ServiceReadiness, gateway: ServiceReadiness, expected: string | undefined])[] = [
    ['ready', 'ready', 'primary'],
    ['ready', 'noKey', 'primary'],
    ['sandbox', 'ready', 'primary'],
    ['noKey', 'ready', 'gateway'],
    ['noAddress', 'ready', 'gateway'],
    ['noAddress', 'noKey', 'gateway'],
    ['noAddress', 'sandbox', 'gateway'],
    ['noKey', 'noKey', 'primary'],
    // sample data doesn't describe real people
    ['noKey', 'sandbox', 'primary'],
    ['noAddress', 'noAddress', undefined],
  ];
  for (const [primary, gateway, expected] of cases) {
    it(`is ${expected ?? 'none'} if the Primary API is ${primary} and the Gateway API is ${gateway}`, () => {
      assert.equal(chooseService(both, { primary, gateway }), expected);
    });
  }

  for (const [primary, gateway, expected, expectedForSandboxLink] of [
    ['ready', 'ready', 'primary', 'primary'],
    ['ready', 'sandbox', 'primary', 'gateway'],
    ['sandbox', 'ready', 'gateway', 'primary'],
    ['sandbox', 'sandbox', 'primary', 'primary'],
    // a service without a key doesn't send responses
    ['sandbox', 'noKey', 'primary', 'primary'],
    ['noKey', 'sandbox', 'primary', 'gateway'],
    ['noKey', 'ready', 'gateway', 'gateway'],
    ['noAddress', 'noAddress', undefined, undefined],
  ] as const) {
    it(`is ${expected ?? 'none'} for a typed pin if the Primary API is ${primary} and the Gateway API is ${gateway}`, () => {
      for (const kind of ['list', 'community'] as const) {
        assert.equal(chooseServiceForPin(kind, { primary, gateway }), expected);
        assert.equal(chooseServiceForPin(kind, { primary, gateway }, true), expectedForSandboxLink);
      }
    });
  }

  it('is one that has the endpoint', () => {
    assert.equal(chooseService(['gateway'], { primary: 'ready', gateway: 'noKey' }), 'gateway');
    assert.equal(chooseServiceForPin('user', { primary: 'noKey', gateway: 'ready' }), 'primary');
    assert.equal(chooseServiceForPin('user', { primary: 'noAddress', gateway: 'ready' }), undefined);
  });
});
