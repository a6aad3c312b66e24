import { spawn } from 'node:child_process';

export type CommandOptions = {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Through a shell: for Windows' `.cmd` files only. */
  readonly shell?: boolean;
  /** `inherit` shows what the program prints; `collect` keeps it for the answer. */
  readonly output: 'inherit' | 'collect';
  /** Ends the program when it fires. */
  readonly signal?: AbortSignal;
};

export type CommandEnd = {
  /** The exit code; 1 for a program that could not be started or that a signal ended. */
  readonly code: number;
  /** What it printed, both streams, when `output` is `collect`. */
  readonly output: string;
};

/**
 * Runs a program to its end. Never rejects: a program that cannot be started ends with code 1 and the reason as its output.
 *
 * @param program a path or a name on PATH
 */
export function runCommand(program: string, args: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      shell: options.shell ?? false,
      stdio: options.output === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: `${output}${program}: ${error.message}\n` }));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal === null ? output : `${output}${program}: ended by ${signal}\n` }),
    );
  });
}
