import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readUpstream, readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { createRandom } from '../../../../src/sandbox/world/random.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { bodyOf } from '../../sandbox/upstream/rawPages.ts';
import { captureFiles, captureText } from './captureFiles.ts';
import { damage } from './damage.ts';

const { userId, tweetId, listId, communityId, searchWord } = exampleValues;
const sandboxBodies: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['primary.tweet', { tweetId }],
  ['primary.userTweets', { userId }],
  ['primary.userFollowers', { userId }],
  ['primary.search', { searchItem: searchWord }],
  ['primary.listDetails', { listId }],
  ['primary.communityMembers', { communityId }],
  ['primary.jobsSearch', { searchTerm: exampleValues.jobWord }],
  ['primary.trends', { locationId: '1' }],
  ['primary.userAbout', { username: exampleValues.handle }],
];

function checkDamaged(name: string, text: string, runs: number): void {
  const random = createRandom(name);
  const body: unknown = JSON.parse(text);
  for (let run = 0; run < runs; run += 1) {
    const damaged = damage(body, random);
    const left = JSON.stringify(damaged);
    for (const { kind, record } of readParsedUpstream(damaged).records) {
      if (kind === 'tweet' || kind === 'user') assert.ok(left.includes(JSON.stringify(record.id)), `${name}, run ${run}`);
    }
  }
}

describe('readUpstream on damaged bodies', () => {
  it('never throws and never invents an id for damaged sandbox responses', () => {
    const runs = Math.ceil(propertyRuns(5_000, 200) / sandboxBodies.length);
    for (const [id, texts] of sandboxBodies) checkDamaged(id, JSON.stringify(bodyOf(id, texts, 'raw')), runs);
  });

  if (captureFiles.length > 0) {
    it('never throws and never invents an id for a damaged capture', () => {
      for (const file of captureFiles) checkDamaged(file, captureText(file), propertyRuns(50, 2));
    });
  }

  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '"text"',
    '7',
    '{"data":null}',
    '{"data":{}}',
    '{"errors":[{"message":"gone"}]}',
    '[[[]]]',
  ]) {
    it(`finds nothing in ${text === '' ? 'an empty string' : text}, without throwing`, () => {
      const page = readUpstream(text);
      assert.deepEqual([page.records, page.slots, page.cursor.bottom], [[], [], undefined]);
    });
  }
});
