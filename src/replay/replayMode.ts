export const replayModes = ['strict', 'sandbox', 'live'] as const;

/** What becomes of a call that no fixture answers: an error, the sandbox's answer, or that of a service, which is recorded. */
export type ReplayMode = (typeof replayModes)[number];

/** What asks no service: an error, or the sandbox's answer. */
export type OfflineReplayMode = Exclude<ReplayMode, 'live'>;
