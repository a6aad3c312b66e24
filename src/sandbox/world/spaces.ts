import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import type { PostIndex } from './postIndex.ts';
import { accountCountByState, namedAccountNumbers, pickRandomAccountNumbers, type AccountProfile } from './profiles.ts';
import { createRandom, hashText, type Random } from './random.ts';
import type { Account } from './accounts.ts';
import words from './texts/words.json' with { type: 'json' };

const hourMs = 3_600_000;
const { subjects, shapes } = words.spaces;
const topics = [
  { id: '848920371311001600', name: exampleValues.spaceTopic, description: 'Tools, data and machines' },
  { id: '848920371311001601', name: 'science', description: 'How we know' },
  { id: '848920371311001602', name: 'food', description: 'Bread and more' },
  { id: '848920371311001603', name: 'travel', description: 'Slow and far' },
];

type WorldSpaceState = 'scheduled' | 'live' | 'ended' | 'cancelled';

const reservedSpaceStatesAndIds: readonly (readonly [WorldSpaceState, string])[] = [
  ['live', exampleValues.spaceId],
  ['scheduled', landmarks.scheduledSpaceId],
  ['ended', landmarks.endedSpaceId],
  ['cancelled', landmarks.cancelledSpaceId],
];

export type WorldSpace = ReturnType<typeof makeSpaces>[number];

export function makeSpaces(nowMs: number, profiles: readonly AccountProfile[]) {
  const random = createRandom('spaces');
  const states: readonly WorldSpaceState[] = [
    ...reservedSpaceStatesAndIds.map(([state]) => state),
    ...Array<WorldSpaceState>(13).fill('live'),
    ...Array<WorldSpaceState>(11).fill('scheduled'),
    ...Array<WorldSpaceState>(14).fill('ended'),
    ...Array<WorldSpaceState>(3).fill('cancelled'),
  ];
  const accountAt = (number: number): string => profiles[number]?.id ?? exampleValues.userId;
  return states.map((state, index) => {
    const isExample = index === 0;
    const host = isExample ? namedAccountNumbers.hero : random.below(accountCountByState.public);
    const startsAtMs = pickRandomSpaceStartMs(random, nowMs, state);
    const hosts = pickRandomAccountNumbers(random, random.between(1, 2), [host]);
    const people = pickRandomAccountNumbers(random, hosts.length + random.between(2, 9), hosts);
    const subject = index % 4 === 0 ? exampleValues.spaceWord : random.pick(subjects);
    const createdAtMs = Math.min(startsAtMs, nowMs) - random.between(2, 90) * hourMs;
    const primary = index % 2 === 0 ? topics[0] : random.pick(topics);
    return {
      id: reservedSpaceStatesAndIds[index]?.[1] ?? createSpaceId(random),
      title: random.pick(shapes).replace('{}', subject),
      createdAtMs,
      scheduledStartMs: startsAtMs - random.below(5) * 60_000,
      startsAtMs,
      endsAtMs: startsAtMs + (state === 'live' ? 48 : random.between(1, 3)) * hourMs,
      cancelledAtMs: state === 'cancelled' ? createdAtMs + hourMs : undefined,
      creatorId: accountAt(host),
      hostIds: hosts.map(accountAt),
      speakerIds: people.slice(hosts.length).map(accountAt),
      listenerCount: state === 'live' || state === 'ended' ? (isExample ? 240 : random.between(3, 90)) : 0,
      replayWatched: state === 'ended' ? random.below(900) : 0,
      reminderCount: state === 'scheduled' ? random.below(120) : 0,
      isTicketed: random.chance(0.12),
      topics: primary === undefined ? [] : [primary],
    };
  });
}

function pickRandomSpaceStartMs(random: Random, nowMs: number, state: WorldSpaceState): number {
  switch (state) {
    case 'live':
      return nowMs - random.between(5, 110) * 60_000;
    case 'scheduled':
      return nowMs + random.between(1, 300) * hourMs;
    case 'ended':
    case 'cancelled':
      return nowMs - random.between(12, 2000) * hourMs;
  }
}

function createSpaceId(random: Random): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  return `1${Array.from({ length: 12 }, () => letters[random.below(letters.length)]).join('')}`;
}

type SpaceRole = 'host' | 'speaker' | 'listener';

export function createSpaceAccessors(
  spaces: Lazy<readonly WorldSpace[]>,
  index: Lazy<PostIndex>,
  account: (id: string) => Account | undefined,
  at: (number: number) => Account,
) {
  const byId = once(() => new Map(spaces().map((space) => [space.id, space])));
  return {
    space: (id: string) => byId().get(id),
    spaces,
    spacePeople: (id: string, role: SpaceRole) => {
      const space = byId().get(id);
      return space === undefined ? [] : listSpacePeople(space, role, account, at);
    },
    spacePosts: (id: string) => index().bySpace().get(id)?.map(index().book.write) ?? [],
  };
}

function listSpacePeople(
  space: WorldSpace,
  role: SpaceRole,
  account: (id: string) => Account | undefined,
  at: (number: number) => Account,
) {
  const people =
    role === 'listener'
      ? pickListenerNumbers(space, at).map(at)
      : (role === 'host' ? space.hostIds : space.speakerIds).flatMap((id) => account(id) ?? []);
  return people.map((person) => {
    const lateMs = role === 'host' ? 0 : (hashText(`${space.id} ${person.id}`) % 300) * 1000;
    return { account: person, role, sinceMs: space.startsAtMs + lateMs };
  });
}

/** Consecutive account numbers, without hosts and speakers. */
function pickListenerNumbers(space: WorldSpace, at: (number: number) => Account): readonly number[] {
  const start = createRandom(space.id).below(accountCountByState.public);
  const speaking = new Set([...space.hostIds, ...space.speakerIds]);
  return Array.from({ length: accountCountByState.public }, (_, offset) => (start + offset) % accountCountByState.public)
    .filter((number) => !speaking.has(at(number).id))
    .slice(0, space.listenerCount);
}

/** Assumption 7.16; gateway reference, States. */
export function getSpaceState(space: WorldSpace, nowMs: number): WorldSpaceState {
  if (space.cancelledAtMs !== undefined && space.cancelledAtMs <= nowMs) return 'cancelled';
  if (nowMs < space.startsAtMs) return 'scheduled';
  return nowMs < space.endsAtMs ? 'live' : 'ended';
}
