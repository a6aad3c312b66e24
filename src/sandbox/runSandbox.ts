import { readCommandLine, formatSandboxUsage } from './commandLine.ts';
import { runWithUsage } from './readOptions.ts';
import { startSandbox } from './server.ts';
import { serveUntilStopped } from './serveUntilStopped.ts';

/**
 * The standalone sandbox: one line of JSON on stdout when it is ready, one line per request on stderr.
 * @param program how it was called
 */
export async function runSandbox(args: readonly string[], program: string): Promise<void> {
  await runWithUsage(formatSandboxUsage(program), async () => {
    const options = readCommandLine(args);
    await serveUntilStopped(options.port ?? 0, async (listeners) => {
      const { primary, gateway, key, control, close } = await startSandbox(options, listeners);
      return { ready: { primary, gateway, key, control }, close };
    });
  });
}
