import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endpoints, search, tweet, userFollowers, userTweets } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { createRandom } from '../../../../src/sandbox/world/random.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { captureBody, captureFiles, hasCaptures } from '../upstream/captureFiles.ts';
import { patientOf } from '../upstream/damage.ts';
import { answerWith, exampleAnswer, valueAt } from './answers.ts';

/** Of each row's example: the first record of each kind, as its kind, its path and its id. */
const firstRecords: Readonly<Record<string, string>> = {
  'primary.userByUsername': 'user data 1500000000000000001',
  'primary.userById': 'user data 1500000000000000001',
  'primary.usersByIds': 'user data.0 1500000000000000001',
  'primary.usernamesToIds': 'handleState - ada_writes',
  'primary.usernameToId': 'other data',
  'primary.userAbout': 'other data',
  'primary.userTweets': 'post data.0 1840000000000000001',
  'primary.userTweetsAndReplies': 'post data.0 1840000000000000001',
  'primary.userMedia': 'post data.0 2066444998104013578',
  'primary.userLikes': 'post data.0 2066490653487496929',
  'primary.userFollowers': 'user data.0 812437458791698983',
  'primary.userFollowings': 'user data.0 1500000000000000002',
  'primary.userVerifiedFollowers': 'user data.0 1593104527184906949',
  'primary.userArticles': 'post data.0 2066054494118664948',
  'primary.usernamesStatus': 'handleState - ada_writes',
  'primary.friendshipsShow': 'other data',
  'primary.tweet': 'post data.0 1840000000000000001',
  'primary.simpleTweet': 'post data 1840000000000000001',
  'primary.tweetArticle': 'post data.0 1840000000000000002',
  'primary.tweetFavorites': 'user data.0 376133497316350670',
  'primary.tweetRetweets': 'user data.0 1075246245939325378',
  'primary.tweetQuotes': 'post data.0 2059083661399882000',
  'primary.search': 'post data.0 2066490642812532329',
  'primary.listDetails': 'list data 1700000000000000001',
  'primary.listTweets': 'post data.0 2066490836166662398',
  'primary.listMembers': 'user data.0 1088878056005354688',
  'primary.listFollowers': 'user data.0 1500000000000000002',
  'primary.communitiesSearch': 'community data.0 1600000000000000001',
  'primary.community': 'community data 1600000000000000001, other data.rules.0',
  'primary.communityTweets': 'post data.0 2066490630360242823',
  'primary.communityMembers': 'user data.0 1500000000000000001',
  'primary.communityMembersSearch': 'user data.0 1500000000000000001',
  'primary.communityModerators': 'user data.0 1500000000000000001',
  'primary.jobsSearch': 'job data.0 1950425297920000001',
  'primary.job': 'job data 1810000000000000001',
  'primary.jobsFindLocation': 'place data.0 1790000000000000001',
  'primary.trends': 'trend data.0 #opendata',
  'primary.miscLocations': 'place data.0 1',
  'primary.miscEmojis': 'other data.0 opendata',
  'gateway.tweet': 'post - 1840000000000000001',
  'gateway.tweetRetweets': 'user entries.0 1075246245939325378',
  'gateway.searchTweets': 'post data.0 2066490642812532329',
  'gateway.searchAdvanced': 'post data.0 2066490642812532329',
  'gateway.searchHashtag': 'post data.0 2066490653505350649',
  'gateway.searchLocation': 'post data.0 2066485012017952927',
  'gateway.space': 'space  1AbCdEfGhIjKl',
  'gateway.spacesSearch': 'space data.0 1AbCdEfGhIjKl',
  'gateway.spaceParticipants': 'user hosts.0 1500000000000000001',
  'gateway.userSpaces': 'space data.0 1AbCdEfGhIjKl',
  'gateway.spaceTweets': 'post data.0 2066486075889133057',
  'gateway.spacesScheduled': 'space data.0 1qNNvUCwhLsUo',
  'gateway.spacesLive': 'space data.0 1AbCdEfGhIjKl',
  'gateway.list': 'list  1700000000000000001',
  'gateway.listMembers': 'user data.0 1088878056005354688',
  'gateway.listTweets': 'post data.0 2066490836166662398',
  'gateway.userLists': 'list owned_lists.0 1700000000000000001',
  'gateway.listsSearch': 'list data.0 1700000000000000001',
  'gateway.community': 'community  1600000000000000001, other rules.0',
  'gateway.communityMembers': 'user data.0 1500000000000000001',
  'gateway.communityTweets': 'post data.0 2066490630360242823',
  'gateway.userCommunities': 'community data.0 1600000000000000001',
  'gateway.trendsTopics': 'trend data.0 #opendata, place location 1',
  'gateway.trendsHashtags': 'trend data.0 opendata',
  'gateway.hashtagAnalytics':
    'hashtagPoint timeline.0 2026-06-14T12:00:00Z, user top_contributors.0 rusty_anchor77, trend related_hashtags.0 citybikes',
  'gateway.trendsLocation': 'trend trends.0 #opendata, place location 1',
  'gateway.trendsLocations': 'place data.0 1',
  'gateway.tweetAnalytics': 'other ',
};

