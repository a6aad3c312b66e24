import type { AnyRecord, CommunityRecord, JobRecord, ListRecord, SpaceRecord } from '../../client/records/readRecord.ts';
import type { UserRecord } from '../../client/records/readUser.ts';
import type { ProfileContent } from '../../protocol/profileContract.ts';
import { toVerifiedBadge, toTextSegments, toVisibleLine, toVisibleText, toSafeWebAddress } from '../post/toPost.ts';

type ProfileFact = ProfileContent['facts'][number];
type ProfileMark = ProfileContent['marks'][number];
type ProfileCount = ProfileContent['counts'][number];

const maxRules = 50;

/**
 * A record as a page of its own shows it; undefined for a kind that has none. What the service does not report is left out, never 0.
 * Addresses that are no web addresses are left out, and all that is foreign is fit to be shown.
 */
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
  return toProfileContent({
    kind: 'user',
    name: user.name ?? user.handle,
    handle,
    marks: [toVerifiedBadge(user), user.isProtected === true && 'protected', user.isAutomated === true && 'automated'],
    picture: user.avatarUrl,
    banner: user.bannerUrl,
    about: user.bio,
    facts: [toTextFact('location', user.location), toLinkFact('website', user.website), toTimeFact('joined', user.createdAt)],
    counts: [
      toProfileCount('posts', user.posts),
      toProfileCount('followers', user.followers),
      toProfileCount('following', user.following),
      toProfileCount('likes', user.likes),
      toProfileCount('media', user.media),
      toProfileCount('listed', user.listed),
    ],
  });
}

function toListProfile(list: ListRecord): ProfileContent {
  return toProfileContent({
    kind: 'list',
    name: list.name ?? list.id,
    marks: [list.isPrivate === true && 'private'],
    banner: list.bannerUrl,
    about: list.description,
    facts: [toPersonFact('owner', list.owner), toTimeFact('created', list.createdAt)],
    counts: [toProfileCount('members', list.members), toProfileCount('followers', list.followers)],
  });
}

function toCommunityProfile(community: CommunityRecord): ProfileContent {
  const purpose = community.purpose === community.description ? undefined : community.purpose;
  return toProfileContent({
    kind: 'community',
    name: community.name ?? community.id,
    marks: [community.isInviteOnly === true && 'inviteOnly', community.isSensitive === true && 'sensitive'],
    banner: community.bannerUrl,
    about: [community.description, purpose].filter((part) => part !== undefined && part !== '').join('\n\n'),
    facts: [
      toPersonFact('admin', community.admin),
      toTextFact('joinPolicy', community.joinPolicy),
      toTimeFact('created', community.createdAt),
    ],
    counts: [toProfileCount('members', community.members), toProfileCount('moderators', community.moderators)],
    rules: community.rules,
  });
}

function toSpaceProfile(space: SpaceRecord): ProfileContent {
  const state = (['live', 'scheduled', 'ended', 'cancelled'] as const).find((one) => one === space.state?.toLowerCase());
  return toProfileContent({
    kind: 'space',
    name: space.title ?? space.id,
    marks: [state, space.isTicketed === true && 'ticketed'],
    facts: [
      toPersonFact('host', space.host),
      toTextFact('topics', space.topics?.join(', ')),
      toTimeFact('scheduledStart', space.scheduledStart),
      toTimeFact('started', space.startedAt),
      toTimeFact('endedAt', space.endedAt),
    ],
    counts: [
      toProfileCount('participants', space.participants),
      toProfileCount('reminders', space.reminders),
      toProfileCount('replays', space.replays),
    ],
  });
}

function toJobProfile(job: JobRecord): ProfileContent {
  return toProfileContent({
    kind: 'job',
    name: job.title ?? job.id,
    marks: [],
    facts: [
      toTextFact('company', job.company),
      toTextFact('location', job.location),
      toTextFact('salary', job.salary),
      toTimeFact('created', job.createdAt),
      toLinkFact('website', job.url),
    ],
    counts: [],
  });
}

interface ProfileParts {
  readonly kind: ProfileContent['kind'];
  readonly name: string | undefined;
  readonly handle?: string | null;
  readonly marks: readonly (ProfileMark | false | null | undefined)[];
  readonly picture?: string | undefined;
  readonly banner?: string | undefined;
  readonly about?: string | undefined;
  readonly facts: readonly (ProfileFact | undefined)[];
  readonly counts: readonly (ProfileCount | undefined)[];
  readonly rules?: readonly string[] | undefined;
}

function toProfileContent({
  kind,
  name,
  handle = null,
  marks,
  picture,
  banner,
  about,
  facts,
  counts,
  rules,
}: ProfileParts): ProfileContent {
  return {
    kind,
    name: toVisibleLine(name) ?? '',
    handle,
    marks: marks.filter((mark) => mark !== undefined && mark !== null && mark !== false),
    picture: toSafeWebAddress(picture) ?? null,
    banner: toSafeWebAddress(banner) ?? null,
    about: about === undefined || about === '' ? [] : [...toTextSegments(about)],
    facts: facts.filter((fact) => fact !== undefined),
    counts: counts.filter((one) => one !== undefined),
    rules: (rules ?? []).slice(0, maxRules).map((rule) => toVisibleText(rule) ?? ''),
  };
}

function toProfileCount(counted: ProfileCount['counted'], value: number | undefined): ProfileCount | undefined {
  return value === undefined || !Number.isSafeInteger(Math.trunc(value)) ? undefined : { counted, count: Math.trunc(value) };
}

function toTextFact(fact: ProfileFact['fact'], value: string | undefined): ProfileFact | undefined {
  const line = toVisibleLine(value) ?? '';
  return line === '' ? undefined : { fact, as: 'text', text: line, url: null };
}

function toTimeFact(fact: ProfileFact['fact'], value: string | undefined): ProfileFact | undefined {
  return value === undefined || Number.isNaN(Date.parse(value)) ? undefined : { fact, as: 'time', text: value, url: null };
}

function toPersonFact(fact: ProfileFact['fact'], user: UserRecord | undefined): ProfileFact | undefined {
  const handle = toVisibleLine(user?.handle) ?? '';
  return /^\w{1,50}$/.test(handle) ? { fact, as: 'user', text: handle, url: null } : toTextFact(fact, user?.name);
}

/** An address with the host that it leads to, whatever words stand for it. */
function toLinkFact(fact: ProfileFact['fact'], address: string | undefined): ProfileFact | undefined {
  const url = toSafeWebAddress(address);
  const [segment] = url === undefined ? [] : toTextSegments(url);
  return segment?.kind === 'link' ? { fact, as: 'link', text: segment.text, url: segment.url } : toTextFact(fact, address);
}
