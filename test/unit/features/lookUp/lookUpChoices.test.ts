import assert from 'node:assert/strict';
import { findLookUpChoices, toLookUpChoices } from '../../../../src/features/lookUp/lookUpChoices.ts';
import { parseLookUpInput } from '../../../../src/core/records/parseLookUpInput.ts';
import { checkParams } from '../../../../src/client/checkParams.ts';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';

/** The requests for a string, likeliest first: subject, endpoint, and parameters. */
function offered(text: string): readonly string[] {
  return findLookUpChoices(text).map(({ subject, endpoint, params }) => `${subject} ${endpoint.id} ${JSON.stringify(params)}`);
}

const { handle, tweetId, listId, communityId, spaceId } = exampleValues;
const site = 'https://social.example';

const rows: Readonly<Record<string, readonly string[]>> = {
  [`@${handle}`]: [
    `user primary.userByUsername {"username":"${handle}"}`,
    `posts primary.search {"searchItem":"@${handle}","category":"Top"}`,
    `people primary.search {"searchItem":"@${handle}","category":"People"}`,
  ],
  [`${site}/${handle}/status/${tweetId}`]: [`thread primary.tweet {"tweetId":"${tweetId}"}`],
  [`${site}/i/lists/${listId}`]: [`list primary.listDetails {"listId":"${listId}"}`],
  [`${site}/i/communities/${communityId}`]: [`community primary.community {"communityId":"${communityId}"}`],
  [`${site}/i/spaces/${spaceId}`]: [`space gateway.space {"space_id":"${spaceId}"}`],
  '#opendata': [
    'posts primary.search {"searchItem":"#opendata","category":"Top"}',
    'hashtag gateway.hashtagAnalytics {"hashtag":"opendata"}',
    'posts gateway.searchHashtag {"hashtag":"opendata"}',
    'people primary.search {"searchItem":"#opendata","category":"People"}',
  ],
  coffee: [
    'posts primary.search {"searchItem":"coffee","category":"Top"}',
    'user primary.userByUsername {"username":"coffee"}',
    'people primary.search {"searchItem":"coffee","category":"People"}',
  ],
  Überraschung: [
    'posts primary.search {"searchItem":"Überraschung","category":"Top"}',
    'people primary.search {"searchItem":"Überraschung","category":"People"}',
  ],
  coffee99: [
    'user primary.userByUsername {"username":"coffee99"}',
    'posts primary.search {"searchItem":"coffee99","category":"Top"}',
    'people primary.search {"searchItem":"coffee99","category":"People"}',
  ],
  'coffee in Lisbon': [
    'posts primary.search {"searchItem":"coffee in Lisbon","category":"Top"}',
    'people primary.search {"searchItem":"coffee in Lisbon","category":"People"}',
  ],
};

describe('the lookups for typed text', () => {
  for (const [text, expected] of Object.entries(rows)) {
    it(`include the request for ${text}`, () => {
      assert.deepEqual(offered(text), expected);
    });
  }

  it('list a post first for a recent id, and a user first for a serial number', () => {
    const subjects = (id: string) =>
      parseLookUpInput(id)
        .filter(({ kind }) => kind === 'id')
        .flatMap(toLookUpChoices)
        .map(({ subject, value }) => [subject, value]);
    assert.deepEqual(subjects(tweetId), [
      ['thread', tweetId],
      ['user', tweetId],
      ['list', tweetId],
      ['community', tweetId],
    ]);
    assert.deepEqual(
      subjects('12').map(([subject]) => subject),
      ['user', 'thread', 'list', 'community'],
    );
  });

  it('have valid parameters for any text', () => {
    for (const text of [...Object.keys(rows), tweetId, '12', '#データ']) {
      for (const { endpoint, params } of parseLookUpInput(text).flatMap(toLookUpChoices)) {
        assert.deepEqual(checkParams(endpoint, params), [], `${text}: ${endpoint.id}`);
      }
    }
  });
});
