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

const username = handleParam({ title: 'Handle', help: 'A handle, with or without @.', examples: [exampleValues.handle] });
const defineEndpoint = createEndpointDefiner('primary', 'users');

export const userByUsername = defineEndpoint({
  id: 'primary.userByUsername',
  title: 'User',
  summary: "An account's profile.",
  path: '/user/by/username/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UserByScreenName',
  errors: [400, 422],
  guesses: ['The reference shows no response for this path; a user inside data is assumed (assumption 3.14).'],
});

export const userById = defineEndpoint({
  id: 'primary.userById',
  title: 'User by ID',
  summary: "An account's profile.",
  path: '/user/{userId}',
  params: z.strictObject({ userId: userIdParam }),
  result: createSingleObjectSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UserByRestId',
  errors: [400, 422],
  guesses: ['The reference shows no response for this path; a user inside data is assumed (assumption 3.14).'],
});

export const usersByIds = defineEndpoint({
  id: 'primary.usersByIds',
  title: 'Users by IDs',
  summary: 'Profiles for up to 100 accounts.',
  path: '/user/users/by/ids',
  params: z.strictObject({
    userIds: commaSeparatedParam(
      { title: 'User IDs', help: 'Up to 100 numeric IDs.', examples: [[exampleValues.userId, exampleValues.otherUserId]] },
      idParam({ title: 'User ID' }),
      100,
    ),
  }),
  paramAliases: { userIds: ['ids'] },
  result: createCollectionSchema(userSchema),
  yields: createYieldsUnderData('user'),
  upstreamQuery: 'UsersByRestIds',
  errors: [400, 422],
  guesses: [
    "The reference doesn't name the parameter; userIds is assumed (assumption 3.7).",
    "The reference doesn't show the response; a collection of users is assumed (assumption 3.7).",
  ],
});

export const usernamesToIds = defineEndpoint({
  id: 'primary.usernamesToIds',
  title: 'IDs for Handles',
  summary: "Numeric IDs for up to 100 handles, and the handles that weren't resolved.",
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
        .regex(/^@?[A-Za-z0-9_]{2,15}$/, 'must be 2 to 15 letters, digits, or underscores, with or without @')
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
  title: 'ID for Handle',
  summary: "A handle's numeric ID.",
  path: '/username/to/id/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(resolvedUserIdSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  errors: [400, 422],
  guesses: ["The reference doesn't show the response; an object with the ID is assumed (assumption 3.8)."],
});

