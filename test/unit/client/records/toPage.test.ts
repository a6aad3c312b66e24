import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endpoints, search, tweet, userFollowers, userTweets } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { createRandom } from '../../../../src/sandbox/world/random.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { captureBody, captureFiles } from '../upstream/captureFiles.ts';
import { damage } from '../upstream/damage.ts';
import { respondWith, exampleResponse } from './responses.ts';

describe('toPage', () => {
  for (const endpoint of endpoints.filter(({ formats }) => formats.includes('raw'))) {
    it(`reads the raw ${endpoint.id} response into records of the same kind`, () => {
      const raw = toPage(exampleResponse(endpoint, 'raw'));
      // some of these responses aren't in the platform's format
      if (raw.meta.upstream?.operation === 'unknown') return;
      const simple = toPage(exampleResponse(endpoint));
      assert.equal(raw.kind, simple.kind);
      assert.ok(raw.records.every(({ path }) => path === undefined));
      if (endpoint.paging !== undefined) {
        assert.deepEqual(new Set(raw.records.map(({ id }) => id)), new Set(simple.records.map(({ id }) => id)));
      }
    });
  }

  it('returns the same fields for both services and both formats', () => {
    const shapes = [
      exampleResponse(userTweets),
      exampleResponse(userTweets, 'raw'),
      exampleResponse(rowOf('gateway.listTweets')),
    ].map((response) => Object.keys(toPage(response).records[0]?.record ?? {}).toSorted());
    assert.ok((shapes[0]?.length ?? 0) > 20);
    assert.deepEqual(shapes[1], shapes[0]);
    assert.deepEqual(shapes[2], shapes[0]);
  });

  it('distinguishes posts and people in a search by their fields', () => {
    assert.equal(toPage(respondWith(search, { data: [{ id: '1', text: '' }] })).kind, 'post');
    assert.equal(toPage(respondWith(search, { data: [{ id: '1', username: 'ada' }] })).kind, 'user');
  });

  it("adds people's roles in a Space", () => {
    const { records } = toPage(exampleResponse(rowOf('gateway.spaceParticipants')));
    const roles = records.map(({ record }) => record.kind === 'user' && record.role);
    assert.deepEqual([...new Set(roles)], ['host', 'speaker', 'listener']);
  });

  it('lists handles in a map, including handles with errors', () => {
    const errors = [{ username: 'nobody', error: 'not-found', message: 'No such account.' }];
    const value = { data: { userIds: { ada: '18446744073709551615' }, errors } };
    const { records } = toPage(respondWith(rowOf('primary.usernamesToIds'), value));
    assert.deepEqual(
      records.map(({ record }) => record),
      [
        { kind: 'handleState', handle: 'ada', userId: '18446744073709551615', state: undefined, message: undefined },
        { kind: 'handleState', handle: 'nobody', userId: undefined, state: 'not-found', message: 'No such account.' },
      ],
    );
  });

  it('reads records of other kinds on the same page', () => {
    const page = toPage(exampleResponse(rowOf('gateway.hashtagAnalytics')));
    assert.equal(page.kind, 'hashtagPoint');
    assert.deepEqual([...new Set(page.records.map(({ kind }) => kind))], ['hashtagPoint', 'user', 'trend']);
  });

  it('reads a response without an envelope as the record', () => {
    const [found] = toPage(respondWith(rowOf('primary.userById'), { id: '7', username: 'ada' })).records;
    assert.deepEqual([found?.id, found?.path], ['7', []]);
  });

  it("returns the next page's parameters, and undefined on the last page", () => {
    const data = [{ id: '1' }];
    const next = (value: unknown) => toPage(respondWith(userFollowers, value)).next;
    assert.deepEqual(next({ data, nextCursor: 'c', hasNextPage: true }), { ...userFollowers.example, cursor: 'c' });
    assert.equal(next({ data, nextCursor: 'c', hasNextPage: false }), undefined);
    assert.equal(next({ data, nextCursor: null, hasNextPage: true }), undefined);
    const raw = toPage(exampleResponse(userFollowers, 'raw'));
    assert.deepEqual(raw.next, { ...userFollowers.example, cursor: raw.meta.upstream?.cursor.bottom });
  });

  it("has a raw conversation's places and raw-only facts", () => {
    const { meta, records } = toPage(exampleResponse(tweet, 'raw'));
    assert.ok((meta.upstream?.slots.length ?? 0) > 0);
    assert.ok(records.every(({ extra }) => extra !== undefined));
  });

  it("warns about parts that differ from the schema or couldn't be read", () => {
    const differs = { path: 'data', message: 'is no list' };
    const simple = toPage({ ...respondWith(userTweets, {}), warnings: [differs] });
    assert.deepEqual(simple.warnings, [differs]);
    const raw = toPage({ ...respondWith(userTweets, { errors: [{ message: 'Over capacity' }] }, 'raw'), warnings: [] });
    assert.deepEqual(
      raw.warnings.map(({ path, message }) => [path, message]),
      [['errors.0', 'Over capacity']],
    );
  });
});

describe('toPage on damaged responses', () => {
  for (const endpoint of endpoints) {
    it(`never throws for ${endpoint.id}, and returns only values with the right type`, () => {
      for (const format of endpoint.formats) {
        const response = exampleResponse(endpoint, format);
        const random = createRandom(`records ${endpoint.id} ${format}`);
        for (let run = 0; run < propertyRuns(500, 15); run += 1) {
          const page = toPage({ ...response, value: damage(response.value, random) });
          for (const { record, id } of page.records) {
            assert.ok(id === undefined || typeof id === 'string');
            if (record.kind !== 'other') assertPlain(record);
          }
          assert.ok(page.next === undefined || typeof page.next === 'object');
        }
      }
    });
  }
});

if (captureFiles.length > 0) {
  describe('toPage on captured raw responses', () => {
    for (const file of captureFiles) {
      it(`returns the records of ${file} with their ids`, () => {
        const { records, meta } = toPage(respondWith(tweet, captureBody(file), 'raw'));
        assert.deepEqual(
          records.map(({ source }) => source),
          meta.upstream?.records.map(({ record }) => record),
        );
        for (const { record, id } of records) {
          if ('id' in record) assert.equal(record.id, id);
        }
      });
    }
  });
}

function rowOf(id: string) {
  const endpoint = endpoints.find((one) => one.id === id);
  assert.ok(endpoint, id);
  return endpoint;
}

/** Checks that a record has only strings, finite numbers, booleans, lists, and objects. */
function assertPlain(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) assertPlain(item);
  } else if (typeof value === 'object') {
    assert.ok(value !== null);
    for (const part of Object.values(value)) assertPlain(part);
  } else {
    const isFit = typeof value !== 'number' || Number.isFinite(value);
    assert.ok(isFit && ['string', 'number', 'boolean', 'undefined'].includes(typeof value));
  }
}
