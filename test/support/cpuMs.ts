/**
 * How long this thread computes, in milliseconds: what else runs on the machine does not count, as it does in elapsed time.
 * @returns the milliseconds since it was called
 */
export function startCpuMs(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** How long one call computes, in milliseconds. */
export function cpuMs(run: () => unknown): number {
  const spent = startCpuMs();
  run();
  return spent();
}
