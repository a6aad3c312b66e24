import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkConnectionName, createConnectionId, readNamedConnections } from '../../../../src/app/origin/namedConnections.ts';

const staging = { name: 'Staging', service: 'primary', address: 'https://staging.example/v1' } as const;

/** The sentence for one entry; undefined where it is a connection. */
const faultOf = (entry: unknown, id = 'staging') => {
  const { connections, faults } = readNamedConnections({ [id]: entry });
  assert.equal(connections.length + faults.length, 1);
  return faults[0]?.message;
};

describe('the setting with named connections', () => {
  it('is read with what a person may leave out', () => {
    const { connections, faults } = readNamedConnections({
      staging,
      Team: { service: 'gateway', address: ' HTTPS://Team.Example/ ' },
      market: {
        ...{ name: '  My   market ', service: 'primary', kind: 'marketplace', address: 'https://market.example' },
        ...{ host: ' social.market.example ', keyHeader: 'x-key', hostHeader: 'x-host' },
      },
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      connections.map(({ id, name, service, kind, address, host, keyHeader, hostHeader }) =>
        [id, name, service, kind, address, host, keyHeader, hostHeader].join('|'),
      ),
      [
        'staging|Staging|primary|direct|https://staging.example/v1|||',
        'Team|Team|gateway|direct|https://team.example|||',
        'market|My market|primary|marketplace|https://market.example|social.market.example|x-key|x-host',
      ],
    );
  });

  it('holds none where it is not set, and says so where it is no object', () => {
    for (const setting of [undefined, null, {}]) {
      assert.deepEqual(readNamedConnections(setting), { connections: [], faults: [] });
    }
    for (const setting of [[], [staging], 'staging', 3, true]) {
      assert.deepEqual(readNamedConnections(setting), {
        connections: [],
        faults: [{ id: undefined, message: 'socialData.connections must be an object.' }],
      });
    }
  });

  for (const [what, entry, says] of [
    ['no object', 'https://staging.example', /^staging: must be an object with service and address\.$/],
    ['no service', { address: staging.address }, /^staging: service must be “primary” or “gateway”\.$/],
    ['another service', { ...staging, service: 'both' }, /^staging: service must be /],
    [
      'another kind',
      { ...staging, kind: 'sandbox' },
      /^staging: kind must be “direct” or, for the primary service, “marketplace”\.$/,
    ],
    ['a marketplace of the gateway', { ...staging, service: 'gateway', kind: 'marketplace' }, /^staging: kind must be /],
    ['no address', { service: 'primary' }, /^staging: name, address and host must be texts\.$/],
    ['an empty address', { ...staging, address: '' }, /^staging: The address is empty$/],
    [
      'an address that would show the key',
      { ...staging, address: 'http://staging.example' },
      /^staging: The address is plain http/,
    ],
    ['an address with a user', { ...staging, address: 'https://a@b.example' }, /^staging: The address names a user/],
    ['a name that is no text', { ...staging, name: 3 }, /^staging: name, address and host must be texts\.$/],
    ['an empty name', { ...staging, name: ' ' }, /^staging: A connection needs a name\.$/],
    ['a host with a line break', { ...staging, kind: 'marketplace', host: 'a\r\nx: y' }, /^staging: A host has no spaces/],
  ] as const) {
    it(`says what is wrong with an entry that has ${what}`, () => {
      assert.match(faultOf(entry) ?? '', says);
    });
  }

  describe('with a marketplace at the address of another one', () => {
    const market = { service: 'primary', kind: 'marketplace', address: 'https://market.example/v1', host: 'a.example' } as const;
    const other = { ...market, address: 'HTTPS://Market.example/v1/', host: 'b.example' };
    const faultsOf = (setting: unknown, unnamed?: { readonly address: string; readonly host: string }) =>
      readNamedConnections(setting, unnamed === undefined ? [] : [{ kind: 'marketplace', ...unnamed }]).faults.map(
        ({ message }) => message,
      );

    it('counts the first alone where the hosts differ, for they would share answers and prices', () => {
      const { connections, faults } = readNamedConnections({ first: market, second: other });
      assert.deepEqual(
        connections.map(({ id }) => id),
        ['first'],
      );
      assert.deepEqual(faults, [
        { id: 'second', message: 'second: “first” has this address with another host. Only “first” counts.' },
      ]);
    });

    it('counts the one without a name before all others', () => {
      const unnamed = { address: ' https://market.example/v1/ ', host: 'c.example' };
      assert.deepEqual(faultsOf({ first: market }, unnamed), [
        'first: the marketplace connection without a name has this address with another host. Only that one counts.',
      ]);
    });

    it('takes one service with two keys, two addresses, and what reaches nothing yet', () => {
      const sameHost = { ...other, host: 'A.Example' };
      assert.deepEqual(faultsOf({ first: market, second: sameHost }, { address: market.address, host: 'a.example' }), []);
      assert.deepEqual(faultsOf({ first: market, second: { ...other, address: 'https://market.example/v2' } }), []);
      assert.deepEqual(faultsOf({ first: { ...market, host: '' }, second: other }, { address: market.address, host: '' }), []);
      assert.deepEqual(faultsOf({ first: market, second: { ...staging, address: market.address } }), []);
      assert.deepEqual(faultsOf({ first: market }, { address: '', host: 'c.example' }), []);
    });
  });

  it('takes no key, and does not repeat it', () => {
    const fault = faultOf({ ...staging, key: 'secret-0123456789' }) ?? '';
    assert.match(fault, /^staging: a connection has name, .* only\. Set API Key… keeps its key\.$/);
    assert.doesNotMatch(fault, /secret/);
  });

  it('takes ids that can name a secret', () => {
    for (const id of ['a b', 'ä', '', '-a', '__proto__', 'a.b', 'a'.repeat(41)]) {
      const { connections, faults } = readNamedConnections({ [id]: staging });
      assert.equal(connections.length, 0, id);
      assert.equal(faults[0]?.message, 'Use an id of letters from a to z, digits and hyphens, at most 40.');
    }
    assert.equal(faultOf(staging, 'Team-2'), undefined);
  });

  it('keeps the first of two that share a name or an id but for case, and says which is left out', () => {
    const { connections, faults } = readNamedConnections({
      one: staging,
      two: { ...staging, name: 'sTAGING' },
      three: { ...staging, name: 'Ｓtaging' },
      ONE: { ...staging, name: 'Other' },
      four: { ...staging, service: 'gateway' },
    });
    assert.deepEqual(
      connections.map(({ id }) => id),
      ['one', 'four'],
      'the gateway has names of its own',
    );
    assert.deepEqual(
      faults.map(({ message }) => message),
      [
        'two: Another connection of this service is named “sTAGING”.',
        'three: Another connection of this service is named “Ｓtaging”.',
        'ONE: another id differs only in case.',
      ],
    );
  });

  it('is read without a throw, whatever stands there, and each entry is a connection or a fault', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(staging))), (setting) => {
        const { connections, faults } = readNamedConnections(setting);
        assert.equal(connections.length + faults.length, Object.keys(setting).length);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the name of a connection', () => {
  const check = (name: string) => checkConnectionName(name, 'primary', [{ name: 'Staging', service: 'primary' }]);

  it('is one in any writing', () => {
    for (const name of ['Live 2', 'Équipe', 'चरण', '本番', 'a.b-c_d', '9', 'x'.repeat(30), 'Staging 2']) {
      assert.equal(check(name), undefined, name);
    }
  });

  it('holds nothing that is drawn as something else, or not at all', () => {
    const hostile = [
      'a\u0000b',
      'a\nb',
      'a\u202Eb',
      'a\u200Bb',
      'a\u034Fb',
      'a\u3164b',
      '\uFEFF.',
      '$(beaker)',
      '[a](command:b)',
    ];
    for (const name of [...hostile, 'a · b', 'a (b)', '<b>', '😀', '-a', '.a']) {
      assert.match(check(name) ?? '', /^Use letters, digits, spaces/, JSON.stringify(name));
    }
  });

  it('fits the status bar', () => {
    assert.equal(check('x'.repeat(31)), 'A name has at most 30 characters.');
    assert.equal(check(`  ${'x'.repeat(30)}  `), undefined);
  });

  it('is not what other things are called, nor that of another connection of the service', () => {
    assert.equal(check('Sandbox'), '“Sandbox” is reserved. Choose another name.');
    for (const name of ['direct', 'MARKETPLACE', 'Primary', 'gateway', 'Live']) {
      assert.match(check(name) ?? '', /is reserved/, name);
    }
    assert.match(check(' staging ') ?? '', /^Another connection of this service is named/);
    assert.equal(checkConnectionName('Staging', 'gateway', [{ name: 'Staging', service: 'primary' }]), undefined);
  });
});

describe('the id of a new connection', () => {
  it('is made of its name, and is one that the setting takes and nothing has', () => {
    assert.equal(createConnectionId('My Staging_2', []), 'my-staging-2');
    assert.equal(createConnectionId('本番', []), 'connection');
    assert.equal(createConnectionId('Staging', ['STAGING', 'staging-2']), 'staging-3');
    const id = createConnectionId('x'.repeat(30), ['x'.repeat(30)]);
    assert.equal(faultOf({ ...staging, name: 'y' }, id), undefined);
  });
});