export const userAbout = defineEndpoint({
  id: 'primary.userAbout',
  title: 'About This Account',
  summary: "The details in an account's 'About this account' panel.",
  path: '/user/about/{username}',
  params: z.strictObject({ username }),
  result: createSingleObjectSchema(undocumentedRecordSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  upstreamQuery: 'AboutAccountQuery',
  errors: [400, 422],
  guesses: ["The reference doesn't show the response's fields; any object is accepted (assumption 3.9)."],
});

/** An invalid handle has the status `not-found` (assumption 3.11). */
export const usernamesStatus = defineEndpoint({
  id: 'primary.usernamesStatus',
  title: 'Handle Status',
  summary: 'Whether each of up to 500 handles is active, suspended, protected, or not found.',
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
  summary: 'Whether two accounts follow each other. Identify each by handle or ID.',
  path: '/user/friendships/show',
  params: z
    .strictObject({
      source_screen_name: optionalParam(friendshipHandleParam('First Handle', exampleValues.handle)),
      target_screen_name: optionalParam(friendshipHandleParam('Second Handle', exampleValues.otherHandle)),
      source_id: optionalParam(
        idParam({ title: 'First User ID', help: 'Used instead of the handle.', examples: [exampleValues.userId] }),
      ),
      target_id: optionalParam(
        idParam({ title: 'Second User ID', help: 'Used instead of the handle.', examples: [exampleValues.otherUserId] }),
      ),
    })
    .refine((params) => params.source_screen_name !== undefined || params.source_id !== undefined, {
      path: ['source_screen_name'],
      message: 'or First User ID is required',
    })
    .refine((params) => params.target_screen_name !== undefined || params.target_id !== undefined, {
      path: ['target_screen_name'],
      message: 'or Second User ID is required',
    }),
  result: createSingleObjectSchema(undocumentedRecordSchema),
  yields: [{ kind: 'other', at: ['data'] }],
  errors: [400, 422],
  guesses: [
    "The reference doesn't name the parameters; those of the upstream request with that name are assumed (assumption 3.9).",
    "The reference doesn't show the response's fields; any object is accepted (assumption 3.9).",
  ],
  example: { source_screen_name: exampleValues.handle, target_screen_name: exampleValues.otherHandle },
});

function friendshipHandleParam(title: string, example: string) {
  return handleParam({ title, help: 'A handle, with or without @.', examples: [example] });
}

const pagedUsersRowFields = definePrimaryPagedResult('user', userSchema);
const pagedTweetsRowFields = definePrimaryPagedResult('post', tweetSchema);

/** The reference doesn't show parameters for these (assumption 3.1), so neither `-1` nor a handle is allowed. */
const userIdOnlyRowFields = {
  params: z.strictObject({ userId: userIdParam, ...primaryPageParams }),
  errors: [400, 422],
  guesses: [
    'The reference shows no parameters or response for this path; count, cursor, and a collection of posts are assumed, as in similar paths (assumption 3.1).',
  ],
  example: { userId: exampleValues.userId, count: 20 },
};

/** Primary reference, User-scoped endpoints: with `-1` in the path, `username` is used. */
const userIdOrHandleRowFields = {
  params: z
    .strictObject({
      userId: z
        .string()
        .regex(/^(?:[0-9]{1,30}|-1)$/, 'must be a string of at most 30 digits, or -1 with a handle')
        .meta({
          title: 'User ID',
          help: "The account's numeric ID, or -1 to use its handle.",
          examples: [exampleValues.userId, '-1'],
          isName: true,
        }),
      username: optionalParam(
        handleParam({
          title: 'Handle',
          help: 'Used instead of the ID if set. Slower, but billed as one request.',
          examples: [exampleValues.handle],
        }),
      ),
      ...primaryPageParams,
    })
    .refine((params) => params.userId !== '-1' || params.username !== undefined, {
      path: ['username'],
      message: 'is required if the User ID is -1',
    }),
  errors: [400, 422],
  example: { userId: exampleValues.userId, count: 20 },
};

export const userTweets = defineEndpoint({
  id: 'primary.userTweets',
  title: 'User Posts',
  summary: "A user's posts without replies, newest first. A pinned post is also on top.",
  path: '/user/{userId}/tweets',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserTweets',
  newestFirst: {},
});

export const userTweetsAndReplies = defineEndpoint({
  id: 'primary.userTweetsAndReplies',
  title: 'User Posts and Replies',
  summary: "A user's posts and replies, newest first. A pinned post is also on top.",
  path: '/user/{userId}/tweetsAndReplies',
  ...userIdOrHandleRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserTweetsAndReplies',
  newestFirst: {},
});

export const userMedia = defineEndpoint({
  id: 'primary.userMedia',
  title: 'User Media',
  summary: "A user's posts with photos or videos.",
  path: '/user/{userId}/media',
  ...userIdOrHandleRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserMedia',
});

export const userLikes = defineEndpoint({
  id: 'primary.userLikes',
  title: 'User Likes',
  summary: 'Posts that a user liked.',
  path: '/user/{userId}/likes',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'Likes',
});

export const userFollowers = defineEndpoint({
  id: 'primary.userFollowers',
  title: 'Followers',
  summary: "A user's followers, newest first.",
  path: '/user/{userId}/followers',
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'Followers',
  newestFirst: {},
});

export const userFollowings = defineEndpoint({
  id: 'primary.userFollowings',
  title: 'Following',
  summary: 'Users that a user follows.',
  path: '/user/{userId}/followings',
  aliases: [{ method: 'GET', path: '/user/{userId}/following', note: 'An alias for existing clients.' }],
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'Following',
});

export const userVerifiedFollowers = defineEndpoint({
  id: 'primary.userVerifiedFollowers',
  title: 'Verified Followers',
  summary: "A user's followers who have a verified (blue) badge.",
  path: '/user/{userId}/verifiedFollowers',
  ...userIdOrHandleRowFields,
  ...pagedUsersRowFields,
  upstreamQuery: 'BlueVerifiedFollowers',
});

export const userArticles = defineEndpoint({
  id: 'primary.userArticles',
  title: 'User Articles',
  summary: "A user's articles.",
  path: '/user/{userId}/articles',
  ...userIdOnlyRowFields,
  ...pagedTweetsRowFields,
  upstreamQuery: 'UserArticlesTweets',
  guesses: [...userIdOnlyRowFields.guesses, "The reference doesn't show an article's fields (assumption 4.1)."],
});
