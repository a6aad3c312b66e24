import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process that runs caller.ts. */
export interface Caller {
  /** The complete lines that it has printed. */
  readonly said: () => readonly string[];
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

export interface CallerOptions {
  readonly folder: string;
  readonly name: string;
  readonly calls: number;
  readonly cap?: bigint;
  readonly parallel?: number;
  /** Called after each line. */
  readonly onLine?: (count: number) => void;
}

export function startCaller({ folder, name, calls, cap = 0n, parallel = 1, onLine }: CallerOptions): Caller {
  const script = fileURLToPath(new URL('./caller.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, name, String(calls), String(cap), String(parallel)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const lines = () => text.split('\n').slice(0, -1);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    onLine?.(lines().length);
  });
  return {
    said: lines,
    ended: new Promise((resolve) => child.once('close', () => resolve())),
    kill: () => child.kill('SIGKILL'),
  };
}

/** The rest of each line that starts with the word. */
export function after(lines: readonly string[], word: string): readonly string[] {
  return lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
}
