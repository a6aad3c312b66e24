import assert from 'node:assert/strict';
import {
  chooseServiceForPin,
  chooseServiceToAsk,
  type ServiceReadiness,
} from '../../../../src/core/connections/connectionSettings.ts';

describe('the service that is asked', () => {
  const both = ['primary', 'gateway'] as const;
  const cases: readonly (readonly [primary: ServiceReadiness, gateway: ServiceReadiness, asked: string | undefined])[] = [
    ['ready', 'ready', 'primary'],
    ['ready', 'noKey', 'primary'],
    ['sandbox', 'ready', 'primary'],
    ['noKey', 'ready', 'gateway'],
    ['noAddress', 'ready', 'gateway'],
    ['noAddress', 'noKey', 'gateway'],
    ['noAddress', 'sandbox', 'gateway'],
    ['noKey', 'noKey', 'primary'],
    // made-up people are no response about real ones
    ['noKey', 'sandbox', 'primary'],
    ['noAddress', 'noAddress', undefined],
  ];
  for (const [primary, gateway, asked] of cases) {
    it(`is ${asked ?? 'none'} where the primary has ${primary} and the gateway ${gateway}`, () => {
      assert.equal(chooseServiceToAsk(both, { primary, gateway }), asked);
    });
  }

  for (const [primary, gateway, about, aboutSandbox] of [
    ['ready', 'ready', 'primary', 'primary'],
    ['ready', 'sandbox', 'primary', 'gateway'],
    ['sandbox', 'ready', 'gateway', 'primary'],
    ['sandbox', 'sandbox', 'primary', 'primary'],
    // a service without a key answers nothing
    ['sandbox', 'noKey', 'primary', 'primary'],
    ['noKey', 'sandbox', 'primary', 'gateway'],
    ['noKey', 'ready', 'gateway', 'gateway'],
    ['noAddress', 'noAddress', undefined, undefined],
  ] as const) {
    it(`is ${about ?? 'none'} about what is typed to be pinned where the primary has ${primary} and the gateway ${gateway}`, () => {
      for (const kind of ['list', 'community'] as const) {
        assert.equal(chooseServiceForPin(kind, { primary, gateway }), about);
        assert.equal(chooseServiceForPin(kind, { primary, gateway }, true), aboutSandbox);
      }
    });
  }

  it('is the one that offers it, whatever the others have', () => {
    assert.equal(chooseServiceToAsk(['gateway'], { primary: 'ready', gateway: 'noKey' }), 'gateway');
    assert.equal(chooseServiceForPin('user', { primary: 'noKey', gateway: 'ready' }), 'primary');
    assert.equal(chooseServiceForPin('user', { primary: 'noAddress', gateway: 'ready' }), undefined);
  });
});
