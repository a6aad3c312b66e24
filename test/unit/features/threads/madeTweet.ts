import { readRecord, mergeUpstreamPostExtra } from '../../../../src/client/records/readRecord.ts';
import { toPost } from '../../../../src/core/records/toPost.ts';
import type { Post } from '../../../../src/core/channel/post.ts';
import type { TweetExtra } from '../../../../src/client/upstream/upstreamPage.ts';
import { type PagePost, type ThreadPage, toThreadPage, type ThreadPageKey } from '../../../../src/features/threads/threadPage.ts';
import { tweet } from '../../../../src/client/endpoints/table.ts';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { respondWith } from '../../client/records/responses.ts';
import type { Tweet, User } from '../../../../src/client/schemas/primary.ts';

export function madeUser(fields: Partial<User> = {}): User {
  return {
    id: '1',
    username: 'somebody',
    name: 'Somebody',
    description: '',
    location: '',
    url: null,
    createdAt: null,
    avatarUrl: null,
    bannerUrl: null,
    verified: false,
    verifiedType: null,
    protected: false,
    counts: { followers: 0, following: 0, tweets: 0, likes: 0, media: 0, listed: 0 },
    pinnedTweetIds: [],
    isAutomated: false,
    ...fields,
  };
}

function pagePost(record: Tweet, extra?: TweetExtra): PagePost {
  return { id: record.id, record: mergeUpstreamPostExtra(readRecord('post', record), extra), extra };
}

export function shownPost(record: Tweet, extra?: TweetExtra): Post {
  return toPost(pagePost(record, extra).record, extra);
}

export function madeTweet(id: string, parentId?: string, replies = 0, fields: Partial<Tweet> = {}): Tweet {
  return {
    id,
    url: `https://social.example/somebody/status/${id}`,
    text: `text of ${id}`,
    createdAt: '2026-01-02T03:04:05Z',
    lang: 'en',
    author: madeUser(),
    counts: { likes: 0, retweets: 0, replies, quotes: 0, bookmarks: 0, views: 0 },
    media: [],
    urls: [],
    hashtags: [],
    mentions: [],
    replyTo: parentId === undefined ? null : { tweetId: parentId },
    conversationId: id,
    isPinned: false,
    source: null,
    article: null,
    quoted: null,
    retweetOf: null,
    ...fields,
  };
}

export function simplePage(
  page: { readonly data: readonly Tweet[]; readonly nextCursor: string | null; readonly hasNextPage: boolean },
  key: ThreadPageKey,
): ThreadPage {
  return toThreadPage(toPage(respondWith(tweet, page)), key);
}
