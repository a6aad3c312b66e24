import { hasValueFormat } from '../../client/search/valueFormats.ts';
import { createTextMatcher, toSearchableText } from '../world/searchPosts.ts';
import { readIsoTime, toIsoSeconds } from '../world/snowflake.ts';
import { getSpaceState } from '../world/spaces.ts';
import type { WorldSpace, SpacePerson, SandboxWorld } from '../world/world.ts';
import type { SandboxRequest, EndpointResponder } from './response.ts';
import { toWholeBodyResponse, toFirstResultsResponse } from './collectionResponses.ts';
import { toSpaceCreator, toGatewayTweet, toGatewayUser } from './gatewayRecords.ts';
import { requireItemByIdParam, requireTextParam } from './params.ts';

const states = ['live', 'scheduled', 'ended'] as const;

export const gatewaySpace: EndpointResponder<'gatewaySpace'> = (query) =>
  toWholeBodyResponse(toSpace(query.world, requireItemByIdParam(query, 'space_id', query.world.space)));

export const gatewaySpacesSearch: EndpointResponder<'gatewaySpacesSearch'> = (query) => {
  const holds = createTextMatcher(requireTextParam(query, 'q'));
  const state = query.params.state ?? 'live';
  const found = listSpacesInState(query.world, state).filter((room) => holds(toSearchableText(room.title)));
  return toFirstResultsResponse(query, found, (room) => toSummary(query.world, room));
};

/** `limit` counts hosts, then speakers, then listeners. The totals ignore `role` (gateway reference, Audio rooms; assumption 7.14). */
export const gatewaySpaceParticipants: EndpointResponder<'gatewaySpaceParticipants'> = (query) => {
  const { world } = query;
  const space = requireItemByIdParam(query, 'space_id', world.space);
  const role = query.params.role;
  let room = query.params.limit;
  const take = (wanted: SpacePerson['role']): readonly SpacePerson[] => {
    const people = role === undefined || role === wanted ? world.spacePeople(space.id, wanted).slice(0, room) : [];
    room -= people.length;
    return people;
  };
  return toWholeBodyResponse({
    hosts: take('host').map(({ account }) => toGatewayUser(account)),
    speakers: take('speaker').map(({ account, sinceMs }) => ({ ...toGatewayUser(account), invited_at: toIsoSeconds(sinceMs) })),
    listeners: take('listener').map(({ account, sinceMs }) => ({ ...toGatewayUser(account), joined_at: toIsoSeconds(sinceMs) })),
    meta: {
      total_participants: countParticipants(space),
      host_count: space.hostIds.length,
      speaker_count: space.speakerIds.length,
      listener_count: space.listenerCount,
    },
  });
};

/** Gateway reference, Audio rooms (Spaces); assumption 7.15. */
export const gatewayUserSpaces: EndpointResponder<'gatewayUserSpaces'> = (query) => {
  const { world } = query;
  const account = requireItemByIdParam(query, 'user_id', world.account);
  const state = query.params.state;
  const role = query.params.role;
  const found = listSpacesInState(world, state)
    .map((room) => ({ room, userRole: getRoleInSpace(world, room, account.id) }))
    .filter((entry) => entry.userRole !== undefined && (role === undefined || entry.userRole === role));
  return toFirstResultsResponse(query, found, ({ room, userRole }) => ({ ...toSummary(world, room), user_role: userRole }));
};

export const gatewaySpaceTweets: EndpointResponder<'gatewaySpaceTweets'> = (query) => {
  const { world } = query;
  const { id, title } = requireItemByIdParam(query, 'space_id', world.space);
  const posts = world.spacePosts(id).slice(0, query.params.limit);
  return toWholeBodyResponse({
    data: posts.map((post) => ({ ...toGatewayTweet(world, post), space_share: { space_id: id, title } })),
  });
};

/** Gateway reference, Audio rooms (Spaces): next one first. */
export const gatewaySpacesScheduled: EndpointResponder<'gatewaySpacesScheduled'> = (query) => {
  const { world } = query;
  const from = readTimeParam(query, 'from') ?? Number.NEGATIVE_INFINITY;
  const to = readTimeParam(query, 'to') ?? Number.POSITIVE_INFINITY;
  const found = listSpacesInState(world, 'scheduled')
    .filter((room) => isAbout(query, room) && room.scheduledStartMs >= from && room.scheduledStartMs < to)
    .sort((left, right) => left.scheduledStartMs - right.scheduledStartMs);
  return toFirstResultsResponse(query, found, (room) => toSummary(world, room));
};

/** Gateway reference, Audio rooms (Spaces): most participants first. */
export const gatewaySpacesLive: EndpointResponder<'gatewaySpacesLive'> = (query) => {
  const { world, params, note } = query;
  const text = params.min_participants ?? '0';
  const least = hasValueFormat(text, 'count') ? Number(text) : 0;
  if (String(least) !== text) note(`min_participants ${text} was read as ${least}`);
  const found = listSpacesInState(world, 'live')
    .filter((room) => isAbout(query, room) && countParticipants(room) >= least)
    .filter((room) => !params.verified_hosts_only || world.account(room.creatorId)?.record.verified === true)
    .sort((left, right) => countParticipants(right) - countParticipants(left));
  return toWholeBodyResponse({ data: found.slice(0, query.params.limit).map((room) => toSummary(world, room)) });
};

function listSpacesInState(world: SandboxWorld, state: (typeof states)[number] | undefined): readonly WorldSpace[] {
  return world.spaces().filter((room) => state === undefined || getSpaceState(room, world.nowMs) === state);
}

function isAbout({ params }: SandboxRequest<'topic'>, room: WorldSpace): boolean {
  const topic = params.topic?.trim().toLowerCase();
  return (
    topic === undefined ||
    room.title.toLowerCase().includes(topic) ||
    room.topics.some(({ name }) => name.toLowerCase() === topic)
  );
}

function getRoleInSpace(
  world: SandboxWorld,
  room: WorldSpace,
  accountId: string,
): 'host' | 'speaker' | 'participant' | undefined {
  if (room.hostIds.includes(accountId)) return 'host';
  if (room.speakerIds.includes(accountId)) return 'speaker';
  return world.spacePeople(room.id, 'listener').some((person) => person.account.id === accountId) ? 'participant' : undefined;
}

/** Ignores an invalid time (assumption 7.3). */
function readTimeParam({ params, note }: SandboxRequest<'from' | 'to'>, name: 'from' | 'to'): number | undefined {
  const text = params[name];
  const ms = text === undefined ? undefined : readIsoTime(text);
  if (text !== undefined && ms === undefined) note(`${name} ${text} is not a time and was ignored`);
  return ms;
}

function countParticipants(room: WorldSpace): number {
  return room.hostIds.length + room.speakerIds.length + room.listenerCount;
}

function toSpace(world: SandboxWorld, room: WorldSpace) {
  const state = getSpaceState(room, world.nowMs);
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
    participant_count: state === 'live' ? countParticipants(room) : 0,
    total_replay_watched: room.replayWatched,
    is_ticketed: room.isTicketed,
    creator: toSpaceCreator(world, room.creatorId),
    topics: room.topics,
  };
}

/** The fields in lists and searches; scheduled rooms have more (gateway reference, Space). */
function toSummary(world: SandboxWorld, room: WorldSpace) {
  const { id, state, title, participant_count, creator, started_at, scheduled_start, topics, is_ticketed } = toSpace(world, room);
  const summary = { id, state, title, participant_count, creator, started_at };
  return state === 'scheduled'
    ? { ...summary, scheduled_start, topics, is_ticketed, reminder_count: room.reminderCount }
    : summary;
}
