import { runCli } from '../../../src/cli/runCli.ts';

/** Runs a command of `social-data` in this process. */
export async function runInProcess(
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly out: string; readonly said: string }> {
  const { stdout, stderr } = process;
  const texts = { out: '', said: '' };
  const capture = (into: keyof typeof texts) => (text: string | Uint8Array) => {
    texts[into] += String(text);
    return true;
  };
  const codeBefore = process.exitCode;
  stdout.write = capture('out'); // shadows the prototype's method
  stderr.write = capture('said');
  try {
    await runCli(args);
    return { code: process.exitCode ?? 0, ...texts };
  } finally {
    Reflect.deleteProperty(stdout, 'write');
    Reflect.deleteProperty(stderr, 'write');
    process.exitCode = codeBefore;
  }
}
