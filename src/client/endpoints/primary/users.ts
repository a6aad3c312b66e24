import * as z from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { handleParam, idParam, listParam, optionalParam } from '../../params.ts';
import { opaqueSchema } from '../../records/opaque.ts';
import { collectionOf, singleOf } from '../../records/page.ts';
import { resolvedIdSchema, userIdsSchema, usernamesStatusSchema } from '../../records/resolvedHandles.ts';
import { tweetSchema } from '../../records/tweet.ts';
import { userSchema } from '../../records/user.ts';
import { exampleValues } from '../exampleValues.ts';
import { collectionPaging, plainUserGuesses, plainUserParams, sharedUserParams, userExample, userIdParam } from './timelineRow.ts';

const users = collectionOf(userSchema);
const tweets = collectionOf(tweetSchema);
const username = handleParam({ title: 'Handle', help: 'The handle, with or without @.', examples: [exampleValues.handle] });
const service = 'primary';
const group = 'users';
const method = 'GET';

/** Primary reference, index: profile by handle, includes numeric id. */
export const userByUsername = defineEndpoint({
  id: 'primary.userByUsername',
  service,
  group,
  title: 'User by Handle',
  summary: 'The profile of one account, by its handle.',
  method,
  path: '/user/by/username/{username}',
  params: z.strictObject({ username }),
  result: singleOf(userSchema),
  upstreamQuery: 'UserByScreenName',
  errors: [400],
  example: { username: exampleValues.handle },
});

/** Primary reference, index: profile by id. */
export const userById = defineEndpoint({
  id: 'primary.userById',
  service,
  group,
  title: 'User by Id',
  summary: 'The profile of one account, by its numeric id.',
  method,
  path: '/user/{userId}',
  params: z.strictObject({ userId: userIdParam }),
  result: singleOf(userSchema),
  upstreamQuery: 'UserByRestId',
  errors: [400, 422],
  example: { userId: exampleValues.userId },
});

/** Primary reference, index: profiles of up to 100 accounts. Parameter and shape: decision 3.7. */
export const usersByIds = defineEndpoint({
  id: 'primary.usersByIds',
  service,
  group,
  title: 'Users by Ids',
  summary: 'The profiles of up to 100 accounts.',
  method,
  path: '/user/users/by/ids',
  params: z.strictObject({
    userIds: listParam(
      { title: 'User Ids', help: 'Up to 100 numeric ids.', examples: [[exampleValues.userId, exampleValues.otherUserId]] },
      idParam({ title: 'User Id' }),
      100,
    ),
  }),
  paramAliases: { userIds: ['ids'] },
  result: users,
  upstreamQuery: 'UsersByRestIds',
  errors: [400, 422],
  guesses: ['The reference does not name the parameter; userIds is assumed.', 'The reference does not show the answer; a collection of users is assumed.'],
  example: { userIds: [exampleValues.userId, exampleValues.otherUserId] },
});

/** Primary reference, GET /user/usernames/to/ids. */
export const usernamesToIds = defineEndpoint({
  id: 'primary.usernamesToIds',
  service,
  group,
  title: 'Ids for Handles',
  summary: 'The numeric ids of up to 100 handles, with the handles that were not resolved.',
  method,
  path: '/user/usernames/to/ids',
  params: z.strictObject({
    usernames: listParam(
      { title: 'Handles', help: 'Up to 100 handles, with or without @.', examples: [[exampleValues.handle, exampleValues.otherHandle]] },
      z.string().regex(/^@?[A-Za-z0-9_]{2,15}$/, 'takes 2 to 15 letters, digits or underscores, with or without @'),
      100,
    ),
  }),
  result: singleOf(userIdsSchema),
  errors: [400, 422],
  example: { usernames: [exampleValues.handle, exampleValues.otherHandle] },
});

/** Primary reference, index: id for one handle. Shape: decision 3.8. */
export const usernameToId = defineEndpoint({
  id: 'primary.usernameToId',
  service,
  group,
  title: 'Id for Handle',
  summary: 'The numeric id of one handle.',
  method,
  path: '/username/to/id/{username}',
  params: z.strictObject({ username }),
  result: singleOf(resolvedIdSchema),
  errors: [400],
  guesses: ['The reference does not show the answer; an object with the id is assumed.'],
  example: { username: exampleValues.handle },
});

/** Primary reference, index: data of the about-this-account panel. Shape: decision 3.9. */
export const userAbout = defineEndpoint({
  id: 'primary.userAbout',
  service,
  group,
  title: 'About Account',
  summary: 'What the about-this-account panel of an account shows.',
  method,
  path: '/user/about/{username}',
  params: z.strictObject({ username }),
  result: singleOf(opaqueSchema),
  upstreamQuery: 'AboutAccountQuery',
  errors: [400],
  guesses: ['The reference does not show the fields of the answer; any object is taken.'],
  example: { username: exampleValues.handle },
});

