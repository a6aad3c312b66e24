import assert from 'node:assert/strict';
import { toProfile } from '../../../../src/features/profile/toProfile.ts';
import { readRecord } from '../../../../src/client/records/readRecord.ts';
import type { RecordKind } from '../../../../src/client/endpoint.ts';

const profileOf = (kind: RecordKind, value: unknown) => toProfile(readRecord(kind, value));

describe('toProfile', () => {
  it('shows a user with badge, bio, facts, and counts', () => {
    const profile = profileOf('user', {
      id: '12',
      username: 'ada_writes',
      name: 'Ada',
      description: 'Writes. See https://ada.example and @bob',
      location: 'London',
      url: 'https://ada.example/about',
      createdAt: '2022-03-05T10:00:00.000Z',
      avatarUrl: 'https://pictures.example/a.png',
      verified: true,
      verifiedType: 'Business',
      protected: true,
      counts: { followers: 330, following: 96, tweets: 88, listed: 1 },
    });
    assert.ok(profile);
    assert.equal(profile.badge, 'business');
    assert.deepEqual(profile.marks, [{ title: 'Protected', icon: 'lock' }]);
    assert.deepEqual(
      profile.about.map(({ kind }) => kind),
      ['text', 'link', 'text', 'mention'],
    );
    assert.deepEqual(
      profile.facts.map(({ title, as, text }) => `${title} ${as} ${text}`),
      ['Location text London', 'Website link ada.example/about', 'Joined date 2022-03-05T10:00:00.000Z', 'Listed in text 1 list'],
    );
    assert.deepEqual(
      profile.counts.map(({ section, title, count }) => `${count} ${title} ${section}`),
      ['88 Posts and Replies postsAndReplies', '330 Followers followers', '96 Following following'],
    );
    assert.equal(profile.picture, 'https://pictures.example/a.png');
    assert.equal(profile.banner, null);
  });

  it('shows a list with its owner, a community with its rules, a Space with its state', () => {
    const list = profileOf('list', { id: '7', name: 'Tides', owner: { username: 'ada' }, private: true, memberCount: 0 });
    assert.deepEqual(
      [list?.marks[0]?.title, list?.facts[0]?.text, list?.counts],
      ['Private', 'ada', [{ section: 'members', title: 'Members', count: 0 }]],
    );
    const community = profileOf('community', {
      id: '8',
      name: 'Sea',
      description: 'a',
      purpose: 'a',
      rules: [{ name: 'Be kind' }],
    });
    assert.deepEqual([community?.rules, community?.about.length], [['Be kind'], 1]);
    const space = profileOf('space', {
      id: '9',
      title: 'Talk',
      state: 'Live',
      creator: { name: 'No handle' },
      topics: ['a', 'b'],
    });
    assert.deepEqual(
      [space?.marks[0]?.title, space?.facts.map(({ as, text }) => `${as} ${text}`)],
      ['Live', ['text No handle', 'text a, b']],
    );
  });

  it('leaves out missing values, invalid times, and addresses that aren’t web links', () => {
    const profile = profileOf('user', { username: 'a', url: 'javascript:alert(1)', bannerUrl: 'file:///etc', createdAt: 'soon' });
    assert.deepEqual(profile?.counts, []);
    assert.deepEqual(profile?.facts, [{ title: 'Website', as: 'text', text: 'javascript:alert(1)', url: null }]);
    assert.equal(profile?.banner, null);
    assert.equal(profile?.name, 'a');
  });

  it('removes control characters from names and shortens them', () => {
    const profile = profileOf('user', { username: 'a', name: `gpj.\u202eexe${'x'.repeat(5_000)}`, location: 'a\u0000b\nc' });
    assert.ok(profile && profile.name.length <= 300 && !profile.name.includes('\u202e'));
    assert.equal(profile.facts[0]?.text, 'ab c');
  });

  it('never throws, no matter what a response contains', () => {
    const odd = [null, 3, 'text', [], { id: 7, name: 5, counts: { followers: 1e300 }, rules: [1, null, {}] }];
    for (const kind of ['user', 'list', 'community', 'space', 'job'] as const) {
      for (const value of odd) {
        assert.equal(profileOf(kind, value)?.kind, kind);
      }
    }
  });

  it('returns undefined for kinds without a page', () => {
    assert.equal(profileOf('post', { id: '1' }), undefined);
    assert.equal(profileOf('trend', { name: 'a' }), undefined);
  });
});
