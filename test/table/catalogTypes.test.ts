// Parameter and response types, checked by the compiler.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { checkParams } from '../../src/client/checkParams.ts';
import type { Endpoint, EndpointParams, EndpointResult } from '../../src/client/endpoint.ts';
import {
  gatewaySearchAdvanced,
  type gatewaySpace,
  type gatewayTweetRetweets,
  type listDetails,
  miscEmojis,
  search,
  type simpleTweet,
  type tweet,
  userFollowers,
  usernamesToIds,
  userTweets,
} from '../../src/client/endpoints/table.ts';
import type { EndpointItem } from '../../src/client/pages.ts';
import type { Hashflag, List, Tweet, User } from '../../src/client/schemas/primary.ts';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

// response types
const responses: readonly [
  Same<EndpointResult<typeof userFollowers>['data'], User[]>,
  Same<EndpointResult<typeof userFollowers>['nextCursor'], string | null>,
  Same<EndpointResult<typeof tweet>['data'][number], Tweet>,
  Same<EndpointResult<typeof simpleTweet>['data'], Tweet>,
  Same<EndpointResult<typeof listDetails>['data'], List>,
  Same<EndpointResult<typeof miscEmojis>['data'], Hashflag[]>,
  Same<EndpointResult<typeof search>['data'], Tweet[] | User[]>,
  Same<EndpointResult<typeof usernamesToIds>['data']['userIds'], Record<string, string>>,
  Same<EndpointResult<typeof gatewaySpace>['state'], 'scheduled' | 'live' | 'ended' | 'cancelled'>,
  Same<EndpointResult<typeof gatewayTweetRetweets>['entries'][number]['screen_name'], string>,
  Same<EndpointItem<typeof userFollowers>, User>,
  Same<EndpointItem<typeof search>, Tweet | User>,
  Same<EndpointItem<typeof gatewayTweetRetweets>['screen_name'], string>,
  Same<EndpointItem<typeof simpleTweet>, never>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true];

// @ts-expect-error the records of this response are users
const wrongResponse: Same<EndpointResult<typeof userFollowers>['data'], Tweet[]> = true;

// valid parameters
const params = {
  byId: { userId: '1' } satisfies EndpointParams<typeof userFollowers>,
  byHandle: { userId: '-1', username: 'ada_writes', count: 20, cursor: 'x' } satisfies EndpointParams<typeof userFollowers>,
  several: { usernames: ['ada_writes'] } satisfies EndpointParams<typeof usernamesToIds>,
  filtered: { filters: { minimumLikesCount: 5, hashtags: ['opendata'] }, category: 'Latest' } satisfies EndpointParams<
    typeof search
  >,
  nested: { query: { keywords: ['coffee'] }, filters: { date_range: { from: '2026-01-01' } } } satisfies EndpointParams<
    typeof gatewaySearchAdvanced
  >,
  none: {} satisfies EndpointParams<typeof miscEmojis>,
};

// invalid parameters
const refused = {
  // @ts-expect-error an id is a string, because a number would lose digits
  idAsNumber: { userId: 1 } satisfies EndpointParams<typeof userFollowers>,
  // @ts-expect-error userId is required
  missing: { count: 20 } satisfies EndpointParams<typeof userFollowers>,
  // @ts-expect-error not a parameter of the row
  misspelt: { userId: '1', coutn: 20 } satisfies EndpointParams<typeof userFollowers>,
  // @ts-expect-error this row doesn't accept a handle
  handle: { userId: '1', username: 'ada_writes' } satisfies EndpointParams<typeof userTweets>,
  // @ts-expect-error no such tab
  choice: { searchItem: 'coffee', category: 'Newest' } satisfies EndpointParams<typeof search>,
  // @ts-expect-error no such filter
  filter: { filters: { minimumLikes: 5 } } satisfies EndpointParams<typeof search>,
  // @ts-expect-error several handles are a list
  text: { usernames: 'ada_writes' } satisfies EndpointParams<typeof usernamesToIds>,
  // @ts-expect-error no such key inside
  inside: { query: { words: ['coffee'] } } satisfies EndpointParams<typeof gatewaySearchAdvanced>,
};

const fittingRows: Readonly<Record<keyof typeof params, Endpoint>> = {
  byId: userFollowers,
  byHandle: userFollowers,
  several: usernamesToIds,
  filtered: search,
  nested: gatewaySearchAdvanced,
  none: miscEmojis,
};
const refusingRows: Readonly<Record<keyof typeof refused, Endpoint>> = {
  idAsNumber: userFollowers,
  missing: userFollowers,
  misspelt: userFollowers,
  handle: userTweets,
  choice: search,
  filter: search,
  text: usernamesToIds,
  inside: gatewaySearchAdvanced,
};

describe('the catalog’s types', () => {
  it('accept what the rows accept', () => {
    assert.ok(responses.every((same) => same) && wrongResponse);
    for (const [name, row] of Object.entries(fittingRows)) {
      assert.deepEqual(checkParams(row, Object.entries(params).find(([key]) => key === name)?.[1]), [], name);
    }
  });

  it('reject what the rows reject', () => {
    for (const [name, row] of Object.entries(refusingRows)) {
      assert.equal(checkParams(row, Object.entries(refused).find(([key]) => key === name)?.[1]).length, 1, name);
    }
  });
});
