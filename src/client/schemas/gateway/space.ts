import * as z from 'zod';
import { gatewayUserSchema } from './user.ts';

/** The states of an audio room (gateway reference, States and transitions). */
const spaceStates = ['scheduled', 'live', 'ended', 'cancelled'] as const;

const topic = z.looseObject({ id: z.string(), name: z.string(), description: z.string().nullish() });

/** Gateway reference, Space (audio room). Times are ISO 8601. */
export const spaceSchema = z
  .looseObject({
    id: z.string(),
    state: z.enum(spaceStates),
    title: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    // a room that was never scheduled has none
    scheduled_start: z.string().nullish(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    host_ids: z.array(z.string()),
    speaker_ids: z.array(z.string()),
    participant_count: z.int(),
    total_replay_watched: z.int(),
    is_ticketed: z.boolean(),
    creator: gatewayUserSchema,
    topics: z.array(topic),
  })
  .meta({ id: 'Space' });

/** Gateway reference, Space: the subset that lists and searches carry. */
export const spaceSummarySchema = z
  .looseObject({
    id: z.string(),
    state: z.enum(spaceStates),
    title: z.string(),
    participant_count: z.int().nullish(),
    creator: gatewayUserSchema.nullish(),
    started_at: z.string().nullish(),
    scheduled_start: z.string().nullish(),
    topics: z.array(topic).nullish(),
    is_ticketed: z.boolean().nullish(),
    reminder_count: z.int().nullish(),
    user_role: z.string().nullish(),
  })
  .meta({ id: 'SpaceSummary' });

/** Gateway reference, GET /space/{space_id}/participants. */
export const spaceParticipantsSchema = z
  .looseObject({
    hosts: z.array(gatewayUserSchema),
    speakers: z.array(z.looseObject({ ...gatewayUserSchema.shape, invited_at: z.string().nullish() })),
    listeners: z.array(z.looseObject({ ...gatewayUserSchema.shape, joined_at: z.string().nullish() })),
    meta: z.looseObject({ total_participants: z.int(), host_count: z.int(), speaker_count: z.int(), listener_count: z.int() }),
  })
  .meta({ id: 'SpaceParticipants' });

export type SpaceState = (typeof spaceStates)[number];
export type Space = z.output<typeof spaceSchema>;
export type SpaceSummary = z.output<typeof spaceSummarySchema>;
export type SpaceParticipants = z.output<typeof spaceParticipantsSchema>;
