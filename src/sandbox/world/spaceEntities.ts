export type SpaceState = 'scheduled' | 'live' | 'ended' | 'cancelled';

/** An audio room; its state follows from the clock and the moments here (`spaceStateAt`). */
export interface Space {
  readonly id: string;
  readonly title: string;
  readonly createdAtMs: number;
  readonly scheduledStartMs: number;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** When it was called off before it started. */
  readonly cancelledAtMs: number | undefined;
  readonly creatorId: string;
  readonly hostIds: readonly string[];
  readonly speakerIds: readonly string[];
  readonly listenerCount: number;
  readonly replayWatched: number;
  readonly reminderCount: number;
  readonly isTicketed: boolean;
  readonly topics: readonly SpaceTopic[];
}

export interface SpaceTopic {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** The state of a room at a moment: a pure function of the clock and its moments (decision 7.16; gateway reference, States). */
export function spaceStateAt(space: Space, nowMs: number): SpaceState {
  if (space.cancelledAtMs !== undefined && space.cancelledAtMs <= nowMs) {
    return 'cancelled';
  }
  if (nowMs < space.startsAtMs) {
    return 'scheduled';
  }
  return nowMs < space.endsAtMs ? 'live' : 'ended';
}
