/** The milliseconds that this thread has computed so far: what others do on a busy machine meanwhile is not in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
