import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { projectFolders } from './projectFolders.ts';

export interface OwnedProcess {
  readonly child: ChildProcess;
  /** Resolves with `exit code 1`, `SIGKILL`, or the reason why it didn't start. */
  readonly ended: Promise<string>;
  /** Stops the program and its child processes. */
  stop(): Promise<void>;
}

/** How long a program has to clean up before it's killed, in milliseconds. */
const maxShutdownMs = 5000;

/**
 * Starts a program that is killed no later than when this process ends. It has its own process group, so Ctrl+C reaches
 * this process first, and stopping it also stops its children (VS Code's extension hosts and terminals).
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
      // kills remaining children
      if (grouped) signalAll('SIGKILL');
      process.off('exit', atExit);
    },
  };
}

function signalProcessGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: the group has ended. macOS reports EPERM for a zombie group.
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')) return;
    throw error;
  }
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Needed for `.cmd` files on Windows. */
  readonly shell?: boolean;
}

export interface ProgramResult {
  /** The exit code; 1 if the program didn't start or was ended by a signal. */
  readonly code: number;
  /** stdout and stderr */
  readonly output: string;
}

/** Runs a program. Never rejects. */
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

/** Runs one of this project's scripts with this process's output. @returns its exit code */
export function runScript(args: readonly string[]): number {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  return spawnSync(process.execPath, args, { cwd: projectFolders.root, stdio: [...stdio] }).status ?? 1;
}

export const terminationSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `exit` handlers on Ctrl+C and similar signals, which Node doesn't do by default. @param clear runs before */
export function exitOnSignals(clear: () => Promise<void> = () => Promise.resolve()): void {
  let ending = false;
  for (const signal of terminationSignals) {
    process.on(signal, () => {
      // a signal can arrive twice: from the terminal and from the parent process
      if (ending) return;
      ending = true;
      void clear().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
