import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../src/sandbox/standalone.ts', import.meta.url));

/** A standalone sandbox in its own process. */
export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Resolves when stdout and stderr match; rejects if the process ends first. */
  readonly until: (passes: (stdout: string, stderr: string) => boolean) => Promise<void>;
}

/** Starts the standalone sandbox with arguments. */
export function runMain(args: readonly string[]): Running {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  const changed = new EventTarget();
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    changed.dispatchEvent(new Event('change'));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    changed.dispatchEvent(new Event('change'));
  });
  const ended = new Promise<{ readonly code: number | null; readonly signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const until = (passes: (out: string, err: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (passes(stdout, stderr) ? resolve() : undefined);
      changed.addEventListener('change', look);
      void ended.then(() => reject(new Error(`It ended: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, ended, until };
}
