/**
 * How long this thread computes, in milliseconds: what else runs on the machine does not count, as it does in elapsed time.
 * @returns the milliseconds since it was called
 */
export function startCpuTimer(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** How long one call computes, in milliseconds. */
export function measureCpuMs(run: () => unknown): number {
  const spent = startCpuTimer();
  run();
  return spent();
}
