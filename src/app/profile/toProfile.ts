import type { AnyRecord, CommunityRecord, JobRecord, ListRecord, SpaceRecord } from '../../client/records/readRecord.ts';
import type { UserRecord } from '../../client/records/readUser.ts';
import type { ProfileContent } from '../../protocol/profileContract.ts';
import { toVerifiedBadge, toTextSegments, toVisibleLine, toVisibleText, toSafeWebAddress } from '../post/toPost.ts';

type Fact = ProfileContent['facts'][number];
type Mark = ProfileContent['marks'][number];
type Count = ProfileContent['counts'][number];

/** The most rules that a community is shown with. */
const maxRules = 50;

/**
 * A record as a page of its own shows it; undefined for a kind that has none. What the service does not report is left out, never 0.
 * Addresses that are no web addresses are left out, and all that is foreign is fit to be shown.
 */
export function toProfile(record: AnyRecord): ProfileContent | undefined {
  switch (record.kind) {
    case 'user':
      return ofUser(record);
    case 'list':
      return ofList(record);
    case 'community':
      return ofCommunity(record);
    case 'space':
      return ofSpace(record);
    case 'job':
      return ofJob(record);
    case 'post':
    case 'trend':
    case 'place':
    case 'hashtagPoint':
    case 'handleState':
    case 'other':
      return undefined;
  }
}

function ofUser(user: UserRecord): ProfileContent {
  const handle = toVisibleLine(user.handle);
  return profile({
    kind: 'user',
    name: user.name ?? user.handle,
    handle,
    marks: [toVerifiedBadge(user), user.isProtected === true && 'protected', user.isAutomated === true && 'automated'],
    picture: user.avatarUrl,
    banner: user.bannerUrl,
    about: user.bio,
    facts: [text('location', user.location), link('website', user.website), time('joined', user.createdAt)],
    counts: [
      count('posts', user.posts),
      count('followers', user.followers),
      count('following', user.following),
      count('likes', user.likes),
      count('media', user.media),
      count('listed', user.listed),
    ],
  });
}

function ofList(list: ListRecord): ProfileContent {
  return profile({
    kind: 'list',
    name: list.name ?? list.id,
    marks: [list.isPrivate === true && 'private'],
    banner: list.bannerUrl,
    about: list.description,
    facts: [person('owner', list.owner), time('created', list.createdAt)],
    counts: [count('members', list.members), count('followers', list.followers)],
  });
}

function ofCommunity(community: CommunityRecord): ProfileContent {
  const purpose = community.purpose === community.description ? undefined : community.purpose;
  return profile({
    kind: 'community',
    name: community.name ?? community.id,
    marks: [community.isInviteOnly === true && 'inviteOnly', community.isSensitive === true && 'sensitive'],
    banner: community.bannerUrl,
    about: [community.description, purpose].filter((part) => part !== undefined && part !== '').join('\n\n'),
    facts: [person('admin', community.admin), text('joinPolicy', community.joinPolicy), time('created', community.createdAt)],
    counts: [count('members', community.members), count('moderators', community.moderators)],
    rules: community.rules,
  });
}

function ofSpace(space: SpaceRecord): ProfileContent {
  const state = (['live', 'scheduled', 'ended', 'cancelled'] as const).find((one) => one === space.state?.toLowerCase());
  return profile({
    kind: 'space',
    name: space.title ?? space.id,
    marks: [state, space.isTicketed === true && 'ticketed'],
    facts: [
      person('host', space.host),
      text('topics', space.topics?.join(', ')),
      time('scheduledStart', space.scheduledStart),
      time('started', space.startedAt),
      time('endedAt', space.endedAt),
    ],
    counts: [count('participants', space.participants), count('reminders', space.reminders), count('replays', space.replays)],
  });
}

function ofJob(job: JobRecord): ProfileContent {
  return profile({
    kind: 'job',
    name: job.title ?? job.id,
    marks: [],
    facts: [
      text('company', job.company),
      text('location', job.location),
      text('salary', job.salary),
      time('created', job.createdAt),
      link('website', job.url),
    ],
    counts: [],
  });
}

/** What a kind of record says of itself, as it came. */
interface Parts {
  readonly kind: ProfileContent['kind'];
  readonly name: string | undefined;
  readonly handle?: string | null;
  readonly marks: readonly (Mark | false | null | undefined)[];
  readonly picture?: string | undefined;
  readonly banner?: string | undefined;
  readonly about?: string | undefined;
  readonly facts: readonly (Fact | undefined)[];
  readonly counts: readonly (Count | undefined)[];
  readonly rules?: readonly string[] | undefined;
}

function profile({ kind, name, handle = null, marks, picture, banner, about, facts, counts, rules }: Parts): ProfileContent {
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

function count(counted: Count['counted'], value: number | undefined): Count | undefined {
  return value === undefined || !Number.isSafeInteger(Math.trunc(value)) ? undefined : { counted, count: Math.trunc(value) };
}

function text(fact: Fact['fact'], value: string | undefined): Fact | undefined {
  const line = toVisibleLine(value) ?? '';
  return line === '' ? undefined : { fact, as: 'text', text: line, url: null };
}

function time(fact: Fact['fact'], value: string | undefined): Fact | undefined {
  return value === undefined || Number.isNaN(Date.parse(value)) ? undefined : { fact, as: 'time', text: value, url: null };
}

function person(fact: Fact['fact'], user: UserRecord | undefined): Fact | undefined {
  const handle = toVisibleLine(user?.handle) ?? '';
  return /^\w{1,50}$/.test(handle) ? { fact, as: 'user', text: handle, url: null } : text(fact, user?.name);
}

/** An address with the host that it leads to, whatever words stand for it. */
function link(fact: Fact['fact'], address: string | undefined): Fact | undefined {
  const url = toSafeWebAddress(address);
  const [segment] = url === undefined ? [] : toTextSegments(url);
  return segment?.kind === 'link' ? { fact, as: 'link', text: segment.text, url: segment.url } : text(fact, address);
}
