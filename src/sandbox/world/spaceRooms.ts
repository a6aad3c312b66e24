import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import { split } from './language.ts';
import { accountCounts, cast, type Profile } from './profiles.ts';
import { createRandom, type Random } from './random.ts';
import type { Space, SpaceState, SpaceTopic } from './spaceEntities.ts';

const hourMs = 3_600_000;
const subjects = split('maps|bread|night sky|open data|old radios|slow trains|gardens|type and ink|coffee|bird counts');
const shapes = split('Talking about {}|{}: ask us anything|An hour of {}|What is new in {}|Late evening {}');
const topics: readonly SpaceTopic[] = [
  { id: '848920371311001600', name: exampleValues.spaceTopic, description: 'Tools, data and machines' },
  { id: '848920371311001601', name: 'science', description: 'How we know' },
  { id: '848920371311001602', name: 'food', description: 'Bread and more' },
  { id: '848920371311001603', name: 'travel', description: 'Slow and far' },
];
const reserved: readonly (readonly [SpaceState, string])[] = [
  ['live', exampleValues.spaceId],
  ['scheduled', landmarks.scheduledSpaceId],
  ['ended', landmarks.endedSpaceId],
  ['cancelled', landmarks.cancelledSpaceId],
];

/** Makes the audio rooms: some of each state at the clock of the world. */
export function makeSpaces(seed: number, nowMs: number, profiles: readonly Profile[]): readonly Space[] {
  const random = createRandom(seed, 'spaces');
  const states: readonly SpaceState[] = [
    ...reserved.map(([state]) => state),
    ...repeated('live', 13),
    ...repeated('scheduled', 11),
    ...repeated('ended', 14),
    ...repeated('cancelled', 3),
  ];
  return states.map((state, index) => makeSpace(random, nowMs, profiles, state, index));
}

function makeSpace(random: Random, nowMs: number, profiles: readonly Profile[], state: SpaceState, index: number): Space {
  const isExample = index === 0;
  const accountAt = (number: number): string => profiles[number]?.id ?? exampleValues.userId;
  const host = isExample ? cast.hero : random.below(accountCounts.public);
  const startsAtMs = startOf(random, nowMs, state);
  const people = new Set<string>([accountAt(host)]);
  const hostCount = random.between(1, 2);
  while (people.size < hostCount) {
    people.add(accountAt(random.below(accountCounts.public)));
  }
  const hostIds = [...people];
  const speakerCount = random.between(2, 9);
  while (people.size < hostCount + speakerCount) {
    people.add(accountAt(random.below(accountCounts.public)));
  }
  const subject = index % 4 === 0 ? exampleValues.spaceWord : random.pick(subjects);
  const createdAtMs = Math.min(startsAtMs, nowMs) - random.between(2, 90) * hourMs;
  const primary = index % 2 === 0 ? topics[0] : random.pick(topics);
  return {
    id: reserved[index]?.[1] ?? roomId(random),
    title: random.pick(shapes).replace('{}', subject),
    createdAtMs,
    scheduledStartMs: startsAtMs - random.below(5) * 60_000,
    startsAtMs,
    endsAtMs: startsAtMs + (state === 'live' ? 48 : random.between(1, 3)) * hourMs,
    cancelledAtMs: state === 'cancelled' ? createdAtMs + hourMs : undefined,
    creatorId: accountAt(host),
    hostIds,
    speakerIds: [...people].slice(hostIds.length),
    listenerCount: state === 'live' || state === 'ended' ? (isExample ? 240 : random.between(3, 90)) : 0,
    replayWatched: state === 'ended' ? random.below(900) : 0,
    reminderCount: state === 'scheduled' ? random.below(120) : 0,
    isTicketed: random.chance(0.12),
    topics: primary === undefined ? [] : [primary],
  };
}

function startOf(random: Random, nowMs: number, state: SpaceState): number {
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

/** Thirteen letters and digits behind a 1, as rooms are named. */
function roomId(random: Random): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  return `1${Array.from({ length: 12 }, () => letters[random.below(letters.length)]).join('')}`;
}

function repeated(state: SpaceState, times: number): readonly SpaceState[] {
  return Array.from({ length: times }, () => state);
}
