import assert from 'node:assert/strict';
import { checkParams } from '../../../../src/client/checkParams.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { at } from '../../../support/at.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { listRecordSections } from '../../../../src/features/explore/index.ts';
import type { ReadinessByService } from '../../../../src/core/connections/connectionSettings.ts';
import { isPinnable, getTreeRecordKey, type TreeRecord, toTreeRecords } from '../../../../src/core/records/treeRecord.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';

const everywhere: ReadinessByService = { primary: 'ready', gateway: 'ready' };
const only = {
  primary: { primary: 'ready', gateway: 'noAddress' },
  gateway: { primary: 'noAddress', gateway: 'ready' },
} as const satisfies Readonly<Record<string, ReadinessByService>>;
const services = ['primary', 'gateway'] as const;
const user: TreeRecord = {
  kind: 'user',
  path: undefined,
  id: exampleValues.userId,
  handle: exampleValues.handle,
  name: 'Ada',
};
const list: TreeRecord = { kind: 'list', path: undefined, id: exampleValues.listId, name: 'A list' };
const community: TreeRecord = { kind: 'community', path: undefined, id: exampleValues.communityId, name: 'A community' };

const space: TreeRecord = { kind: 'space', path: undefined, id: exampleValues.spaceId, title: 'A Space' };

const idsAt = (record: TreeRecord, statuses: ReadinessByService) => listRecordSections(record, statuses).map(({ id }) => id);

describe("a record's sections", () => {
  it('are limited to what the connected services can fill', () => {
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
    assert.deepEqual(idsAt(space, everywhere), ['participants', 'posts', 'about']);
    assert.deepEqual(idsAt(space, only.primary), []);
    assert.deepEqual(idsAt(user, { primary: 'noAddress', gateway: 'noAddress' }), []);
  });

  it("don't need an id if the user doesn't have one", () => {
    assert.deepEqual(idsAt({ ...user, id: undefined }, everywhere), ['about']);
  });

  it('have valid parameters', () => {
    for (const record of [user, list, community, space]) {
      for (const service of services) {
        for (const { id, query } of listRecordSections(record, only[service])) {
          assert.deepEqual(checkParams(query.endpoint, query.params), [], `${record.kind} ${id} at ${service}`);
        }
      }
    }
  });

  it("don't exist for trends and lines", () => {
    const trend: TreeRecord = { kind: 'trend', path: undefined, name: '#tide' };
    const others: readonly TreeRecord[] = [trend, { kind: 'line', path: [], label: 'a', value: undefined }];
    for (const record of others) {
      assert.deepEqual(idsAt(record, everywhere), []);
    }
    assert.deepEqual([user, list, community, space, ...others].map(isPinnable), [true, true, true, true, true, false]);
  });
});

describe("a response's records", () => {
  it('are read with their paths from each section of both services', async () => {
    const sandbox = await startSandbox();
    const credentials = () => Promise.resolve({ origin: new URL(sandbox.primary).origin, headers: { 'x-api-key': sandbox.key } });
    const connection = (baseUrl: string) => ({ kind: 'sandbox', baseUrl, credentials }) as const;
    const client = createClient({
      connections: { primary: connection(sandbox.primary), gateway: connection(sandbox.gateway) },
    });
    try {
      for (const record of [user, list, community]) {
        for (const service of services) {
          for (const { id, query } of listRecordSections(record, only[service])) {
            const exchange = await client.call(query.endpoint, query.params);
            const records = toTreeRecords(toPage(exchange), query.shows);
            assert.ok(records.length > 0, `${record.kind} ${id} at ${service} is empty`);
            const keys = records.map(getTreeRecordKey);
            assert.ok(keys.every((key) => key === undefined || !/undefined/.test(key)));
            for (const { path } of records) {
              assert.notEqual(at(exchange.value, ...(path ?? [])), undefined, `${id}: ${String(path)}`);
            }
          }
        }
      }
    } finally {
      await client.close();
      await sandbox.close();
    }
  });
});
