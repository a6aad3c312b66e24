import { hasFormat } from '../../client/search/formats.ts';
import { textTest } from '../world/search/textMatch.ts';
import { toIsoSeconds } from '../world/snowflake.ts';
import type { Space, SpacePerson, World } from '../world/world.ts';
import { spaceStateAt } from '../world/spaces.ts';
import type { Answerer, Question } from './answer.ts';
import { firstResults, foundById, requiredText } from './gatewayPages.ts';
import { gatewayUserOf, toGatewayTweet, toGatewayUser } from './gatewayRecords.ts';
import { body, choice, flag, limitHint } from './hints.ts';

const states = ['live', 'scheduled', 'ended'] as const;

/** Gateway reference, Audio rooms (Spaces). */
export const space: Answerer = (question) =>
  foundById(question, 'space_id', question.world.space, (found) => body(toSpace(question.world, found)));

/** Gateway reference, Audio rooms (Spaces). */
export const spacesSearch: Answerer = (question) =>
  requiredText(question, 'q', (q) => {
    const holds = textTest(q);
    const state = choice(question, 'state', states, 'live');
    const found = roomsOf(
      question,
      (room) => spaceStateAt(room, question.world.nowMs) === state && holds(room.title.toLowerCase()),
    );
    return firstResults(question, found, (room) => toSummary(question.world, room));
  });

/** Gateway reference, Audio rooms (Spaces): `limit` counts hosts first, then speakers, then listeners; totals are unfiltered (decision 7.14). */
export const spaceParticipants: Answerer = (question) => {
  const { world } = question;
  return foundById(question, 'space_id', world.space, (found) => {
    const role = choice(question, 'role', ['host', 'speaker', 'listener'], undefined);
    const counts = { host: found.hostIds.length, speaker: found.speakerIds.length, listener: found.listenerCount };
    let room = limitHint(question, 100, 1000);
    const take = (wanted: SpacePerson['role']): readonly SpacePerson[] => {
      const people = role === undefined || role === wanted ? world.spacePeople(found.id, wanted).slice(0, room) : [];
      room -= people.length;
      return people;
    };
    const hosts = take('host').map((person) => toGatewayUser(person.account));
    const speakers = take('speaker').map((person) => ({
      ...toGatewayUser(person.account),
      invited_at: toIsoSeconds(person.sinceMs),
    }));
    const listeners = take('listener').map((person) => ({
      ...toGatewayUser(person.account),
      joined_at: toIsoSeconds(person.sinceMs),
    }));
    return body({
      hosts,
      speakers,
      listeners,
      meta: {
        total_participants: participantsOf(found),
        host_count: counts.host,
        speaker_count: counts.speaker,
        listener_count: counts.listener,
      },
    });
  });
};

/** Gateway reference, Audio rooms (Spaces): every state unless one is named (decision 7.15). */
export const userSpaces: Answerer = (question) => {
  const { world } = question;
  return foundById(question, 'user_id', world.account, (account) => {
    const state = choice(question, 'state', states, undefined);
    const role = choice(question, 'role', ['host', 'speaker', 'participant'], undefined);
    const found = roomsOf(question, (room) => state === undefined || spaceStateAt(room, world.nowMs) === state)
      .map((room) => ({ room, userRole: roleIn(world, room, account.id) }))
      .filter((entry) => entry.userRole !== undefined && (role === undefined || entry.userRole === role));
    return firstResults(question, found, ({ room, userRole }) => ({
      ...toSummary(world, room),
      user_role: userRole,
    }));
  });
};

/** Gateway reference, Audio rooms (Spaces). */
export const spaceTweets: Answerer = (question) =>
  foundById(question, 'space_id', question.world.space, (found) => {
    const posts = question.world.spacePosts(found.id).slice(0, limitHint(question, 20, 100));
    const share = { space_id: found.id, title: found.title };
    return body({ data: posts.map((post) => ({ ...toGatewayTweet(question.world, post), space_share: share })) });
  });

