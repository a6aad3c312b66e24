import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkConnectionName,
  readConnectionSettings,
  readMarketplaceHeaders,
  readParameterNameOverrides,
  readSelectedConnections,
} from '../../../../src/core/connections/connectionSettings.ts';

const staging = { service: 'primary', address: 'https://staging.example/v1' } as const;

/** One entry's error; undefined if it's valid. */
const faultOf = (entry: unknown, name = 'Staging') => {
  const { connections, faults } = readConnectionSettings({ [name]: entry });
  assert.equal(connections.length + faults.length, 1);
  return faults[0]?.message;
};

describe('readConnectionSettings', () => {
  it('uses defaults for optional fields', () => {
    const { connections, faults } = readConnectionSettings({
      Staging: staging,
      Team: { service: 'gateway', address: ' HTTPS://Team.Example/ ' },
      'My market': {
        ...{ service: 'primary', address: 'https://market.example', host: ' social.market.example ' },
        ...{ keyHeader: 'x-key', parameterNames: { 'primary.usersByIds': { userIds: 'ids' } } },
      },
    });
    assert.deepEqual(faults, []);
    const parameterNames = {};
    assert.deepEqual(connections, [
      { name: 'Staging', ...staging, marketplace: undefined, parameterNames },
      { name: 'Team', service: 'gateway', address: 'https://team.example', marketplace: undefined, parameterNames },
      {
        ...{ name: 'My market', service: 'primary', address: 'https://market.example' },
        marketplace: { host: 'social.market.example', keyHeader: 'x-key', hostHeader: 'x-market-host' },
        parameterNames: { 'primary.usersByIds': { userIds: 'ids' } },
      },
    ]);
  });

  it("returns no connections without a setting, and an error if it isn't an object", () => {
    for (const setting of [undefined, null, {}]) {
      assert.deepEqual(readConnectionSettings(setting), { connections: [], faults: [] });
    }
    for (const setting of [[], [staging], 'staging', 3, true]) {
      assert.deepEqual(readConnectionSettings(setting), {
        connections: [],
        faults: [{ name: undefined, message: 'socialData.connections must be an object.' }],
      });
    }
  });

  for (const [what, entry, says] of [
    ['no object', 'https://staging.example', /^Staging: must be an object with the texts service /],
    ['no service', { address: staging.address }, /^Staging: must be an object with the texts service /],
    ['another service', { ...staging, service: 'both' }, /^Staging: must be .*'primary' or 'gateway'/],
    ['a marketplace of the gateway', { ...staging, service: 'gateway', host: 'a.example' }, /^Staging: only the Primary API /],
    ['no address', { service: 'primary' }, /^Staging: must be .* address/],
    ['an empty address', { ...staging, address: '' }, /^Staging: The base URL is empty$/],
    [
      'an address that would show the key',
      { ...staging, address: 'http://staging.example' },
      /^Staging: The base URL must use https/,
    ],
    [
      'an address with a user',
      { ...staging, address: 'https://a@b.example' },
      /^Staging: The base URL must not contain a user name/,
    ],
    ['a host with a line break', { ...staging, host: 'a\r\nx: y' }, /^Staging: host: Use only ASCII characters/],
  ] as const) {
    it(`reports an error for an entry with ${what}`, () => {
      assert.match(faultOf(entry) ?? '', says);
    });
  }

  it("doesn't accept or repeat a key", () => {
    const fault = faultOf({ ...staging, key: 'secret-0123456789' }) ?? '';
    assert.match(fault, /^Staging: a connection can only have service, .*\. Run Manage Connections… to store its key\.$/);
    assert.doesNotMatch(fault, /secret/);
  });

  it('uses the first of two names that look the same and reports the other one', () => {
    const { connections, faults } = readConnectionSettings({ Staging: staging, sTAGING: staging, Ｓtaging: staging });
    assert.deepEqual(
      connections.map(({ name }) => name),
      ['Staging'],
    );
    assert.deepEqual(
      faults.map(({ name }) => name),
      ['sTAGING', 'Ｓtaging'],
    );
    assert.equal(faults[0]?.message, 'sTAGING: This name is already in use.');
  });

  it('never throws and returns a connection or an error for each entry', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(staging))), (setting) => {
        const { connections, faults } = readConnectionSettings(setting);
        assert.equal(connections.length + faults.length, Object.keys(setting).length);
      }),
      { numRuns: 100 },
    );
  });
});

describe('readSelectedConnections', () => {
  it('selects the sandbox for anything but a name', () => {
    assert.deepEqual(readSelectedConnections({ primary: 'Staging', gateway: '' }), { primary: 'Staging' });
    for (const setting of [undefined, null, [], 'Staging', { primary: 3 }]) {
      assert.deepEqual(readSelectedConnections(setting), {});
    }
  });
});

describe('checkConnectionName', () => {
  const check = (name: string) => checkConnectionName(name, ['Staging']);

  it('accepts names in any script', () => {
    for (const name of ['Live 2', 'Équipe', 'चरण', '本番', 'api.example.com', 'a.b-c_d', '9', 'x'.repeat(30), 'Staging 2']) {
      assert.equal(check(name), undefined, name);
    }
  });

  it('rejects icons, links, and invisible characters', () => {
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
    for (const name of [...hostile, 'a · b', 'a (b)', '<b>', '😀', '-a', '.a', ' a', 'a ', 'https://a.example', '__proto__']) {
      assert.match(check(name) ?? '', /^Use letters, digits, spaces/, JSON.stringify(name));
    }
  });

  it('rejects long, reserved, and existing names', () => {
    assert.equal(check(''), 'Enter a name.');
    assert.equal(check('x'.repeat(31)), 'A name can have at most 30 characters.');
    assert.equal(check('Sandbox'), "'Sandbox' is reserved. Choose a different name.");
    assert.equal(check('staging'), 'This name is already in use.');
  });
});

describe('readParameterNameOverrides', () => {
  it('returns names by endpoint and parameter', () => {
    const written = { 'primary.usersByIds': { userIds: 'ids' }, 'gateway.userCommunities': { role: 'filter[role]' } };
    assert.deepEqual(readParameterNameOverrides(written), written);
  });

  it('ignores invalid names', () => {
    for (const setting of [undefined, null, 3, 'x', [], {}]) assert.deepEqual(readParameterNameOverrides(setting), {});
    const written = { 'primary.usersByIds': { userIds: 'a&b=c', other: 3, third: '' }, 'primary.job': 'x' };
    assert.deepEqual(readParameterNameOverrides(written), { 'primary.usersByIds': {}, 'primary.job': {} });
  });
});

describe('readMarketplaceHeaders', () => {
  const standIns = { keyHeader: 'x-market-key', hostHeader: 'x-market-host' };

  it('returns the configured names', () => {
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
    it(`rejects ${JSON.stringify(name)}`, () => {
      assert.deepEqual(readMarketplaceHeaders(name, name), standIns);
    });
  }

  it('rejects the same name for both headers', () => {
    assert.deepEqual(readMarketplaceHeaders('x-one', 'X-One'), standIns);
  });
});
