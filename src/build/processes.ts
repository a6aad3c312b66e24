import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolders } from './projectFolders.ts';

export interface OwnedProcess {
  readonly child: ChildProcess;
  /** Settles when the program has ended, with words on how: `exit code 1`, `SIGKILL`, or why it never began. */
  readonly ended: Promise<string>;
  /** Ends the program and everything it started; settles when it is gone. */
  stop(): Promise<void>;
}

/** How long a program may take over its own clean-up before it is killed, in milliseconds. */
const maxShutdownMs = 5000;

/**
 * Starts a program together with the promise to end it: by `stop`, or at the latest when this process ends.
 *
 * It gets a process group of its own, so that Ctrl+C reaches this process first and that ending it also ends
 * what it started (VS Code's extension hosts and terminals).
 */
export function startOwnedProcess(program: string, args: readonly string[], options: SpawnOptions): OwnedProcess {
  const grouped = process.platform !== 'win32';
  const child = spawn(program, args, { ...options, detached: grouped });
  const signalAll = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    if (grouped) signalProcessGroup(child.pid, signal);
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
      const timer = setTimeout(signalAll, maxShutdownMs, 'SIGKILL');
      await ended;
      clearTimeout(timer);
      // What is left of the group has lost its parent and its purpose.
      if (grouped) signalAll('SIGKILL');
      process.off('exit', atExit);
    },
  };
}

function signalProcessGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: nobody of the group is left, which is what was asked for. macOS says EPERM for a group of zombies.
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')) return;
    throw error;
  }
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Through a shell: for Windows' `.cmd` files only. */
  readonly shell?: boolean;
}

export interface ProgramResult {
  /** The exit code; 1 for a program that could not be started or that a signal ended. */
  readonly code: number;
  /** What it printed, both streams. */
  readonly output: string;
}

/** Runs a program to its end. Never rejects: a program that cannot be started ends with code 1 and the reason as its output. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    }
    child.once('error', (error) => resolve({ code: 1, output: `${output}${program}: ${error.message}\n` }));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}${program}: ended by ${signal}\n` }),
    );
  });
}

/** Runs a script of this project with Node, which prints to this process's output. @returns its exit code */
export function runScript(args: readonly string[]): number {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  return spawnSync(process.execPath, args, { cwd: projectFolders.root, stdio: [...stdio] }).status ?? 1;
}

export const terminationSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes this process end by itself on Ctrl+C and the like, so that what it started and made is cleared away by the
 * `exit` handlers; by default it would be gone without them.
 * @param clear what to wait for before it ends
 */
export function exitOnSignals(clear: () => Promise<void> = () => Promise.resolve()): void {
  let ending = false;
  for (const signal of terminationSignals) {
    process.on(signal, () => {
      // One Ctrl+C can come twice: from the terminal, and passed on by the process that started this one.
      if (ending) return;
      ending = true;
      void clear().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
