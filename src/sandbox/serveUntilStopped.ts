import type { ServedRequest } from './serveOnLoopback.ts';
import type { SandboxListeners } from './server.ts';

interface StartedServer {
  readonly ready: unknown;
  readonly close: () => Promise<void>;
}

type StartServer = (listeners: SandboxListeners) => Promise<StartedServer>;

/**
 * Runs a server until Ctrl+C or SIGTERM: one line of JSON on stdout when it is ready, one line per request on stderr.
 * Sets the exit code 2 if the port isn't available.
 */
export async function serveUntilStopped(port: number, start: StartServer): Promise<void> {
  const server = await startOrReportBusyPort(port, start);
  if (server === undefined) return;
  let isClosing = false;
  const close = (): void => {
    // the signal arrives twice if a parent process forwards it
    if (isClosing) return;
    isClosing = true;
    void server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, close);
  process.stdout.write(`${JSON.stringify(server.ready)}\n`);
}

async function startOrReportBusyPort(port: number, start: StartServer): Promise<StartedServer | undefined> {
  const listeners = {
    onServed: (served: ServedRequest) => void process.stderr.write(toLogLine(served)),
    onFault: (fault: unknown) =>
      void process.stderr.write(`${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`),
  };
  try {
    return await start(listeners);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
    if (!isListening || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : "can't be used by this account";
    process.stderr.write(`Port ${port} ${reason}. Choose another with --port, or 0 for any free port.
`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Contains no query, which may include a key, and no control characters. */
function toLogLine({ method, path, status, ms, refused }: ServedRequest): string {
  const why = refused === undefined ? '' : `: ${refused}`;
  return `${method} ${path.replace(/[^\x21-\x7e]/g, '?')} ${status} ${ms.toFixed(1)} ms${why}\n`;
}
