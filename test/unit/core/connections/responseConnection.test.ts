import assert from 'node:assert/strict';
import { findConnectionOfResponse, isNameKnownAt } from '../../../../src/core/connections/responseConnection.ts';
import { readConnectionSettings } from '../../../../src/core/connections/connectionSettings.ts';

const address = 'https://api.example/v1';
const own = 'http://127.0.0.1:4000/primary';
const { connections } = readConnectionSettings({
  Team: { service: 'primary', address },
  Mine: { service: 'primary', address },
  Gate: { service: 'gateway', address },
  Dev: { service: 'primary', address: own },
});
const marked = { 'x-sandbox': 'world' };

describe("a response's connection", () => {
  for (const [what, baseUrl, headers, selected, name] of [
    ['the one with its address', own, marked, 'Team', 'Dev'],
    ['the selected one of two with its address', address, {}, 'Mine', 'Mine'],
    ['the first of them where another one is selected', address, {}, 'sandbox', 'Team'],
    ['the sandbox, whichever port it had', 'http://127.0.0.1:5000/primary', marked, 'Team', 'sandbox'],
    ['none where its connection is gone: its address stands for it', 'https://old.example', {}, 'Team', 'https://old.example'],
    ['the selected one of what stands in a file', '', {}, 'Mine', 'Mine'],
    ['the sandbox of a file that came from it', '', marked, 'Mine', 'sandbox'],
  ] as const) {
    it(`is ${what}`, () => {
      const request = { service: 'primary', baseUrl } as const;
      assert.equal(findConnectionOfResponse({ headers, request }, connections, selected), name);
    });
  }
});

describe('a stored name', () => {
  it('is known to its sandbox, or to all paid connections', () => {
    const places = [
      { kind: 'sandbox', baseUrl: 'http://127.0.0.1:5001' },
      { kind: 'direct', baseUrl: address },
      { kind: 'direct', baseUrl: own },
    ] as const;
    const knownAt = (baseUrl: string, isMadeUp: boolean) => places.map((place) => isNameKnownAt({ baseUrl, isMadeUp }, place));
    assert.deepEqual(knownAt('http://127.0.0.1:5000', true), [true, false, false]);
    assert.deepEqual(knownAt(own, true), [true, false, true]);
    assert.deepEqual(knownAt('https://old.example', false), [false, true, true]);
  });
});
