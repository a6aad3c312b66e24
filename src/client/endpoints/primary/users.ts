import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { countParam, cursorParam, handleParam, idParam } from '../../params.ts';
import { collectionOf, singleOf } from '../../records/page.ts';
import { userSchema } from '../../records/user.ts';

const paging = { param: 'cursor', next: ['nextCursor'], items: ['data'] } as const;

/** Primary reference, index: profile by handle, includes numeric id. */
export const userByUsername = defineEndpoint({
  id: 'primary.userByUsername',
  service: 'primary',
  group: 'users',
  title: 'User by Handle',
  summary: 'The profile of one account, by its handle.',
  method: 'GET',
  path: '/user/by/username/{username}',
  params: z.strictObject({ username: handleParam({ title: 'Handle', help: 'The handle, with or without @.', examples: ['ada_writes'] }) }),
  result: singleOf(userSchema),
  upstreamQuery: 'UserByScreenName',
  errors: [400],
  example: { username: 'ada_writes' },
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userFollowers = defineEndpoint({
  id: 'primary.userFollowers',
  service: 'primary',
  group: 'users',
  title: 'Followers',
  summary: 'The accounts that follow a user, newest first.',
  method: 'GET',
  path: '/user/{userId}/followers',
  params: z.strictObject({
    userId: idParam({ title: 'User Id', help: 'The numeric id of the user.', examples: ['1500000000000000001'] }),
    count: countParam(),
    cursor: cursorParam(),
  }),
  result: collectionOf(userSchema),
  upstreamQuery: 'Followers',
  paging,
  errors: [400, 422],
  example: { userId: '1500000000000000001', count: 20 },
});
