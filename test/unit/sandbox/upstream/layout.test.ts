import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { exampleValues } from '../../../../src/client/endpoints/exampleValues.ts';
import { endpoints } from '../../../../src/client/endpoints/table.ts';
import { rawUserLayouts } from '../../../../src/sandbox/upstream/rawUserLayout.ts';
import { toTweetResult } from '../../../../src/sandbox/upstream/upstreamTweet.ts';
import { toUserResult } from '../../../../src/sandbox/upstream/upstreamUser.ts';
import { deriveUpstreamExtras, type UpstreamPostExtras } from '../../../../src/sandbox/world/extras.ts';
import { landmarks } from '../../../../src/sandbox/world/landmarks.ts';
import { iterateSequence } from '../../../../src/sandbox/world/lazySequence.ts';
import type { WorldPost } from '../../../../src/sandbox/world/world.ts';
import { answerOf, at, rowOf, textsOf, toAsked, world } from '../answers/ask.ts';
import { bodyOf, rawPages } from './rawPages.ts';
import { findKey, keysOf, list, readPage, text } from './rawReader.ts';

const { tweetId, userId, communityId, listId } = exampleValues;
const posts = [...iterateSequence(world.posts())];
const context = { world, rawUserLayout: 'both' } as const;

/** Where the primary reference and the shapes say that the instructions or items of a row stand. */
const paths: Readonly<Record<string, readonly string[]>> = {
  'primary.userTweets': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userTweetsAndReplies': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userMedia': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userLikes': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userArticles': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userFollowers': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userFollowings': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.userVerifiedFollowers': ['data', 'user', 'result', 'timeline', 'timeline', 'instructions'],
  'primary.tweet': ['data', 'threaded_conversation_with_injections_v2', 'instructions'],
  'primary.tweetArticle': ['data', 'threaded_conversation_with_injections_v2', 'instructions'],
  'primary.tweetFavorites': ['data', 'favoriters_timeline', 'timeline', 'instructions'],
  'primary.tweetRetweets': ['data', 'retweeters_timeline', 'timeline', 'instructions'],
  'primary.tweetQuotes': ['data', 'search_by_raw_query', 'search_timeline', 'timeline', 'instructions'],
  'primary.search': ['entries'],
  'primary.listTweets': ['data', 'list', 'tweets_timeline', 'timeline', 'instructions'],
  'primary.listMembers': ['data', 'list', 'members_timeline', 'timeline', 'instructions'],
  'primary.listFollowers': ['data', 'list', 'subscribers_timeline', 'timeline', 'instructions'],
  'primary.communityTweets': ['data', 'communityResults', 'result', 'ranked_community_timeline', 'timeline', 'instructions'],
  'primary.communityMembers': ['data', 'communityResults', 'result', 'members_slice', 'items_results'],
  'primary.communityModerators': ['data', 'communityResults', 'result', 'moderators_slice', 'items_results'],
  'primary.communitiesSearch': ['data', 'communities_search_slice', 'items_results'],
  'primary.jobsSearch': ['data', 'job_search', 'items_results'],
  'primary.jobsFindLocation': ['data', 'location_type_ahead'],
  'primary.usersByIds': ['data', 'users'],
};

