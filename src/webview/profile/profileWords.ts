import * as l10n from '@vscode/l10n';
import type { ProfileContent } from '../../protocol/profileContract.ts';
import type { IconName } from '../components/icon.ts';

/** What each kind of thing is. */
export const profileKindTitles: Readonly<Record<ProfileContent['kind'], string>> = {
  user: l10n.t('User'),
  list: l10n.t('List'),
  community: l10n.t('Community'),
  space: l10n.t('Space'),
  job: l10n.t('Job'),
};

/** What a mark means; one with a glyph is drawn as that beside the name, the others as words. */
export const profileMarkLabels: Readonly<
  Record<ProfileContent['marks'][number], { readonly title: string; readonly glyph?: IconName | undefined }>
> = {
  verified: { title: l10n.t('Verified'), glyph: 'verified-filled' },
  business: { title: l10n.t('Verified organization'), glyph: 'organization' },
  government: { title: l10n.t('Verified government account'), glyph: 'law' },
  protected: { title: l10n.t('Protected account'), glyph: 'lock' },
  automated: { title: l10n.t('Automated account'), glyph: 'hubot' },
  private: { title: l10n.t('Private'), glyph: 'lock' },
  inviteOnly: { title: l10n.t('By invitation only') },
  sensitive: { title: l10n.t('Sensitive') },
  live: { title: l10n.t('Live') },
  scheduled: { title: l10n.t('Scheduled') },
  ended: { title: l10n.t('Ended') },
  cancelled: { title: l10n.t('Cancelled') },
  ticketed: { title: l10n.t('Ticketed') },
};

export const profileFactTitles: Readonly<Record<ProfileContent['facts'][number]['fact'], string>> = {
  location: l10n.t('Location'),
  website: l10n.t('Website'),
  owner: l10n.t('Owner'),
  admin: l10n.t('Admin'),
  host: l10n.t('Host'),
  company: l10n.t('Company'),
  salary: l10n.t('Salary'),
  joinPolicy: l10n.t('Who can join'),
  topics: l10n.t('Topics'),
  joined: l10n.t('Joined'),
  created: l10n.t('Created'),
  scheduledStart: l10n.t('Scheduled for'),
  started: l10n.t('Started'),
  endedAt: l10n.t('Ended'),
};

export const profileCountTitles: Readonly<Record<ProfileContent['counts'][number]['counted'], string>> = {
  posts: l10n.t('posts'),
  followers: l10n.t('followers'),
  following: l10n.t('following'),
  likes: l10n.t('likes'),
  media: l10n.t('media'),
  listed: l10n.t('on lists'),
  members: l10n.t('members'),
  moderators: l10n.t('moderators'),
  participants: l10n.t('people'),
  reminders: l10n.t('reminders'),
  replays: l10n.t('replays'),
};
