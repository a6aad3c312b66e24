import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { toPage } from '../../../../src/client/records/toPage.ts';
import { toTweet } from '../../../support/toTweet.ts';
import { readParsedUpstream } from '../../../../src/client/upstream/readUpstream.ts';
import { type Fields, post } from './madeUpstream.ts';
import { toAboutAccountRecord, toListDetails } from '../../../../src/client/upstream/toRecords.ts';

const extraOf = (legacy: Fields, fields: Fields = {}) => toTweet(post('1', legacy, fields))?.extra;
const recordOf = (value: unknown) =>
  toPage({ request: { endpointId: 'none', format: 'raw', params: {} }, value, warnings: [] }).records[0]?.record;

describe('extra facts of upstream JSON', () => {
  it('include whether media are sensitive', () => {
    assert.equal(extraOf({ possibly_sensitive: true })?.isSensitive, true);
    assert.equal(extraOf({ possibly_sensitive: false })?.isSensitive, undefined);
  });

  it("include whom a post replies to if it isn't a reply to a post", () => {
    const legacy = { in_reply_to_user_id_str: '12', in_reply_to_screen_name: 'eve' };
    assert.deepEqual(extraOf(legacy)?.replyToUser, { id: '12', username: 'eve' });
    assert.equal(extraOf({ ...legacy, in_reply_to_status_id_str: '5' })?.replyToUser, undefined);
    const record = recordOf({ data: { tweetResult: { result: post('1', legacy) } } });
    assert.deepEqual(record?.kind === 'post' && [record.replyToId, record.replyToHandle], [undefined, 'eve']);
  });

  it("include a trend's description in the platform's words", () => {
    const trend = (fields: Fields): unknown => ({
      data: {
        timeline: {
          timeline: {
            instructions: [
              {
                entries: [{ entryId: 'trend-a', content: { itemContent: { itemType: 'TimelineTrend', name: 'a', ...fields } } }],
              },
            ],
          },
        },
      },
    });
    const about = (fields: Fields): unknown => {
      const record = recordOf(trend(fields));
      return record?.kind === 'trend' && record.description;
    };
    assert.equal(about({ social_context: { text: 'Gardens · 346 posts' } }), 'Gardens · 346 posts');
    assert.equal(about({ trend_metadata: { domain_context: 'Trending', meta_description: '9K posts' } }), 'Trending · 9K posts');
    assert.equal(about({}), undefined);
  });

  it("include a community's name from the author's role", () => {
    const community_results = { result: { id_str: '7' } };
    const author_community_relationship = { community_results: { result: { id_str: '7', name: 'Gardeners' } } };
    assert.deepEqual(extraOf({}, { community_results, author_community_relationship })?.community, {
      id: '7',
      name: 'Gardeners',
    });
    assert.deepEqual(extraOf({}, { author_community_relationship })?.community, { id: '7', name: 'Gardeners' });
  });

  it('include cards from the older interface and app images', () => {
    const string = (string_value: string): Fields => ({ type: 'STRING', string_value });
    const card = {
      name: 'summary',
      url: 'https://t.co/a',
      binding_values: { title: string('Pears'), vanity_url: string('pears.example') },
    };
    const page = readParsedUpstream({
      globalObjects: {
        users: { 11: { id_str: '11', screen_name: 'ada', name: 'Ada' } },
        tweets: { 1: { id_str: '1', full_text: 'words', created_at: 'Wed Oct 10 20:19:24 +0000 2018', user_id_str: '11', card } },
      },
      timeline: {
        instructions: [{ addEntries: { entries: [{ entryId: 't', content: { item: { content: { tweet: { id: '1' } } } } }] } }],
      },
    });
    const [first] = page.records;
    assert.ok(first?.kind === 'tweet');
    assert.deepEqual([first.extra.card?.title, first.extra.card?.domain], ['Pears', 'pears.example']);
    for (const key of ['thumbnail', 'thumbnail_large', 'thumbnail_original']) {
      const binding_values = [{ key, value: { image_value: { url: 'https://social.example/a.jpg' } } }];
      const app = { legacy: { name: 'app', binding_values } };
      assert.equal(extraOf({}, { card: app })?.card?.imageUrl, 'https://social.example/a.jpg');
    }
  });

  it("include an account's affiliation and verified identity", () => {
    const about = toAboutAccountRecord({
      rest_id: '11',
      core: { screen_name: 'ada' },
      about_profile: { affiliate_username: 'orchard' },
      verification_info: { is_identity_verified: true },
    });
    assert.deepEqual([about?.['affiliateUsername'], about?.['isIdentityVerified']], ['orchard', true]);
  });

  it('include when a list was created, in milliseconds or seconds', () => {
    const made = (created_at: number): unknown => toListDetails({ id_str: '5', name: 'Five', created_at })?.createdAt;
    assert.deepEqual([made(1_539_202_764_999), made(1_539_202_764)], ['2018-10-10T20:19:24Z', '2018-10-10T20:19:24Z']);
  });
});
