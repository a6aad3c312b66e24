import { type FreeReplayMode, replayModes } from '../replay/replayMode.ts';
import { type Replay, startReplay } from '../replay/startReplay.ts';
import { serveUntilStopped } from '../sandbox/serveUntilStopped.ts';
import type { SandboxListeners } from '../sandbox/server.ts';
import { folderFault, integerOption, readOptions, withUsage, wordOption, WrongArguments } from './readOptions.ts';

const usage = `Usage: social-data replay --fixtures DIR [options]

Answers as both services on 127.0.0.1, from the fixtures of a folder, until Ctrl+C. Nothing costs anything.
When it is ready it prints one line of JSON:
{"primary": address, "gateway": address, "key": "…", "control": "…", "mode": "…", "fixtures": N, "unreadable": N}.

  --fixtures DIR  the folder of the fixtures; what changes there counts at once
  --port N        the port; 0, the default, takes any free one
  --mode MODE     what no fixture answers: strict (the default) is an error, sandbox leaves it to the sandbox;
                  live, which records it from a service, is in the editor alone
  --help          this text
`;

/** What is bought is written down first, and held to the budget of the day: both are the editor's. */
const noLive =
  'The mode live is in the editor alone ("Start Fixture Server…"): it records with your connection, below your budgets, and writes each request into the ledger';

const options = {
  fixtures: { type: 'string' },
  port: { type: 'string' },
  mode: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Serves the fixtures of a folder: one line of JSON on stdout when it is ready, one line per request on stderr. */
export async function runReplay(args: readonly string[]): Promise<void> {
  await withUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options);
    if (values.help === true) {
      process.stdout.write(usage);
      return;
    }
    const { fixtures } = values;
    if (positionals.length > 0) throw new WrongArguments(`${positionals[0]} stands without an option`);
    if (fixtures === undefined) throw new WrongArguments('--fixtures is missing');
    const port = integerOption('port', values.port, 65_535) ?? 0;
    const mode = wordOption('mode', values.mode, replayModes) ?? 'strict';
    if (mode === 'live') throw new WrongArguments(noLive);
    await serveUntilStopped(port, async (listeners) => {
      const { primary, gateway, key, control, counts, close } = await started({ fixtures, port, mode }, listeners);
      return { ready: { primary, gateway, key, control, mode, ...counts() }, close };
    });
  });
}

interface ReplayArguments {
  readonly fixtures: string;
  readonly port: number;
  readonly mode: FreeReplayMode;
}

/** @throws WrongArguments where the folder cannot be read */
async function started(wanted: ReplayArguments, listeners: SandboxListeners): Promise<Replay> {
  try {
    return await startReplay(wanted, listeners);
  } catch (error) {
    const fault = folderFault(wanted.fixtures, error);
    if (fault === undefined) throw error;
    throw new WrongArguments(fault);
  }
}