describe('toPage', () => {
  it('knows every row', () => {
    assert.deepEqual(
      Object.keys(firstRecords),
      endpoints.map(({ id }) => id),
    );
  });

  for (const endpoint of endpoints) {
    it(`finds the records of ${endpoint.id} by their kinds and ids, each where its path says`, () => {
      const answer = exampleAnswer(endpoint);
      const page = toPage(answer);
      const first = [...Map.groupBy(page.records, ({ kind }) => kind)].map(([kind, [record]]) =>
        [kind, record?.path?.join('.') ?? '-', record?.id].filter((part) => part !== undefined).join(' '),
      );
      assert.equal(first.join(', '), firstRecords[endpoint.id]);
      assert.equal(page.kind, page.records[0]?.kind);
      for (const { path, source, record, kind } of page.records) {
        assert.equal(record.kind, kind);
        if (path !== undefined) assert.equal(valueAt(answer.value, path), source);
      }
    });
  }

  for (const endpoint of endpoints.filter(({ formats }) => formats.includes('raw'))) {
    it(`reads the raw answer of ${endpoint.id} into records of the same kind`, () => {
      const raw = toPage(exampleAnswer(endpoint, 'raw'));
      // the service builds some of these answers itself: they hold nothing of the platform
      if (raw.meta.upstream?.operation === 'unknown') return;
      const simple = toPage(exampleAnswer(endpoint));
      assert.equal(raw.kind, simple.kind);
      assert.ok(raw.records.every(({ path }) => path === undefined));
      if (endpoint.paging !== undefined) {
        assert.deepEqual(new Set(raw.records.map(({ id }) => id)), new Set(simple.records.map(({ id }) => id)));
      }
    });
  }

  it('reads both services and both formats into one shape', () => {
    const shapes = [exampleAnswer(userTweets), exampleAnswer(userTweets, 'raw'), exampleAnswer(rowOf('gateway.listTweets'))].map(
      (answer) => Object.keys(toPage(answer).records[0]?.record ?? {}).toSorted(),
    );
    assert.ok((shapes[0]?.length ?? 0) > 20);
    assert.deepEqual(shapes[1], shapes[0]);
    assert.deepEqual(shapes[2], shapes[0]);
  });

  it('tells posts from people in a search by what came', () => {
    assert.equal(toPage(answerWith(search, { data: [{ id: '1', text: '' }] })).kind, 'post');
    assert.equal(toPage(answerWith(search, { data: [{ id: '1', username: 'ada' }] })).kind, 'user');
  });

  it('gives the people of an audio room their roles', () => {
    const { records } = toPage(exampleAnswer(rowOf('gateway.spaceParticipants')));
    const roles = records.map(({ record }) => record.kind === 'user' && record.role);
    assert.deepEqual([...new Set(roles)], ['host', 'speaker', 'listener']);
  });

  it('puts the handles of a map and those that had an error into one list', () => {
    const errors = [{ username: 'nobody', error: 'not-found', message: 'No such account.' }];
    const value = { data: { userIds: { ada: '18446744073709551615' }, errors } };
    const { records } = toPage(answerWith(rowOf('primary.usernamesToIds'), value));
    assert.deepEqual(
      records.map(({ record }) => record),
      [
        { kind: 'handleState', handle: 'ada', userId: '18446744073709551615', state: undefined, message: undefined },
        { kind: 'handleState', handle: 'nobody', userId: undefined, state: 'not-found', message: 'No such account.' },
      ],
    );
  });

  it('reads the other kinds beside the one that the page is of', () => {
    const page = toPage(exampleAnswer(rowOf('gateway.hashtagAnalytics')));
    assert.equal(page.kind, 'hashtagPoint');
    assert.deepEqual([...new Set(page.records.map(({ kind }) => kind))], ['hashtagPoint', 'user', 'trend']);
  });

  it('takes an answer without its envelope as the record', () => {
    const [found] = toPage(answerWith(rowOf('primary.userById'), { id: '7', username: 'ada' })).records;
    assert.deepEqual([found?.id, found?.path], ['7', []]);
  });

  it('says what leads on, and nothing at the end', () => {
    const data = [{ id: '1' }];
    const next = (value: unknown) => toPage(answerWith(userFollowers, value)).next;
    assert.deepEqual(next({ data, nextCursor: 'c', hasNextPage: true }), { ...userFollowers.example, cursor: 'c' });
    assert.equal(next({ data, nextCursor: 'c', hasNextPage: false }), undefined);
    assert.equal(next({ data, nextCursor: null, hasNextPage: true }), undefined);
    const raw = toPage(exampleAnswer(userFollowers, 'raw'));
    assert.deepEqual(raw.next, { ...userFollowers.example, cursor: raw.meta.upstream?.cursor.bottom });
  });

  it('has the places of a raw conversation, and what only the raw format tells', () => {
    const { meta, records } = toPage(exampleAnswer(tweet, 'raw'));
    assert.ok((meta.upstream?.places.length ?? 0) > 0);
    assert.ok(records.every(({ extra }) => extra !== undefined));
  });

  it('says in its warnings what differs from its shape and what could not be read', () => {
    const differs = { path: 'data', message: 'is no list' };
    const simple = toPage({ ...answerWith(userTweets, {}), warnings: [differs] });
    assert.deepEqual(simple.warnings, [differs]);
    const raw = toPage({ ...answerWith(userTweets, { errors: [{ message: 'Over capacity' }] }, 'raw'), warnings: [] });
    assert.deepEqual(
      raw.warnings.map(({ path, message }) => [path, message]),
      [['errors.0', 'Over capacity']],
    );
  });

  it('finds nothing in the answer of a row that is not known', () => {
    const answer = exampleAnswer(userTweets);
    const page = toPage({ ...answer, request: { ...answer.request, endpointId: 'primary.nothing' } });
    assert.deepEqual([page.kind, page.records, page.next], ['other', [], undefined]);
  });
});

