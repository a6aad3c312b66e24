import type { UndocumentedRecord } from '../schemas/primary.ts';
import { isoOfMsText, isoSeconds } from './isoSeconds.ts';
import { countIn, type PlatformFields, filledIn, idIn, isNode, listIn, objectIn } from './node.ts';
import { toUser } from './readUser.ts';

/** The gateway's words for the platform's states. */
const states: ReadonlyMap<string, string> = new Map([
  ['NotStarted', 'scheduled'],
  ['Running', 'live'],
  ['Ended', 'ended'],
  ['TimedOut', 'ended'],
  ['Canceled', 'cancelled'],
]);

/**
 * An audio room under the gateway's names, as under `data.audioSpace`, or the id of one that was searched for (upstream shapes,
 * the last section). What the platform does not tell is left out.
 * @returns undefined without an id
 */
export function toSpace(value: unknown): UndocumentedRecord | undefined {
  const raw = objectIn(value);
  const metadata = isNode(raw.metadata) ? raw.metadata : raw;
  const id = filledIn(metadata.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const { admins, speakers, listeners, total } = objectIn(raw.participants);
  const state = filledIn(metadata.state);
  const facts = {
    id,
    title: filledIn(metadata.title),
    state: state === undefined ? undefined : (states.get(state) ?? state),
    creator: toUser(objectIn(metadata.creator_results).result)?.record,
    participant_count: countIn(total),
    total_live_listeners: countIn(metadata.total_live_listeners),
    total_replay_watched: countIn(metadata.total_replay_watched),
    has_replay: metadata.is_space_available_for_replay,
    created_at: isoSeconds(metadata.created_at),
    updated_at: isoSeconds(metadata.updated_at),
    scheduled_start: isoSeconds(metadata.scheduled_start),
    started_at: isoSeconds(metadata.started_at),
    ended_at: isoOfMsText(metadata.ended_at),
    host_ids: admins === undefined ? undefined : listIn(admins).flatMap((one) => participantId(one) ?? []),
    speaker_ids: speakers === undefined ? undefined : listIn(speakers).flatMap((one) => participantId(one) ?? []),
    hosts: toParticipants(admins),
    speakers: toParticipants(speakers),
    listeners: toParticipants(listeners),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

function participantId(value: unknown): string | undefined {
  return idIn(objectIn(objectIn(value).user_results).rest_id);
}

function toParticipants(value: unknown): readonly object[] | undefined {
  return value === undefined ? undefined : listIn(value).map((one) => toParticipant(objectIn(one)));
}

/** Of somebody in a room the platform tells the names beside an account that has none. */
function toParticipant(one: PlatformFields): object {
  return {
    id: participantId(one) ?? null,
    username: filledIn(one.twitter_screen_name) ?? null,
    name: filledIn(one.display_name) ?? null,
    avatarUrl: filledIn(one.avatar_url) ?? null,
  };
}
