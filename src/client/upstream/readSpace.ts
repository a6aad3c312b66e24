import type { UndocumentedRecord } from '../schemas/primary.ts';
import { formatIsoSecondsFromMsText, formatIsoSeconds } from './formatIsoSeconds.ts';
import {
  readCount,
  type PlatformObject,
  readNonEmptyString,
  readNumericId,
  isPlatformObject,
  readArrayOrEmpty,
  readObjectOrEmpty,
} from './platformFields.ts';
import { toUser } from './readUser.ts';

/** The gateway's words for the platform's states. */
const gatewaySpaceStateByUpstreamState: ReadonlyMap<string, string> = new Map([
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
export function toAudioSpace(value: unknown): UndocumentedRecord | undefined {
  const raw = readObjectOrEmpty(value);
  const metadata = isPlatformObject(raw.metadata) ? raw.metadata : raw;
  const id = readNonEmptyString(metadata.rest_id);
  if (id === undefined) {
    return undefined;
  }
  const { admins, speakers, listeners, total } = readObjectOrEmpty(raw.participants);
  const state = readNonEmptyString(metadata.state);
  const facts = {
    id,
    title: readNonEmptyString(metadata.title),
    state: state === undefined ? undefined : (gatewaySpaceStateByUpstreamState.get(state) ?? state),
    creator: toUser(readObjectOrEmpty(metadata.creator_results).result)?.record,
    participant_count: readCount(total),
    total_live_listeners: readCount(metadata.total_live_listeners),
    total_replay_watched: readCount(metadata.total_replay_watched),
    has_replay: metadata.is_space_available_for_replay,
    created_at: formatIsoSeconds(metadata.created_at),
    updated_at: formatIsoSeconds(metadata.updated_at),
    scheduled_start: formatIsoSeconds(metadata.scheduled_start),
    started_at: formatIsoSeconds(metadata.started_at),
    ended_at: formatIsoSecondsFromMsText(metadata.ended_at),
    host_ids: admins === undefined ? undefined : readArrayOrEmpty(admins).flatMap((one) => readParticipantId(one) ?? []),
    speaker_ids: speakers === undefined ? undefined : readArrayOrEmpty(speakers).flatMap((one) => readParticipantId(one) ?? []),
    hosts: toParticipants(admins),
    speakers: toParticipants(speakers),
    listeners: toParticipants(listeners),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

/** Until 2023 it stood under `user`. */
function readParticipantId(value: unknown): string | undefined {
  const { user_results, user } = readObjectOrEmpty(value);
  return readNumericId(readObjectOrEmpty(user_results ?? user).rest_id);
}

function toParticipants(value: unknown): readonly object[] | undefined {
  return value === undefined ? undefined : readArrayOrEmpty(value).map((one) => toParticipant(readObjectOrEmpty(one)));
}

/** Of somebody in a room the platform tells the names beside an account that has none. */
function toParticipant(one: PlatformObject): object {
  return {
    id: readParticipantId(one) ?? null,
    username: readNonEmptyString(one.twitter_screen_name) ?? null,
    name: readNonEmptyString(one.display_name) ?? null,
    avatarUrl: readNonEmptyString(one.avatar_url) ?? null,
  };
}
