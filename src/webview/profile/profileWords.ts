import type { Profile } from '../../protocol/profileContract.ts';
import type { IconName } from '../components/icon.ts';
import { t } from '../shared/translate.ts';

/** What each kind of thing is. */
export const kindTitles: Readonly<Record<Profile['kind'], string>> = {
  user: t('User'),
  list: t('List'),
  community: t('Community'),
  space: t('Space'),
  job: t('Job'),
};

/** What a mark means; one with a glyph is drawn as that beside the name, the others as words. */
export const markSigns: Readonly<
  Record<Profile['marks'][number], { readonly title: string; readonly glyph?: IconName | undefined }>
> = {
  verified: { title: t('Verified'), glyph: 'verified-filled' },
  business: { title: t('Verified organization'), glyph: 'organization' },
  government: { title: t('Verified government account'), glyph: 'law' },
  protected: { title: t('Protected account'), glyph: 'lock' },
  automated: { title: t('Automated account'), glyph: 'hubot' },
  private: { title: t('Private'), glyph: 'lock' },
  inviteOnly: { title: t('By invitation only') },
  sensitive: { title: t('Sensitive') },
  live: { title: t('Live') },
  scheduled: { title: t('Scheduled') },
  ended: { title: t('Ended') },
  cancelled: { title: t('Cancelled') },
  ticketed: { title: t('Ticketed') },
};

export const factTitles: Readonly<Record<Profile['facts'][number]['fact'], string>> = {
  location: t('Location'),
  website: t('Website'),
  owner: t('Owner'),
  admin: t('Admin'),
  host: t('Host'),
  company: t('Company'),
  salary: t('Salary'),
  joinPolicy: t('Who can join'),
  topics: t('Topics'),
  joined: t('Joined'),
  created: t('Created'),
  scheduledStart: t('Scheduled for'),
  started: t('Started'),
  endedAt: t('Ended'),
};

export const countTitles: Readonly<Record<Profile['counts'][number]['counted'], string>> = {
  posts: t('posts'),
  followers: t('followers'),
  following: t('following'),
  likes: t('likes'),
  media: t('media'),
  listed: t('on lists'),
  members: t('members'),
  moderators: t('moderators'),
  participants: t('people'),
  reminders: t('reminders'),
  replays: t('replays'),
};