/** Primary reference, index: profile timeline without replies, newest first. Parameters: decision 3.1. */
export const userTweets = defineEndpoint({
  id: 'primary.userTweets',
  service,
  group,
  title: 'User Tweets',
  summary: 'The tweets of a user without replies, newest first.',
  method,
  path: '/user/{userId}/tweets',
  params: plainUserParams,
  result: tweets,
  upstreamQuery: 'UserTweets',
  paging: collectionPaging,
  errors: [400, 422],
  guesses: plainUserGuesses,
  example: userExample,
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userTweetsAndReplies = defineEndpoint({
  id: 'primary.userTweetsAndReplies',
  service,
  group,
  title: 'User Tweets and Replies',
  summary: 'The tweets and replies of a user, newest first.',
  method,
  path: '/user/{userId}/tweetsAndReplies',
  params: sharedUserParams,
  result: tweets,
  upstreamQuery: 'UserTweetsAndReplies',
  paging: collectionPaging,
  errors: [400, 422],
  example: userExample,
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userMedia = defineEndpoint({
  id: 'primary.userMedia',
  service,
  group,
  title: 'User Media',
  summary: 'The tweets of a user that have photos or videos.',
  method,
  path: '/user/{userId}/media',
  params: sharedUserParams,
  result: tweets,
  upstreamQuery: 'UserMedia',
  paging: collectionPaging,
  errors: [400, 422],
  example: userExample,
});

/** Primary reference, index: tweets a user liked. Parameters: decision 3.1. */
export const userLikes = defineEndpoint({
  id: 'primary.userLikes',
  service,
  group,
  title: 'User Likes',
  summary: 'The tweets that a user liked.',
  method,
  path: '/user/{userId}/likes',
  params: plainUserParams,
  result: tweets,
  upstreamQuery: 'Likes',
  paging: collectionPaging,
  errors: [400, 422],
  guesses: plainUserGuesses,
  example: userExample,
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userFollowers = defineEndpoint({
  id: 'primary.userFollowers',
  service,
  group,
  title: 'Followers',
  summary: 'The accounts that follow a user, newest first.',
  method,
  path: '/user/{userId}/followers',
  params: sharedUserParams,
  result: users,
  upstreamQuery: 'Followers',
  paging: collectionPaging,
  errors: [400, 422],
  example: userExample,
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userFollowings = defineEndpoint({
  id: 'primary.userFollowings',
  service,
  group,
  title: 'Following',
  summary: 'The accounts that a user follows.',
  method,
  path: '/user/{userId}/followings',
  aliases: [{ method: 'GET', path: '/user/{userId}/following', note: 'The same, kept for existing clients.' }],
  params: sharedUserParams,
  result: users,
  upstreamQuery: 'Following',
  paging: collectionPaging,
  errors: [400, 422],
  example: userExample,
});

/** Primary reference, User-scoped endpoints with shared parameters. */
export const userVerifiedFollowers = defineEndpoint({
  id: 'primary.userVerifiedFollowers',
  service,
  group,
  title: 'Verified Followers',
  summary: 'The followers of a user that have a verified (blue) badge.',
  method,
  path: '/user/{userId}/verifiedFollowers',
  params: sharedUserParams,
  result: users,
  upstreamQuery: 'BlueVerifiedFollowers',
  paging: collectionPaging,
  errors: [400, 422],
  example: userExample,
});

/** Primary reference, index: long-form posts by a user. Parameters: decision 3.1. */
export const userArticles = defineEndpoint({
  id: 'primary.userArticles',
  service,
  group,
  title: 'User Articles',
  summary: 'The long-form posts of a user.',
  method,
  path: '/user/{userId}/articles',
  params: plainUserParams,
  result: tweets,
  upstreamQuery: 'UserArticlesTweets',
  paging: collectionPaging,
  errors: [400, 422],
  guesses: [...plainUserGuesses, 'The reference does not show the answer; a collection of tweets with their articles is assumed.'],
  example: userExample,
});

/** Primary reference, GET /user/usernames/status. A badly formed handle is answered with `not-found` (decision 3.11). */
export const usernamesStatus = defineEndpoint({
  id: 'primary.usernamesStatus',
  service,
  group,
  title: 'Status of Handles',
  summary: 'Whether each of up to 500 handles is active, suspended, protected or not found.',
  method,
  path: '/user/usernames/status',
  params: z.strictObject({
    usernames: listParam(
      { title: 'Handles', help: 'Up to 500 handles, with or without @.', examples: [[exampleValues.handle, exampleValues.otherHandle]] },
      handleParam({ title: 'Handle' }),
      500,
    ),
  }),
  result: singleOf(usernamesStatusSchema),
  errors: [400],
  example: { usernames: [exampleValues.handle, exampleValues.otherHandle] },
});

/** Primary reference, index: follow relationship between two accounts. Parameters and shape: decision 3.9. */
export const friendshipsShow = defineEndpoint({
  id: 'primary.friendshipsShow',
  service,
  group,
  title: 'Follow Relationship',
  summary: 'Whether two accounts follow each other; each is named by its handle or by its id.',
  method,
  path: '/user/friendships/show',
  params: z
    .strictObject({
      source_screen_name: optionalParam(plainAccount('First Handle', exampleValues.handle)),
      target_screen_name: optionalParam(plainAccount('Second Handle', exampleValues.otherHandle)),
      source_id: optionalParam(idParam({ title: 'First User Id', help: 'Instead of the first handle.', examples: [exampleValues.userId] })),
      target_id: optionalParam(idParam({ title: 'Second User Id', help: 'Instead of the second handle.', examples: [exampleValues.otherUserId] })),
    })
    .refine((params) => params.source_screen_name !== undefined || params.source_id !== undefined, {
      path: ['source_screen_name'],
      message: 'or First User Id is needed',
    })
    .refine((params) => params.target_screen_name !== undefined || params.target_id !== undefined, {
      path: ['target_screen_name'],
      message: 'or Second User Id is needed',
    }),
  result: singleOf(opaqueSchema),
  errors: [400, 422],
  guesses: [
    'The reference does not name the parameters; those of the upstream call of that name are assumed.',
    'The reference does not show the fields of the answer; any object is taken.',
  ],
  example: { source_screen_name: exampleValues.handle, target_screen_name: exampleValues.otherHandle },
});

function plainAccount(title: string, example: string) {
  return handleParam({ title, help: 'The handle, with or without @.', examples: [example] });
}
