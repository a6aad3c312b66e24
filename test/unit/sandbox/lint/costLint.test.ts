import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findWaste } from '../../../../src/sandbox/lint/costLint.ts';
import { presentWaste } from '../../../../src/sandbox/lint/presentWaste.ts';
import type { LoggedRequest } from '../../../../src/sandbox/requestLog.ts';

function request(path: string, given: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    ...({ atMs: 0, service: 'primary', endpointId: 'primary.any', method: 'GET', path, query: '', wantsSimple: false } as const),
    ...{ bodyHash: '', status: 200, cost: 200n, refunded: false, fault: undefined, isBroken: false, isPastEnd: false },
    ...given,
  };
}

const brief = (log: readonly LoggedRequest[]): readonly string[] =>
  findWaste(log).map(({ kind, call, times, cost }) => `${kind} ${call} ${times} ${cost}`);

describe('the cost lint', () => {
  it('finds the same call within a minute, however its query is ordered', () => {
    assert.deepEqual(
      brief([
        request('/a', { query: 'x=1&y=2' }),
        request('/a', { query: 'y=2&cursor=&x=1', atMs: 59_000 }),
        request('/a', { query: 'x=1&y=2', atMs: 119_000 }),
        request('/a', { query: 'x=1&y=2', atMs: 179_001 }),
      ]),
      ['repeated GET /a?x=1&y=2 2 400'],
    );
  });

  it('tells formats, methods, bodies and services apart', () => {
    assert.deepEqual(
      brief([
        request('/a'),
        request('/a', { wantsSimple: true }),
        request('/a', { method: 'POST' }),
        request('/a', { method: 'POST', bodyHash: 'b' }),
      ]),
      [],
    );
    assert.deepEqual(brief([request('/a', { wantsSimple: true }), request('/a', { query: 'format=simple' })]), [
      'repeated GET /a?format=simple 1 200',
    ]);
  });

  it('finds retries of what was charged, whole or broken, and not of what was given back', () => {
    assert.deepEqual(
      brief([request('/a', { status: 404 }), request('/a', { status: 404 }), request('/b', { isBroken: true }), request('/b')]),
      ['retriedCharged GET /a 1 200', 'retriedCharged GET /b 1 200'],
    );
    assert.deepEqual(brief([request('/a', { status: 500, cost: 0n, refunded: true }), request('/a')]), []);
  });

  it('finds pages behind the last one', () => {
    assert.deepEqual(brief([request('/a', { query: 'cursor=1' }), request('/a', { query: 'cursor=2', isPastEnd: true })]), [
      'pastEnd GET /a?cursor=2 1 200',
    ]);
  });

  it('finds handles that are resolved again, one by one or in a list', () => {
    const profile = request('/user/by/username/Ada', { endpointId: 'primary.userByUsername' });
    const toId = (handle: string, atMs = 0): LoggedRequest =>
      request(`/username/to/id/${handle}`, { endpointId: 'primary.usernameToId', atMs });
    const toIds = (usernames: string, atMs = 0): LoggedRequest =>
      request('/user/usernames/to/ids', { endpointId: 'primary.usernamesToIds', query: `usernames=${usernames}`, atMs });
    assert.deepEqual(brief([profile, toId('%40ada')]), ['resolvedAgain GET /username/to/id/%40ada 1 200']);
    assert.deepEqual(brief([toIds('@ada,mira'), toId('mira'), toIds('ada,new'), toId('other')]), [
      'resolvedAgain GET /username/to/id/mira 1 200',
    ]);
    assert.deepEqual(brief([toId('ada'), toId('ada', 3_600_000)]), ['resolvedAgain GET /username/to/id/ada 1 200']);
    assert.deepEqual(brief([toId('ada'), profile]), []);
    assert.deepEqual(brief([request(profile.path, { ...profile, status: 400, cost: 0n }), toId('ada')]), []);
  });

  it('finds nothing in calls that cost nothing, and never more than was paid', () => {
    const one = fc.record({
      path: fc.constantFrom('/a', '/b', '/c'),
      atMs: fc.nat(200_000),
      status: fc.constantFrom(200, 404, 500),
      cost: fc.constantFrom(0n, 200n),
      isPastEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one), (drafts) => {
        const log = drafts.map(({ path, ...given }) => request(path, given)).sort((a, b) => a.atMs - b.atMs);
        const found = findWaste(log).reduce((sum, { cost }) => sum + cost, 0n);
        const paid = log.reduce((sum, { cost }) => sum + cost, 0n);
        assert.ok(found <= paid);
        assert.deepEqual(findWaste(log.map((entry) => ({ ...entry, cost: 0n }))), []);
      }),
    );
  });

  it('says it in lines that a terminal can show', () => {
    assert.deepEqual(presentWaste([]), []);
    const lines = presentWaste(
      Array.from(
        { length: 30 },
        (_, index) => ({ kind: 'repeated', call: `GET /\u001b[2J${index}`, times: 1, cost: 200n }) as const,
      ),
    );
    assert.equal(lines[0], 'Cost lint: 30 calls for $0.006 (sandbox prices) would not have been needed.');
    assert.equal(lines.length, 22);
    assert.equal(lines.at(-1), '  and 10 more');
    assert.doesNotMatch(lines.join(''), /[^\x20-\x7e]/);
  });
});
