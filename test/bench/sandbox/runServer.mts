import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Contestant } from './contestants.mts';

/** A server in its own process; disposing it ends the process. */
export interface RunningServer extends AsyncDisposable {
  readonly port: number;
  readonly path: string;
  /** Resident memory, bytes. */
  readonly rss: () => Promise<number>;
}

/**
 * Starts a server and waits until it is ready.
 * @throws Error with its output if it ends first
 */
export async function runServer({ name, args, ready, path }: Contestant): Promise<RunningServer> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} could not be started`);
  try {
    const port = await portOf(child, ready);
    return { port, path, rss: () => rssOf(pid), [Symbol.asyncDispose]: () => end(child) };
  } catch (error) {
    await end(child);
    throw new Error(`${name} did not start`, { cause: error });
  }
}

async function portOf({ stdout }: ChildProcess, ready: RegExp): Promise<number> {
  if (stdout === null) throw new TypeError('The standard output is piped');
  let printed = '';
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const port = ready.exec(printed)?.[1];
    if (port !== undefined) {
      stdout.resume(); // Prism prints a line for each request
      return Number(port);
    }
  }
  throw new Error(`it ended after: ${printed}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** From the process table, so the server doesn't need extra code. Linux only. */
async function rssOf(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory`);
  return Number(kilobytes) * 1_024;
}
