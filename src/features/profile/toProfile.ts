import * as l10n from '@vscode/l10n';
import type {
  AnyRecord,
  CommunityRecord,
  JobRecord,
  ListRecord,
  SpaceRecord,
  UserRecord,
} from '../../client/records/readRecord.ts';
import { getSectionCounts, presentSection, sectionIds } from '../explore/index.ts';
import type { ProfileContent, ProfileFact } from './profileContract.ts';
import { toVerifiedBadge, toTextSegments, toVisibleLine, toVisibleText, toSafeWebAddress } from '../../core/records/toPost.ts';

type ProfileMark = ProfileContent['marks'][number];
type ProfileCount = ProfileContent['counts'][number];

const maxRules = 50;

/** Returns undefined for kinds without a page. Leaves out unknown values and addresses that aren't web links. */
export function toProfile(record: AnyRecord): ProfileContent | undefined {
  switch (record.kind) {
    case 'user':
      return toUserProfile(record);
    case 'list':
      return toListProfile(record);
    case 'community':
      return toCommunityProfile(record);
    case 'space':
      return toSpaceProfile(record);
    case 'job':
      return toJobProfile(record);
    case 'post':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

function toUserProfile(user: UserRecord): ProfileContent {
  const handle = toVisibleLine(user.handle);
  const { listed } = user;
  const lists = listed === undefined ? undefined : listed === 1 ? l10n.t('1 list') : l10n.t('{0} lists', listed);
  return toProfileContent({
    kind: 'user',
    name: user.name ?? user.handle,
    handle,
    badge: toVerifiedBadge(user),
    marks: [
      user.isProtected === true && { title: l10n.t('Protected'), icon: 'lock' },
      user.isAutomated === true && { title: l10n.t('Automated'), icon: 'hubot' },
    ],
    picture: user.avatarUrl,
    banner: user.bannerUrl,
    about: user.bio,
    facts: [
      toTextFact(l10n.t('Location'), user.location),
      toLinkFact(l10n.t('Website'), user.website),
      toTimeFact(l10n.t('Joined'), 'date', user.createdAt),
      toTextFact(l10n.t('Listed in'), lists),
    ],
    counts: toSectionCounts(user),
  });
}

function toListProfile(list: ListRecord): ProfileContent {
  return toProfileContent({
    kind: 'list',
    name: list.name ?? list.id,
    marks: [list.isPrivate === true && { title: l10n.t('Private'), icon: 'lock' }],
    banner: list.bannerUrl,
    about: list.description,
    facts: [toPersonFact(l10n.t('Owner'), list.owner), toTimeFact(l10n.t('Created'), 'date', list.createdAt)],
    counts: toSectionCounts(list),
  });
}

function toCommunityProfile(community: CommunityRecord): ProfileContent {
  const purpose = community.purpose === community.description ? undefined : community.purpose;
  return toProfileContent({
    kind: 'community',
    name: community.name ?? community.id,
    marks: [
      community.isInviteOnly === true && { title: l10n.t('Invite-Only'), icon: null },
      community.isSensitive === true && { title: l10n.t('Sensitive'), icon: null },
    ],
    banner: community.bannerUrl,
    about: [community.description, purpose].filter((part) => part !== undefined && part !== '').join('\n\n'),
    facts: [
      toPersonFact(l10n.t('Admin'), community.admin),
      toTextFact(l10n.t('Join Policy'), community.joinPolicy),
      toTimeFact(l10n.t('Created'), 'date', community.createdAt),
    ],
    counts: toSectionCounts(community),
    rules: community.rules,
  });
}

function toSpaceProfile(space: SpaceRecord): ProfileContent {
  const states = new Map([
    ['live', l10n.t('Live')],
    ['scheduled', l10n.t('Scheduled')],
    ['ended', l10n.t('Ended')],
    ['cancelled', l10n.t('Canceled')],
  ]);
  const state = states.get(space.state?.toLowerCase() ?? '');
  return toProfileContent({
    kind: 'space',
    name: space.title ?? space.id,
    marks: [
      state !== undefined && { title: state, icon: null },
      space.isTicketed === true && { title: l10n.t('Ticketed'), icon: null },
    ],
    facts: [
      toPersonFact(l10n.t('Host'), space.host),
      toTextFact(l10n.t('Topics'), space.topics?.join(', ')),
      toTimeFact(l10n.t('Scheduled'), 'time', space.scheduledStart),
      toTimeFact(l10n.t('Started'), 'time', space.startedAt),
      toTimeFact(l10n.t('Ended'), 'time', space.endedAt),
    ],
    counts: [
      ...toSectionCounts(space),
      toProfileCount('reminders', l10n.t('Reminders'), space.reminders),
      toProfileCount('replays', l10n.t('Replays'), space.replays),
    ],
  });
}

function toJobProfile(job: JobRecord): ProfileContent {
  return toProfileContent({
    kind: 'job',
    name: job.title ?? job.id,
    marks: [],
    facts: [
      toTextFact(l10n.t('Company'), job.company),
      toTextFact(l10n.t('Location'), job.location),
      toTextFact(l10n.t('Salary'), job.salary),
      toTimeFact(l10n.t('Created'), 'date', job.createdAt),
      toLinkFact(l10n.t('Website'), job.url),
    ],
    counts: [],
  });
}

interface ProfileParts {
  readonly kind: ProfileContent['kind'];
  readonly name: string | undefined;
  readonly handle?: string | null;
  readonly badge?: ProfileContent['badge'];
  readonly marks: readonly (ProfileMark | false)[];
  readonly picture?: string | undefined;
  readonly banner?: string | undefined;
  readonly about?: string | undefined;
  readonly facts: readonly (ProfileFact | undefined)[];
  readonly counts: readonly (ProfileCount | undefined)[];
  readonly rules?: readonly string[] | undefined;
}

function toProfileContent(parts: ProfileParts): ProfileContent {
  const { about = '', rules = [] } = parts;
  return {
    kind: parts.kind,
    name: toVisibleLine(parts.name) ?? '',
    handle: parts.handle ?? null,
    badge: parts.badge ?? null,
    marks: parts.marks.filter((mark) => mark !== false),
    picture: toSafeWebAddress(parts.picture) ?? null,
    banner: toSafeWebAddress(parts.banner) ?? null,
    about: about === '' ? [] : toTextSegments(about),
    facts: parts.facts.filter((fact) => fact !== undefined),
    counts: parts.counts.filter((count) => count !== undefined),
    rules: rules.slice(0, maxRules).map((rule) => toVisibleText(rule) ?? ''),
  };
}

function toSectionCounts(record: AnyRecord): readonly (ProfileCount | undefined)[] {
  return sectionIds.map((id) => toProfileCount(id, presentSection(id).title, getSectionCounts(record)[id]));
}

function toProfileCount(section: string, title: string, value: number | undefined): ProfileCount | undefined {
  const count = Math.trunc(value ?? Number.NaN);
  return Number.isSafeInteger(count) ? { section, title, count } : undefined;
}

function toTextFact(title: string, value: string | undefined): ProfileFact | undefined {
  const line = toVisibleLine(value) ?? '';
  return line === '' ? undefined : { title, as: 'text', text: line, url: null };
}

function toTimeFact(title: string, as: 'time' | 'date', value: string | undefined): ProfileFact | undefined {
  return value === undefined || Number.isNaN(Date.parse(value)) ? undefined : { title, as, text: value, url: null };
}

function toPersonFact(title: string, user: UserRecord | undefined): ProfileFact | undefined {
  const handle = toVisibleLine(user?.handle) ?? '';
  return /^\w{1,50}$/.test(handle) ? { title, as: 'user', text: handle, url: null } : toTextFact(title, user?.name);
}

function toLinkFact(title: string, address: string | undefined): ProfileFact | undefined {
  const url = toSafeWebAddress(address);
  const [segment] = url === undefined ? [] : toTextSegments(url);
  return segment?.kind === 'link' ? { title, as: 'link', text: segment.text, url: segment.url } : toTextFact(title, address);
}
