import * as z from 'zod';
import { createEndpointDefiner, createYieldsUnderData } from '../../endpoint.ts';
import { handleFormatGuess, handleParam, idParam, commaSeparatedParam, optionalParam } from '../../params.ts';
import {
  createCollectionSchema,
  undocumentedRecordSchema,
  resolvedUserIdSchema,
  createSingleObjectSchema,
  userIdsByHandleSchema,
  usernamesStatusSchema,
  userSchema,
  tweetSchema,
} from '../../schemas/primary.ts';
import { exampleValues } from '../exampleValues.ts';
import { userIdParam, definePrimaryPagedResult, primaryPageParams } from '../shared.ts';

const username = handleParam({ title: 'Handle', help: 'The handle, with or without @.', examples: [exampleValues.handle] });
const defineEndpoint = createEndpointDefiner('primary', 'users');

export const userByUsername = defineEndpoint({
  id: 'primary.userByUsername',
  title: 'User by Handle',
  summary: 'The profile of an account, by its handle.',
  path: '/user/by/username/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UserByScreenName',
  errors: [400, 422],
  guesses: ['The reference shows no answer for this path; a user inside of data is assumed (assumption 3.14).'],
});

export const userById = defineEndpoint({
  id: 'primary.userById',
  title: 'User by Id',
  summary: 'The profile of an account, by its numeric id.',
  path: '/user/{userId}',
  params: z.strictObject({ userId: userIdParam }),
  result: createSingleObjectSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UserByRestId',
  errors: [400, 422],
  guesses: ['The reference shows no answer for this path; a user inside of data is assumed (assumption 3.14).'],
});

export const usersByIds = defineEndpoint({
  id: 'primary.usersByIds',
  title: 'Users by Ids',
  summary: 'The profiles of up to 100 accounts.',
  path: '/user/users/by/ids',
  params: z.strictObject({
    userIds: commaSeparatedParam(
      { title: 'User Ids', help: 'Up to 100 numeric ids.', examples: [[exampleValues.userId, exampleValues.otherUserId]] },
      idParam({ title: 'User Id' }),
      100,
    ),
  }),
  paramAliases: { userIds: ['ids'] },
  result: createCollectionSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UsersByRestIds',
  errors: [400, 422],
  guesses: [
    'The reference does not name the parameter; userIds is assumed (assumption 3.7).',
    'The reference does not show the answer; a collection of users is assumed (assumption 3.7).',
  ],
});

export const usernamesToIds = defineEndpoint({
  id: 'primary.usernamesToIds',
  title: 'Ids for Handles',
  summary: 'The numeric ids of up to 100 handles, with the handles that were not resolved.',
  path: '/user/usernames/to/ids',
  params: z.strictObject({
    usernames: commaSeparatedParam(
      {
        title: 'Handles',
        help: 'Up to 100 handles, with or without @.',
        examples: [[exampleValues.handle, exampleValues.otherHandle]],
      },
      z
        .string()
        .regex(/^@?[A-Za-z0-9_]{2,15}$/, 'takes 2 to 15 letters, digits or underscores, with or without @')
        .meta({ isName: true }),
      100,
    ),
  }),
  result: createSingleObjectSchema(userIdsByHandleSchema),
  yields: [
    { kind: 'handleState', at: ['data', 'userIds'], id: 'username', map: { key: 'username', value: 'id' } },
    { kind: 'handleState', at: ['data', 'errors'], id: 'username' },
  ],
  errors: [400, 422],
});

export const usernameToId = defineEndpoint({
  id: 'primary.usernameToId',
  title: 'Id for Handle',
  summary: 'The numeric id of a handle.',
  path: '/username/to/id/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(resolvedUserIdSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  errors: [400, 422],
  guesses: ['The reference does not show the answer; an object with the id is assumed (assumption 3.8).'],
});

export const userAbout = defineEndpoint({
  id: 'primary.userAbout',
  title: 'About This Account',
  summary: "The details in an account's about-this-account panel.",
  path: '/user/about/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(undocumentedRecordSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  upstreamQuery: 'AboutAccountQuery',
  errors: [400, 422],
  guesses: ['The reference does not show the fields of the answer; any object is taken (assumption 3.9).'],
});

/** Primary reference, GET /user/usernames/status. A badly formed handle is answered with `not-found` (assumption 3.11). */
export const usernamesStatus = defineEndpoint({
  id: 'primary.usernamesStatus',
  title: 'Handle Status',
  summary: 'Whether each of up to 500 handles is active, suspended, protected or not found.',
  path: '/user/usernames/status',
  params: z.strictObject({
    usernames: commaSeparatedParam(
      {
        title: 'Handles',
        help: 'Up to 500 handles, with or without @.',
        examples: [[exampleValues.handle, exampleValues.otherHandle]],
        guess: handleFormatGuess,
      },
      handleParam({ title: 'Handle' }),
      500,
    ),
  }),
  result: createSingleObjectSchema(usernamesStatusSchema),
  yields: [
    { kind: 'handleState', at: ['data', 'usernamesStatus'], id: 'username', map: { key: 'username', value: 'status' } },
    { kind: 'handleState', at: ['data', 'errors'], id: 'username' },
  ],
  errors: [400],
});

