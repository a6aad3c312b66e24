export interface SandboxClock {
  /** The sandbox's own time, milliseconds since 1970: what "now" is in its answers. */
  readonly nowMs: () => number;
  /** Real time, milliseconds since 1970: when a request came. */
  readonly wallMs: () => number;
  /** A clock that never goes back, milliseconds: for windows of time. */
  readonly steadyMs: () => number;
}

/** @param setting "wall": the sandbox's time goes with the real one, by whole seconds; a number: it stands there */
export function createSandboxClock(setting: 'wall' | number): SandboxClock {
  return {
    wallMs: () => Date.now(),
    steadyMs: () => performance.now(),
    nowMs: setting === 'wall' ? () => Math.floor(Date.now() / 1000) * 1000 : () => setting,
  };
}
