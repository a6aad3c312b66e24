import { defineEndpoint } from '../../endpoint.ts';
import { inData } from '../../yields.ts';
import { collectionOf, tweetSchema, userSchema } from '../../schemas/primary.ts';
import { collectionPaging } from './collectionPaging.ts';
import { plainUserGuesses, plainUserParams, sharedUserParams, userExample } from './sharedUserParams.ts';

const users = collectionOf(userSchema);
const tweets = collectionOf(tweetSchema);
const service = 'primary';
const group = 'users';
const method = 'GET';

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
  yields: inData('post'),
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
  yields: inData('post'),
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
  yields: inData('post'),
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
  yields: inData('post'),
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
  yields: inData('user'),
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
  yields: inData('user'),
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
  yields: inData('user'),
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
  yields: inData('post'),
  upstreamQuery: 'UserArticlesTweets',
  paging: collectionPaging,
  errors: [400, 422],
  guesses: [
    ...plainUserGuesses,
    'The reference does not show the answer; a collection of tweets with their articles is assumed.',
  ],
  example: userExample,
});
