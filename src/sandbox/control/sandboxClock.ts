export interface SandboxClock {
  /** The sandbox's own time, milliseconds since 1970: what "now" is in its answers. */
  readonly nowMs: () => number;
  /** Real time, milliseconds since 1970: when a request came. */
  readonly wallMs: () => number;
  /** A clock that never goes back, milliseconds: for windows of time. */
  readonly steadyMs: () => number;
}

/** Real time. */
export type TimeSources = Pick<SandboxClock, 'wallMs' | 'steadyMs'>;

export const systemTimeSources: TimeSources = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * @param setting "wall": the sandbox's time goes with the real one, by whole seconds; a number: it stands there
 */
export function createSandboxClock(setting: 'wall' | number, timers: TimeSources): SandboxClock {
  return {
    ...timers,
    nowMs: setting === 'wall' ? () => Math.floor(timers.wallMs() / 1000) * 1000 : () => setting,
  };
}
