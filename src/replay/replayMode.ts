export const replayModes = ['strict', 'sandbox'] as const;

/** What becomes of a call that no fixture answers: an error, or the sandbox's answer. */
export type ReplayMode = (typeof replayModes)[number];
