import assert from 'node:assert/strict';
import { checkParams } from '../../../../../src/client/checkParams.ts';
import { exampleValues } from '../../../../../src/client/endpoints/exampleValues.ts';
import { startCheckedSandbox } from '../../../sandbox/checkedSandbox.ts';
import { createClient } from '../../../../../src/client/createClient.ts';
import { readRecords } from '../../../../../src/host/shared/tree/readRecords.ts';
import { hasSections, sectionsOf } from '../../../../../src/host/shared/tree/sections.ts';
import type { StandingOf } from '../../../../../src/host/shared/tree/serviceStanding.ts';
import { keyOfRecord, matchesFilter, type TreeRecord } from '../../../../../src/host/shared/tree/treeRecord.ts';

const everywhere: StandingOf = { primary: 'ready', gateway: 'ready' };
const only = {
  primary: { primary: 'ready', gateway: 'noAddress' },
  gateway: { primary: 'noAddress', gateway: 'ready' },
} as const satisfies Readonly<Record<string, StandingOf>>;
const services = ['primary', 'gateway'] as const;
const user: TreeRecord = {
  kind: 'user',
  path: undefined,
  id: exampleValues.userId,
  handle: exampleValues.handle,
  name: 'Ada',
  bio: undefined,
  isVerified: false,
  isProtected: false,
  followers: 1,
  following: 1,
  posts: 1,
  role: undefined,
};
const list: TreeRecord = {
  kind: 'list',
  path: undefined,
  id: exampleValues.listId,
  name: 'A list',
  description: undefined,
  owner: undefined,
  members: 1,
  followers: 1,
  isPrivate: false,
};
const community: TreeRecord = {
  kind: 'community',
  path: undefined,
  id: exampleValues.communityId,
  name: 'A community',
  description: undefined,
  members: 1,
  isInviteOnly: false,
};

const idsAt = (record: TreeRecord, standings: StandingOf) => sectionsOf(record, standings).map(({ id }) => id);

describe('what stands below a record', () => {
  it('is what the connected services offer, each part once', () => {
    assert.deepEqual(idsAt(user, everywhere), [
      'posts',
      'postsAndReplies',
      'media',
      'likes',
      'articles',
      'followers',
      'following',
      'verifiedFollowers',
      'lists',
      'spaces',
      'communities',
      'about',
    ]);
    assert.deepEqual(idsAt(user, only.gateway), ['lists', 'spaces', 'communities']);
    assert.deepEqual(idsAt(list, only.gateway), ['posts', 'members', 'about']);
    assert.deepEqual(idsAt(list, everywhere), ['posts', 'members', 'followers', 'about']);
    assert.deepEqual(idsAt(community, everywhere), ['posts', 'topPosts', 'members', 'moderators', 'rules', 'about']);
    assert.ok(!idsAt(community, only.primary).includes('topPosts'));
    assert.deepEqual(idsAt(user, { primary: 'noAddress', gateway: 'noAddress' }), []);
  });

  it('is only what can be asked without an id where the gateway gave none', () => {
    assert.deepEqual(idsAt({ ...user, id: undefined }, everywhere), ['about']);
  });

  it('is asked for with parameters that the catalogue takes', () => {
    for (const record of [user, list, community]) {
      for (const service of services) {
        for (const { id, question } of sectionsOf(record, only[service])) {
          assert.deepEqual(checkParams(question.endpoint, question.params), [], `${record.kind} ${id} at ${service}`);
        }
      }
    }
  });

  it('is nothing for posts, rooms and lines', () => {
    assert.deepEqual([user, list, community].map(hasSections), [true, true, true]);
    assert.equal(hasSections({ kind: 'line', path: [], label: 'a', value: undefined }), false);
  });
});

describe('the records of an answer', () => {
  it('are read from every part that either service offers, with a path that leads to each', async () => {
    const sandbox = await startCheckedSandbox();
    const credentials = () => Promise.resolve({ origin: new URL(sandbox.primary).origin, headers: { 'x-api-key': sandbox.key } });
    const connection = (baseUrl: string) => ({ kind: 'sandbox', baseUrl, assumedPrice: 0n, credentials }) as const;
    const client = createClient({
      connections: { primary: connection(sandbox.primary), gateway: connection(sandbox.gateway) },
    });
    try {
      for (const record of [user, list, community]) {
        for (const service of services) {
          for (const { id, question } of sectionsOf(record, only[service])) {
            const { value } = await client.call(question.endpoint, question.params);
            const records = readRecords(value, question.reading);
            assert.ok(records.length > 0, `${record.kind} ${id} at ${service} is empty`);
            const keys = records.map(keyOfRecord);
            assert.ok(keys.every((key) => key === undefined || !/undefined/.test(key)));
            for (const { path } of records) {
              assert.notEqual(at(value, path ?? []), undefined, `${id}: ${String(path)}`);
            }
          }
        }
      }
    } finally {
      await client.close();
      await sandbox.close();
    }
  });

  it('are left out where they have no id, and the others are shown', () => {
    const value = { data: [{ id: '1', text: 'a' }, { text: 'no id' }, null, 'text', { id: '2' }] };
    const records = readRecords(value, { kind: 'post', at: [['data']] });
    assert.deepEqual(
      records.map(({ path }) => path),
      [
        ['data', 0],
        ['data', 4],
      ],
    );
  });

  it('name the author of what was reposted, whose words they are', () => {
    const author = (username: string) => ({ id: '1', username, name: username });
    const retweetOf = { id: '1', text: 'My own words', author: author('grace') };
    const value = { data: [{ id: '2', text: 'RT @grace: My own', author: author('ada'), retweetOf }] };
    const [record] = readRecords(value, { kind: 'post', at: [['data']] });
    assert.ok(record?.kind === 'post');
    assert.deepEqual([record.handle, record.originalHandle, record.text], ['ada', 'grace', 'My own words']);
    assert.ok(matchesFilter(record, '@grace own'));
  });

  it('are none in an answer of another shape', () => {
    for (const value of [undefined, null, 1, 'text', [], { data: 'x' }, { data: { data: [] } }]) {
      for (const kind of ['user', 'post', 'list', 'community', 'space'] as const) {
        assert.deepEqual(readRecords(value, { kind, at: [['data']] }), []);
      }
    }
  });

  it('put facts into words that people read, names and numbers exact', () => {
    const value = { data: { id: '1', accountBasedIn: 'Lisbon', usernameChanges: { count: '3' }, tags: ['a', 'b'], none: null } };
    const lines = readRecords(value, { kind: 'line', at: [['data']] });
    assert.deepEqual(
      lines.map((record) => record.kind === 'line' && [record.label, record.value]),
      [
        ['Id', '1'],
        ['Account based in', 'Lisbon'],
        ['Username changes: count', '3'],
        ['Tags', '2'],
      ],
    );
  });
});

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    value,
  );
}
