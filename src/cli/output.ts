import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';

/** A run is paused. */
export const pausedExitCode = 3;

/** A line of JSON, for programs. */
export function print(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

export function say(line: string): void {
  const clear = process.stderr.isTTY ? '\r\x1b[K' : ''; // of replaceLine
  process.stderr.write(`${clear}${stripToSingleLine(line)}\n`);
}

/** Shows progress on a terminal. */
export function replaceLine(line: string): void {
  process.stderr.write(`\r\x1b[K${line}`);
}

/** Runs until it ends; SIGINT and SIGTERM ask it to stop. */
export async function untilStopped(run: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  signals.forEach((signal) => process.on(signal, stop));
  process.stdout.on('error', stop); // if nobody reads the lines, also the last one
  try {
    await run(controller.signal);
  } finally {
    signals.forEach((signal) => process.off(signal, stop));
  }
}
