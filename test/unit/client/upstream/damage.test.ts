import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readUpstream, readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import type { UpstreamPage } from '../../../../src/client/upstream/upstreamPage.ts';
import { createRandom } from '../../../../src/sandbox/world/random.ts';
import { propertyRuns } from '../../../support/propertyRuns.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { bodyOf } from '../../sandbox/upstream/rawPages.ts';
import { captureFiles, captureText } from './captureFiles.ts';
import { type Patient, patientOf } from './damage.ts';
import { nodesOf } from './json.ts';

/** How often a body is damaged before the next one is taken: reading and mapping a body costs more than many damages. */
const runsOfBody = 25;

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

/** Keys whose texts name something: a record, an account, a place on the page, a cursor. */
const idKey = /^(?:id|.*Ids?|ids)$/;
const cursorKey = /^(?:cursor|top|bottom|more)$/;

/** The ids and cursors of a page, each with its place. */
function* namesOf(page: UpstreamPage): Generator<readonly [path: string, name: string]> {
  for (const [path, node] of nodesOf({ records: page.records, places: page.slots, cursor: page.cursor })) {
    const inList = Array.isArray(node) && idKey.test(path.split('.').at(-1) ?? '');
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      if (typeof value === 'string' && (inList || idKey.test(key) || cursorKey.test(key))) yield [`${path}.${key}`, value];
    }
  }
}

/** What is wrong with a page of a damaged body. */
function faultsOf(page: UpstreamPage, patient: Patient): readonly string[] {
  const invented = [...namesOf(page)].flatMap(([path, name]) =>
    name === '' || patient.holds(name) || patient.holdsDigits(name) ? [] : [`${path} ${JSON.stringify(name)} is invented`],
  );
  const misnamed = page.records.flatMap((one) =>
    (one.kind === 'tweet' || one.kind === 'user') && !patient.holdsRecord(one.record.id)
      ? [`the ${one.kind} ${one.record.id} has an id that names something else`]
      : [],
  );
  const lost = page.warnings.flatMap(({ path }) => (patient.knowsPath(path) ? [] : [`the warning's path ${path} leads nowhere`]));
  return [...invented, ...misnamed, ...lost];
}

function checkDamaged(name: string, text: string, runs: number, seed: number): void {
  const patient = patientOf(text);
  const whole = readParsedUpstream(patient.body);
  assert.deepEqual(faultsOf(whole, patient), [], name);
  const random = createRandom(`${seed} ${name}`);
  for (let run = 0; run < runs; run += 1) {
    const { done, repair } = patient.damage(random);
    const where = `${name}, run ${run} of seed ${seed}: ${done.join('; ')}`;
    let page: UpstreamPage;
    try {
      page = readParsedUpstream(patient.body);
    } catch (error) {
      throw new assert.AssertionError({
        message: `${where}: it threw ${error instanceof Error ? String(error.stack) : 'something'}`,
      });
    }
    assert.deepEqual(faultsOf(page, patient), [], where);
    repair();
  }
  assert.deepEqual(readParsedUpstream(patient.body), whole, `${name} was not repaired`);
}

describe('readUpstream of damaged bodies', () => {
  const seed = 20_261_121;

  it('never throws and never invents an id or a cursor, whatever happens to what the sandbox sends', () => {
    const runs = Math.ceil(propertyRuns(10_000, 300) / sandboxBodies.length);
    for (const [id, texts] of sandboxBodies) checkDamaged(id, JSON.stringify(bodyOf(id, texts, 'raw')), runs, seed);
  });

  if (captureFiles.length > 0) {
    it('never throws and never invents an id or a cursor, whatever happens to a real capture', () => {
      const random = createRandom(`${seed} captures`);
      for (let left = propertyRuns(50_000, 1_000); left > 0; left -= runsOfBody) {
        const file = random.pick(captureFiles);
        checkDamaged(file, captureText(file), Math.min(left, runsOfBody), seed + left);
      }
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
    it(`takes ${text === '' ? 'an empty text' : text} for nothing, without throwing`, () => {
      const page = readUpstream(text);
      assert.deepEqual([page.records, page.slots, page.cursor.bottom], [[], [], undefined]);
    });
  }
});
