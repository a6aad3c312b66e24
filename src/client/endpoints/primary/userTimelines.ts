import * as z from 'zod';
import { tweetSchema, userSchema } from '../../schemas/primary.ts';
import { createEndpointDefiner } from '../../endpoint.ts';
import { handleParam, optionalParam } from '../../params.ts';
import { exampleValues } from '../exampleValues.ts';
import { definePrimaryPagedResult, primaryPageParams, userIdParam } from '../shared.ts';

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const pagedTweetsRowFields = definePrimaryPagedResult('post', tweetSchema);
const defineEndpoint = createEndpointDefiner('primary', 'users');

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
