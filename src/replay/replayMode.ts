export const replayModes = ['strict', 'sandbox', 'live'] as const;

/** What becomes of a call that no fixture answers: an error, the sandbox's answer, or that of a service, which is recorded. */
export type ReplayMode = (typeof replayModes)[number];

export type OfflineReplayMode = Exclude<ReplayMode, 'live'>;
