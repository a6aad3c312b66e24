import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

export type OwnedProcess = {
  readonly child: ChildProcess;
  /** Settles when the program has ended, with words on how: `exit code 1`, `SIGKILL`, or why it never began. */
  readonly ended: Promise<string>;
  /** Ends the program and everything it started; settles when it is gone. */
  stop(): Promise<void>;
};

/** How long a program may take over its own clean-up before it is killed, in milliseconds. */
const patience = 5000;

/**
 * Starts a program together with the promise to end it: by `stop`, or at the latest when this process ends.
 *
 * It gets a process group of its own, so that Ctrl+C reaches this process first and that ending it also ends
 * what it started (VS Code's extension hosts and terminals).
 */
export function ownedProcess(program: string, args: readonly string[], options: SpawnOptions): OwnedProcess {
  const grouped = process.platform !== 'win32';
  const child = spawn(program, args, { ...options, detached: grouped });
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    if (grouped) killGroup(child.pid, signal);
    else spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
  };
  const atExit = (): void => signalAll('SIGKILL');
  process.once('exit', atExit);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`));
  });
  return {
    child,
    ended,
    async stop() {
      signalAll('SIGTERM');
      const timer = setTimeout(signalAll, patience, 'SIGKILL');
      await ended;
      clearTimeout(timer);
      // What is left of the group has lost its parent and its purpose.
      if (grouped) signalAll('SIGKILL');
      process.off('exit', atExit);
    },
  };
}

function killGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: nobody of the group is left, which is what was asked for. macOS says EPERM for a group of zombies.
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')) return;
    throw error;
  }
}