/** Gateway reference, Audio rooms (Spaces): the next to start comes first. */
export const spacesScheduled: Answerer = (question) => {
  const { world } = question;
  const from = moment(question, 'from') ?? Number.NEGATIVE_INFINITY;
  const to = moment(question, 'to') ?? Number.POSITIVE_INFINITY;
  const found = roomsOf(question, (room) => spaceStateAt(room, world.nowMs) === 'scheduled' && isAbout(question, room))
    .filter((room) => room.scheduledStartMs >= from && room.scheduledStartMs < to)
    .sort((left, right) => left.scheduledStartMs - right.scheduledStartMs);
  return firstResults(question, found, (room) => toSummary(world, room));
};

/** Gateway reference, Audio rooms (Spaces): the fullest comes first. */
export const spacesLive: Answerer = (question) => {
  const { world, texts } = question;
  const least = hasFormat(texts['min_participants'] ?? '', 'count') ? Number(texts['min_participants']) : 0;
  const verifiedOnly = flag(question, 'verified_hosts_only');
  const found = roomsOf(question, (room) => spaceStateAt(room, world.nowMs) === 'live' && isAbout(question, room))
    .filter((room) => participantsOf(room) >= least && (!verifiedOnly || world.account(room.creatorId)?.record.verified === true))
    .sort((left, right) => participantsOf(right) - participantsOf(left));
  return body({ data: found.slice(0, limitHint(question, 20, 100)).map((room) => toSummary(world, room)) });
};

function roomsOf(question: Question, isWanted: (room: Space) => boolean): Space[] {
  return question.world.spaces().filter(isWanted);
}

function isAbout(question: Question, room: Space): boolean {
  const topic = question.texts['topic']?.trim().toLowerCase();
  return (
    topic === undefined || room.title.toLowerCase().includes(topic) || room.topics.some((one) => one.name.toLowerCase() === topic)
  );
}

function roleIn(world: World, room: Space, accountId: string): 'host' | 'speaker' | 'participant' | undefined {
  if (room.hostIds.includes(accountId)) {
    return 'host';
  }
  if (room.speakerIds.includes(accountId)) {
    return 'speaker';
  }
  return world.spacePeople(room.id, 'listener').some((person) => person.account.id === accountId) ? 'participant' : undefined;
}

/** A time of the query; one that is none is passed over (decision 7.3). */
function moment(question: Question, name: string): number | undefined {
  const text = question.texts[name];
  // only the ISO forms: what else an engine reads differs between engines
  const ms =
    text !== undefined && /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (text !== undefined && Number.isNaN(ms)) {
    question.note(`${name} ${text} is no time and was ignored`);
  }
  return Number.isNaN(ms) ? undefined : ms;
}

/** Everyone who is in the room; nobody is before it starts or when it never did. */
function participantsOf(room: Space): number {
  return room.hostIds.length + room.speakerIds.length + room.listenerCount;
}

/** Gateway reference, Space. */
function toSpace(world: World, room: Space) {
  const state = spaceStateAt(room, world.nowMs);
  const hasStarted = state === 'live' || state === 'ended';
  const lastChange = state === 'ended' ? room.endsAtMs : hasStarted ? room.startsAtMs : (room.cancelledAtMs ?? room.createdAtMs);
  return {
    id: room.id,
    state,
    title: room.title,
    created_at: toIsoSeconds(room.createdAtMs),
    updated_at: toIsoSeconds(lastChange),
    scheduled_start: toIsoSeconds(room.scheduledStartMs),
    started_at: hasStarted ? toIsoSeconds(room.startsAtMs) : null,
    ended_at: state === 'ended' ? toIsoSeconds(room.endsAtMs) : null,
    host_ids: room.hostIds,
    speaker_ids: room.speakerIds,
    participant_count: state === 'live' ? participantsOf(room) : 0,
    total_replay_watched: room.replayWatched,
    is_ticketed: room.isTicketed,
    creator: gatewayUserOf(world, room.creatorId),
    topics: room.topics,
  };
}

/** The subset that lists and searches carry; scheduled rooms add what a visitor plans with (gateway reference, Space). */
function toSummary(world: World, room: Space) {
  const { id, state, title, participant_count, creator, started_at, scheduled_start, topics, is_ticketed } = toSpace(world, room);
  const summary = { id, state, title, participant_count, creator, started_at };
  return state === 'scheduled'
    ? { ...summary, scheduled_start, topics, is_ticketed, reminder_count: room.reminderCount }
    : { ...summary, topics };
}