describe('the layout of raw answers', () => {
  for (const [id, path] of Object.entries(paths)) {
    it(`of ${id} is at ${path.join('.')}`, () => {
      assert.ok(list(at(bodyOf(id, textsOf(rowOf(id).example), 'raw'), ...path)).length > 0);
    });
  }

  it('has single objects where the reference names them', () => {
    const of = (id: string, ...path: readonly string[]): unknown => at(bodyOf(id, textsOf(rowOf(id).example), 'raw'), ...path);
    assert.equal(of('primary.userById', 'data', 'user', 'result', '__typename'), 'User');
    assert.equal(of('primary.userByUsername', 'data', 'user', 'result', '__typename'), 'User');
    assert.equal(of('primary.simpleTweet', 'data', 'tweetResult', 'result', '__typename'), 'Tweet');
    assert.equal(of('primary.listDetails', 'data', 'list', 'id_str'), listId);
    assert.equal(of('primary.community', 'data', 'communityResults', 'result', 'rest_id'), communityId);
    assert.equal(of('primary.userAbout', 'data', 'user_result_by_screen_name', 'result', '__typename'), 'User');
    assert.notEqual(of('primary.friendshipsShow', 'relationship', 'source', 'id_str'), undefined);
    assert.ok(
      Array.isArray(of('primary.trends')) &&
        Array.isArray(of('primary.miscLocations')) &&
        Array.isArray(of('primary.miscEmojis')),
    );
  });

  it('moved the timelines of posts to another name and back, never those of people', () => {
    const rootOf = (id: string, rawUserLayout: (typeof rawUserLayouts)[number]): readonly string[] =>
      keysOf(at(bodyOf(id, { userId }, 'raw', rawUserLayout), 'data', 'user', 'result'));
    for (const id of ['primary.userTweets', 'primary.userTweetsAndReplies', 'primary.userMedia', 'primary.userLikes']) {
      assert.deepEqual(rootOf(id, 'legacy'), ['__typename', 'timeline_v2'], id);
      assert.deepEqual(rootOf(id, 'both'), ['__typename', 'timeline'], id);
      assert.deepEqual(rootOf(id, 'core'), ['__typename', 'timeline'], id);
    }
    for (const rawUserLayout of rawUserLayouts)
      assert.deepEqual(rootOf('primary.userFollowers', rawUserLayout), ['__typename', 'timeline']);
  });

  it('has Top and Bottom cursors on every page, the last one too, and ends on a page of cursors only', () => {
    for (const id of Object.keys(paths).filter((row) => at(bodyOf(row, textsOf(rowOf(row).example), 'raw'), 'x') === undefined)) {
      const pages = rawPages(id, textsOf(rowOf(id).example), 'both').map(readPage);
      if (pages[0]?.types.length === 0) continue; // slices have none at their end
      for (const page of pages) assert.notEqual(page.cursors['Bottom'], undefined, id);
      if (id !== 'primary.tweet' && id !== 'primary.tweetArticle') {
        for (const page of pages) assert.notEqual(page.cursors['Top'], undefined, id);
      }
      assert.deepEqual(pages.at(-1)?.items, [], id);
      assert.equal(pages.at(-1)?.cursors['Bottom'], pages.at(-2)?.cursors['Bottom'], id);
    }
  });

  it('spells the cursors of people as two numbers, Bottom before Top, and says the end', () => {
    const pages = rawPages('primary.userFollowers', { userId }, 'both');
    for (const [index, body] of pages.entries()) {
      const { cursors, entryIds, types } = readPage(body);
      const isLast = index >= pages.length - 2;
      assert.match(cursors['Bottom'] ?? '', isLast ? /^0\|\d+$/ : /^[1-9]\d*\|\d+$/);
      assert.match(cursors['Top'] ?? '', /^-1\|\d+$/);
      assert.match(entryIds.slice(-2).join(' '), /^cursor-bottom-\d+ cursor-top-\d+$/);
      assert.ok(entryIds.slice(0, -2).every((name) => /^user-\d+$/.test(name)));
      const ends = list(findKey(body, 'instructions')).map((one) => at(one, 'direction'));
      assert.equal(ends.includes('Bottom'), isLast);
      assert.ok(types.includes('TimelineClearCache'));
    }
  });

  it('names its entries as upstream does', () => {
    const namesOf = (id: string, texts: Readonly<Record<string, string>>, kind: RegExp): void => {
      const names = rawPages(id, texts, 'both').flatMap((body) => readPage(body).entryIds);
      const odd = names.find((name) => !kind.test(name));
      assert.equal(odd, undefined, id);
    };
    const cursor = 'cursor-(top|bottom)-\\d+';
    namesOf('primary.userTweets', { userId }, new RegExp(`^(tweet-\\d+|${cursor})$`));
    namesOf(
      'primary.userTweetsAndReplies',
      { userId },
      new RegExp(`^(tweet-\\d+|profile-conversation-\\d+-tweet-\\d+|profile-conversation-\\d+|${cursor})$`),
    );
    namesOf('primary.userMedia', { userId, count: '3' }, new RegExp(`^(profile-grid-0(-tweet-\\d+)?|${cursor})$`));
    namesOf('primary.search', { searchItem: 'coffee' }, /^(tweet-\d+|cursor-top-9223372036854775807|cursor-bottom-0)$/);
    namesOf(
      'primary.tweet',
      { tweetId },
      /^(tweet-\d+|conversationthread-\d+(-tweet-\d+|-cursor-showmore-\d+)?|cursor-(bottom|showmorethreads)-\d+)$/,
    );
  });

  it('shows the media of later pages as parts that are added to the grid, and the cursors of later searches as replacements', () => {
    const [first, second] = rawPages('primary.userMedia', { userId, count: '3' }, 'both').map(readPage);
    assert.deepEqual(first?.types, ['TimelineClearCache', 'TimelineTerminateTimeline', 'TimelineAddEntries']);
    assert.deepEqual(second?.types, ['TimelineAddToModule', 'TimelineAddEntries']);
    const [, search] = rawPages('primary.search', { searchItem: 'coffee' }, 'both').map(readPage);
    assert.deepEqual(search?.types, ['TimelineAddEntries', 'TimelineReplaceEntry', 'TimelineReplaceEntry']);
  });

  it('groups the answers of one conversation that stand in a row', () => {
    const pages = rawPages('primary.userTweetsAndReplies', { userId: '-1', username: 'deep_talker' }, 'both');
    assert.ok(pages.some((body) => readPage(body).entryIds.some((name) => name.startsWith('profile-conversation-'))));
  });

  it('ends a thread with its cursor, and leads from a cut thread to its rest', () => {
    const body = bodyOf('primary.tweet', { tweetId: landmarks.deepThreadId }, 'raw');
    const { cursors, items } = readPage(body);
    assert.notEqual(cursors['ShowMore'], undefined);
    const rest = bodyOf('primary.tweet', { tweetId: landmarks.deepThreadId, cursor: cursors['ShowMore'] ?? '' }, 'raw');
    const more = readPage(rest);
    assert.deepEqual(more.types, ['TimelineAddToModule']);
    assert.ok(more.items.length > 10);
    const shown = new Set(items.map((item) => at(item, 'rest_id')));
    assert.ok(more.items.every((item) => !shown.has(at(item, 'rest_id'))));
    const simple = bodyOf('primary.tweet', { tweetId: landmarks.deepThreadId, cursor: cursors['ShowMore'] ?? '' }, 'simple');
    assert.equal(list(at(simple, 'data')).length, more.items.length);
    const pages = rawPages('primary.tweet', { tweetId }, 'both').map(readPage);
    assert.equal(pages.filter((page) => page.cursors['ShowMoreThreads'] !== undefined).length, 1);
  });

  it('sends the cursor of a thread as an item in the old layout and as a content since', () => {
    const lastOf = (rawUserLayout: 'legacy' | 'both'): unknown => {
      const instructions = list(findKey(bodyOf('primary.tweet', { tweetId }, 'raw', rawUserLayout), 'instructions'));
      return list(
        at(
          instructions.find((one) => at(one, 'type') === 'TimelineAddEntries'),
          'entries',
        ),
      ).at(-1);
    };
    assert.equal(at(lastOf('legacy'), 'content', 'itemContent', 'cursorType'), 'Bottom');
    assert.equal(at(lastOf('both'), 'content', 'cursorType'), 'Bottom');
  });

  it('has a next cursor in a slice only where another page exists', () => {
    const pages = rawPages('primary.communityModerators', { communityId, count: '10' }, 'both');
    assert.ok(pages.length > 1);
    pages.forEach((body, index) => assert.equal(typeof findKey(body, 'next_cursor') === 'string', index < pages.length - 1));
    assert.equal(findKey(pages[0], 'community_role'), 'Admin');
  });

  it('sends errors beside one whole list', () => {
    const body = bodyOf('primary.listDetails', { listId: landmarks.listWithErrorsId }, 'raw');
    assert.equal(list(at(body, 'errors')).length, 1);
    assert.notEqual(at(body, 'data', 'list', 'name'), undefined);
  });

  it('leaves a gap where an account is suspended or gone', () => {
    const suspended = world.accountByHandle(landmarks.suspendedHandle);
    assert.ok(suspended !== undefined);
    const among = bodyOf('primary.usersByIds', { userIds: `${suspended.id},${userId}` }, 'raw');
    assert.equal(at(among, 'data', 'users', 0, 'result', 'reason'), 'Suspended');
    const liked = posts.filter((post) => post.likes > 5).slice(0, 60);
    const bodies = liked.map((post) => JSON.stringify(bodyOf('primary.tweetFavorites', { tweetId: post.id }, 'raw')));
    assert.ok(bodies.some((one) => one.includes('"UserUnavailable"') && one.includes('"user_results":{}')));
    assert.deepEqual(toUserResult(context, suspended), {
      __typename: 'UserUnavailable',
      message: 'User is suspended',
      reason: 'Suspended',
    });
  });

  it('has keys in the order of the alphabet since 2026, and no empty lists of entities', () => {
    const firstOf = (rawUserLayout: 'legacy' | 'both'): string =>
      JSON.stringify(bodyOf('primary.userTweets', { userId }, 'raw', rawUserLayout));
    assert.ok(firstOf('legacy').includes('"symbols":[]'));
    const inOrder = JSON.stringify(JSON.parse(firstOf('both')), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : value,
    );
    assert.equal(firstOf('both'), inOrder);
    assert.ok(!firstOf('both').includes('"entities":{"hashtags":[]'));
  });

  it('is the same again for the same call', () => {
    for (const endpoint of endpoints.filter((row) => row.formats.includes('raw'))) {
      for (const rawUserLayout of rawUserLayouts) {
        const given = { texts: textsOf(endpoint.example), format: 'raw', rawUserLayout } as const;
        const first = toAsked(answerOf(endpoint, given).answer, 0);
        assert.equal(first.status, 200, endpoint.id);
        assert.equal(JSON.stringify(toAsked(answerOf(endpoint, given).answer, 0)), JSON.stringify(first));
      }
    }
  });
});