describe('toPage over damaged answers', function () {
  this.timeout(120_000);

  for (const endpoint of endpoints) {
    it(`never throws over one of ${endpoint.id}, and gives only what its shape has room for`, () => {
      for (const format of endpoint.formats) {
        const answer = exampleAnswer(endpoint, format);
        const patient = patientOf(JSON.stringify(answer.value));
        const random = createRandom(1, `records ${endpoint.id} ${format}`);
        for (let run = 0; run < propertyRuns(500, 15); run += 1) {
          const { done, repair } = patient.damage(random);
          const page = toPage({ ...answer, value: patient.body });
          for (const { record, id } of page.records) {
            assert.ok(id === undefined || typeof id === 'string', done.join(', '));
            if (record.kind !== 'other') assertPlain(record, done);
          }
          assert.ok(page.next === undefined || typeof page.next === 'object');
          repair();
        }
      }
    });
  }

  it('takes any JSON for an answer', () => {
    for (const value of [undefined, null, 1, 'text', [], { data: 'x' }, { data: { data: [] } }]) {
      for (const endpoint of endpoints) {
        assert.ok(toPage(answerWith(endpoint, value)).records.every(({ id }) => id === undefined));
      }
    }
  });
});

(hasCaptures ? describe : describe.skip)('toPage over captures of raw answers', () => {
  for (const file of captureFiles) {
    it(`gives the records of ${file} with their ids`, () => {
      const { records, meta } = toPage(answerWith(tweet, captureBody(file), 'raw'));
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

function rowOf(id: string) {
  const endpoint = endpoints.find((one) => one.id === id);
  assert.ok(endpoint, id);
  return endpoint;
}

/** Texts, finite numbers, flags, lists and parts, down to the last: nothing else may stand in a record. */
function assertPlain(value: unknown, done: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) assertPlain(item, done);
  } else if (typeof value === 'object') {
    assert.ok(value !== null, done.join(', '));
    for (const part of Object.values(value)) assertPlain(part, done);
  } else {
    const isFit = typeof value !== 'number' || Number.isFinite(value);
    assert.ok(isFit && ['string', 'number', 'boolean', 'undefined'].includes(typeof value), done.join(', '));
  }
}
