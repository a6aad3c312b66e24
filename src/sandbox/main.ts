import { readCommandLine, usage } from './commandLine.ts';
import type { ServedRequest } from './serve.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './server.ts';

/** The standalone sandbox: one line of JSON on stdout when it is ready, one line per request on stderr. */
async function main(args: readonly string[]): Promise<void> {
  const command = readCommandLine(args);
  switch (command.kind) {
    case 'help':
      process.stdout.write(usage);
      return;
    case 'wrong':
      process.stderr.write(`${command.message}\n\n${usage}`);
      process.exitCode = 2;
      return;
    case 'run': {
      const sandbox = await started(command.options);
      if (sandbox === undefined) return;
      let isClosing = false;
      const close = (): void => {
        // Ctrl+C comes twice where a program above passes it on as well
        if (isClosing) return;
        isClosing = true;
        void sandbox.close();
      };
      process.on('SIGINT', close);
      process.on('SIGTERM', close);
      const { primary, gateway, key, control, seed } = sandbox;
      process.stdout.write(`${JSON.stringify({ primary, gateway, key, control, seed })}\n`);
    }
  }
}

async function started(options: SandboxOptions): Promise<Sandbox | undefined> {
  const listeners = {
    onServed: (served: ServedRequest) => void process.stderr.write(toLogLine(served)),
    onFault: (fault: unknown) =>
      void process.stderr.write(`${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}\n`),
  };
  try {
    return await startSandbox(options, listeners);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
    if (!isListening || (code !== 'EADDRINUSE' && code !== 'EACCES')) throw error;
    const reason = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be used by this account';
    process.stderr.write(`Port ${options.port ?? 0} ${reason}. Choose another with --port, or 0 for any free one.\n`);
    process.exitCode = 2;
    return undefined;
  }
}

/** Method, path without query, status, time: nothing that could hold a key, and nothing that could move a terminal's cursor. */
function toLogLine({ method, path, status, ms }: ServedRequest): string {
  return `${method} ${path.replace(/[^\x21-\x7e]/g, '?')} ${status} ${ms.toFixed(1)} ms\n`;
}

await main(process.argv.slice(2));
