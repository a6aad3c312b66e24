import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A window in a process of its own (see windowProcess.ts). */
export interface WindowProcess {
  /** What it has said so far, line by line; a line that a kill cut off is left out. */
  readonly said: () => readonly string[];
  /** Settles when it is ready to be asked. */
  readonly ready: Promise<void>;
  /** Asks all at once. Settles when each has its answer or error; also when the process is killed meanwhile. */
  readonly ask: (questions: readonly string[]) => Promise<void>;
  readonly kill: () => void;
  /** Lets it end in good order; settles when it has ended, however. */
  readonly end: () => Promise<void>;
}

export function startWindowProcess(folder: string, name: string, origin: string): WindowProcess {
  const script = fileURLToPath(new URL('./windowProcess.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, name, origin], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close').then(() => undefined);
  child.stdin.on('error', () => undefined); // what is said to one that is killed is lost
  let text = '';
  const waits = new Map<() => boolean, () => void>();
  const lines = () => text.split('\n').slice(0, -1);
  const count = (word: string) => lines().filter((line) => line === word || line.startsWith(`${word} `)).length;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (const [isSo, resolve] of waits) {
      if (isSo()) {
        waits.delete(isSo);
        resolve();
      }
    }
  });
  const until = (isSo: () => boolean) => Promise.race([closed, new Promise<void>((resolve) => waits.set(isSo, resolve))]);
  let rounds = 0;
  return {
    said: lines,
    ready: until(() => count('ready') > 0),
    ask: (questions) => {
      rounds += 1;
      const round = rounds;
      child.stdin.write(`${questions.join(' ')}\n`);
      return until(() => count('over') >= round);
    },
    kill: () => child.kill('SIGKILL'),
    end: () => {
      child.stdin.end();
      return closed;
    },
  };
}
