import { parseArgs } from 'node:util';

export type CommandLine =
  | { readonly kind: 'run'; readonly port: number; readonly seed: number | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: npm run sandbox -- [--port N] [--seed N]

Answers as both services on 127.0.0.1, from a made-up world, until Ctrl+C.
When it is ready it prints one line of JSON: {"primary": address, "gateway": address, "key": "…"}.

  --port N   the port; 0, the default, takes any free one
  --seed N   another world; the same number gives the same world (default 1)
  --help     this text
`;

/** Reads the arguments of the standalone sandbox. */
export function readCommandLine(args: readonly string[]): CommandLine {
  let values: { readonly port?: string; readonly seed?: string; readonly help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
      strict: true,
    }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: 'wrong', message: error.message };
  }
  if (values.help === true) return { kind: 'help' };
  const port = integer(values.port ?? '0', 65_535);
  if (port === undefined) return { kind: 'wrong', message: '--port takes a number from 0 to 65535' };
  const seed = values.seed === undefined ? undefined : integer(values.seed, 4_294_967_295);
  if (values.seed !== undefined && seed === undefined)
    return { kind: 'wrong', message: '--seed takes a number from 0 to 4294967295' };
  return { kind: 'run', port, seed };
}

function integer(text: string, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return value === undefined || value > max ? undefined : value;
}