describe('a raw tweet', () => {
  const postWith = (wanted: (extras: UpstreamPostExtras, post: WorldPost) => boolean): WorldPost => {
    const found = posts.find((post) => wanted(deriveUpstreamExtras(post), post));
    assert.ok(found !== undefined);
    return found;
  };
  const tweetWith = (wanted: (extras: UpstreamPostExtras, post: WorldPost) => boolean): unknown =>
    toTweetResult(context, postWith(wanted));

  it('is wrapped without a type of its own where replies are limited', () => {
    const result = tweetWith((extras) => extras.hasLimitedReplies);
    assert.equal(at(result, '__typename'), 'TweetWithVisibilityResults');
    assert.equal(at(result, 'tweet', '__typename'), undefined);
    assert.equal(typeof at(result, 'tweet', 'rest_id'), 'string');
  });

  it('has a poll as a card whose values are texts', () => {
    const poll = tweetWith((extras) => extras.poll?.choices.length === 4 && !extras.hasLimitedReplies);
    assert.equal(at(poll, 'card', 'legacy', 'name'), 'poll4choice_text_only');
    const values = list(at(poll, 'card', 'legacy', 'binding_values'));
    const count = values.find((one) => at(one, 'key') === 'choice3_count');
    assert.match(text(at(count, 'value', 'string_value')), /^\d+$/);
  });

  it('names its first version where it was edited, its note where readers added one', () => {
    const edited = tweetWith((extras) => extras.firstVersionId !== undefined && !extras.hasLimitedReplies);
    assert.equal(
      list(at(edited, 'edit_control', 'edit_control_initial', 'edit_tweet_ids'))[0],
      at(edited, 'edit_control', 'initial_tweet_id'),
    );
    const noted = tweetWith((extras) => extras.note !== undefined && !extras.hasLimitedReplies);
    const subtitle = at(noted, 'birdwatch_pivot', 'subtitle');
    const entity = list(at(subtitle, 'entities'))[0];
    const shown = [...text(at(subtitle, 'text'))].slice(Number(at(entity, 'fromIndex')), Number(at(entity, 'toIndex'))).join('');
    assert.equal(shown, 'archive.example/source');
    assert.match(text(at(entity, 'ref', 'url')), /^https:\/\/t\.co\/\w{10}$/);
  });

  it('has an empty place where what it quoted is gone, and keeps the address', () => {
    const quoting = tweetWith((extras) => extras.deletedQuoteId !== undefined && !extras.hasLimitedReplies);
    assert.deepEqual(at(quoting, 'quoted_status_result'), {});
    assert.match(text(at(quoting, 'legacy', 'quoted_status_permalink', 'expanded')), /\/status\/\d+$/);
    assert.equal(at(quoting, 'legacy', 'is_quote_status'), true);
  });

  it('tells a quote inside of a quote by its id only', () => {
    const outer = postWith((extras, post) => post.quotedId !== undefined && !extras.hasLimitedReplies);
    const deeper = {
      ...world,
      post: (id: string) => {
        const found = world.post(id);
        return found === undefined || id !== outer.quotedId ? found : { ...found, quotedId: '1234567890' };
      },
    };
    const quoted = at(toTweetResult({ world: deeper, rawUserLayout: 'both' }, outer), 'quoted_status_result', 'result');
    const inner = at(quoted, '__typename') === 'Tweet' ? quoted : at(quoted, 'tweet');
    assert.deepEqual(at(inner, 'quotedRefResult'), { result: { __typename: 'Tweet', rest_id: '1234567890' } });
    assert.equal(at(inner, 'quoted_status_result'), undefined);
  });

  it('cuts a long text and holds the whole one as a note', () => {
    const long = tweetWith((extras, post) => post.text.length > 900 && !extras.hasLimitedReplies);
    assert.match(text(at(long, 'legacy', 'full_text')), /…( https:\/\/t\.co\/\w{10})?$/);
    assert.ok(text(at(long, 'note_tweet', 'note_tweet_results', 'result', 'text')).length > 900);
  });

  it('has a GIF of bit rate 0 and a video with a playlist without one', () => {
    const gif = tweetWith((extras, post) => post.media[0]?.type === 'animated_gif' && !extras.hasLimitedReplies);
    assert.equal(at(gif, 'legacy', 'extended_entities', 'media', 0, 'video_info', 'variants', 0, 'bitrate'), 0);
    const video = tweetWith((extras, post) => post.media[0]?.type === 'video' && !extras.hasLimitedReplies);
    const variants = list(at(video, 'legacy', 'extended_entities', 'media', 0, 'video_info', 'variants'));
    assert.deepEqual([at(variants[0], 'content_type'), at(variants[0], 'bitrate')], ['application/x-mpegURL', undefined]);
  });

  it('escapes its text, and nothing of its author', () => {
    const author = world.accountByHandle('edge_texts');
    assert.ok(author !== undefined);
    const html = posts.find((post) => post.authorId === author.id && post.text.startsWith('<script>'));
    assert.ok(html !== undefined);
    const result = toTweetResult(context, html);
    const tweet = at(result, 'tweet') ?? result;
    assert.match(text(at(tweet, 'legacy', 'full_text')), /^&lt;script&gt;.*&amp;amp;/);
    assert.equal(at(tweet, 'core', 'user_results', 'result', 'core', 'name'), author.record.name);
  });

  it('has a tombstone in the thread where a reply was deleted', () => {
    const opener = postWith(
      (extras, post) =>
        extras.deletedReplyId !== undefined && post.replyToId !== undefined && world.account(post.authorId)?.state === 'active',
    );
    const thread = rawPages('primary.tweet', { tweetId: opener.replyToId ?? '' }, 'both')
      .map((body) => JSON.stringify(body))
      .join('');
    assert.ok(thread.includes('"TweetTombstone"'));
    assert.ok(thread.includes(`conversationthread-${opener.id}-tweet-${deriveUpstreamExtras(opener).deletedReplyId ?? ''}`));
  });

  it('stays within what real ones weigh', () => {
    fc.assert(
      fc.property(fc.constantFrom(...posts), fc.constantFrom(...rawUserLayouts), (post, rawUserLayout) => {
        const bytes = JSON.stringify(toTweetResult({ world, rawUserLayout }, post)).length;
        assert.ok(bytes > 1400 && bytes < 16_000 + post.text.length * 3, String(bytes));
      }),
      { numRuns: 500 },
    );
  });
});