export const friendshipsShow = defineEndpoint({
  id: 'primary.friendshipsShow',
  title: 'Follow Relationship',
  summary: 'Whether two accounts follow each other. Identify each by its handle or id.',
  path: '/user/friendships/show',
  params: z
    .strictObject({
      source_screen_name: optionalParam(friendshipHandleParam('First Handle', exampleValues.handle)),
      target_screen_name: optionalParam(friendshipHandleParam('Second Handle', exampleValues.otherHandle)),
      source_id: optionalParam(
        idParam({ title: 'First User Id', help: 'Used instead of the first handle.', examples: [exampleValues.userId] }),
      ),
      target_id: optionalParam(
        idParam({ title: 'Second User Id', help: 'Used instead of the second handle.', examples: [exampleValues.otherUserId] }),
      ),
    })
    .refine((params) => params.source_screen_name !== undefined || params.source_id !== undefined, {
      path: ['source_screen_name'],
      message: 'or First User Id is needed',
    })
    .refine((params) => params.target_screen_name !== undefined || params.target_id !== undefined, {
      path: ['target_screen_name'],
      message: 'or Second User Id is needed',
    }),
  result: createSingleObjectSchema(undocumentedRecordSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  errors: [400, 422],
  guesses: [
    'The reference does not name the parameters; those of the upstream call of that name are assumed (assumption 3.9).',
    'The reference does not show the fields of the answer; any object is taken (assumption 3.9).',
  ],
  example: { source_screen_name: exampleValues.handle, target_screen_name: exampleValues.otherHandle },
});

function friendshipHandleParam(title: string, example: string) {
  return handleParam({ title, help: 'The handle, with or without @.', examples: [example] });
}

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const pagedTweetsRowFields = definePrimaryPagedResult('post', tweetSchema);

/** What the user rows have in common for which the reference shows no parameters (assumption 3.1): no `-1`, no handle. */
const userIdOnlyRowFields = {
  params: z.strictObject({ userId: userIdParam, ...primaryPageParams }),
  errors: [400, 422],
  guesses: [
    'The reference shows no parameters and no answer for this path; count, cursor and a collection of posts are those of its neighbours (assumption 3.1).',
  ],
  example: { userId: exampleValues.userId, count: 20 },
};

/** Primary reference, User-scoped endpoints with shared parameters: `-1` in the path makes `username` count. */
const userIdOrHandleRowFields = {
  params: z
    .strictObject({
      userId: z
        .string()
        .regex(/^(?:[0-9]{1,30}|-1)$/, 'takes digits only, at most 30, or -1 with a handle')
        .meta({
          title: 'User Id',
          help: 'The numeric id of the account, or -1 to name it by its handle.',
          examples: [exampleValues.userId, '-1'],
          isName: true,
        }),
      username: optionalParam(
        handleParam({
          title: 'Handle',
          help: 'Used instead of the id if given. Slower, but billed as one request.',
          examples: [exampleValues.handle],
        }),
      ),
      ...primaryPageParams,
    })
    .refine((params) => params.userId !== '-1' || params.username !== undefined, {
      path: ['username'],
      message: 'is needed where the User Id is -1',
    }),
  errors: [400, 422],
  example: { userId: exampleValues.userId, count: 20 },
};

export const userTweets = defineEndpoint({
  id: 'primary.userTweets',
  title: 'User Posts',
  summary: 'The posts of a user without replies, newest first.',
  path: '/user/{userId}/tweets',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserTweets',
});

export const userTweetsAndReplies = defineEndpoint({
  id: 'primary.userTweetsAndReplies',
  title: 'User Posts and Replies',
  summary: 'The posts and replies of a user, newest first.',
  path: '/user/{userId}/tweetsAndReplies',
  ...userIdOrHandleRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserTweetsAndReplies',
});

export const userMedia = defineEndpoint({
  id: 'primary.userMedia',
  title: 'User Media',
  summary: 'The posts of a user that have photos or videos.',
  path: '/user/{userId}/media',
  ...userIdOrHandleRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserMedia',
});

export const userLikes = defineEndpoint({
  id: 'primary.userLikes',
  title: 'User Likes',
  summary: 'The posts that a user liked.',
  path: '/user/{userId}/likes',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'Likes',
});

export const userFollowers = defineEndpoint({
  id: 'primary.userFollowers',
  title: 'Followers',
  summary: 'The accounts that follow a user, newest first.',
  path: '/user/{userId}/followers',
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'Followers',
});

export const userFollowings = defineEndpoint({
  id: 'primary.userFollowings',
  title: 'Following',
  summary: 'The accounts that a user follows.',
  path: '/user/{userId}/followings',
  aliases: [{ method: 'GET', path: '/user/{userId}/following', note: 'The same, kept for existing clients.' }],
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'Following',
});

export const userVerifiedFollowers = defineEndpoint({
  id: 'primary.userVerifiedFollowers',
  title: 'Verified Followers',
  summary: 'The followers of a user that have a verified (blue) badge.',
  path: '/user/{userId}/verifiedFollowers',
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'BlueVerifiedFollowers',
});

export const userArticles = defineEndpoint({
  id: 'primary.userArticles',
  title: 'User Articles',
  summary: 'The long-form posts of a user.',
  path: '/user/{userId}/articles',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserArticlesTweets',
  guesses: [...userIdOnlyRowFields.guesses, 'The reference does not show the fields of an article (assumption 4.1).'],
});
