import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createPseudonyms, type Pseudonyms } from '../features/fixtures/index.ts';
import { describeOtherSecrets, replayModes, startReplay } from '../features/fixtures/server/startReplay.ts';
import { readTeamSecret, teamSecretVariable } from '../features/fixtures/server/teamSecret.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  originOption,
  readDollarsOption,
  readEnumOption,
  readIntegerOption,
  readOptions,
  readOrigins,
  runWithUsage,
  StartError,
  UsageError,
} from '../sandbox/readOptions.ts';
import { serveUntilStopped } from '../sandbox/serveUntilStopped.ts';
import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';
import { coverageOptions, readCoverageReport, reportCoverage } from './runCoverage.ts';
import { makeFolderOfOption, throwFolderError } from './folders.ts';
import {
  connectionOptions,
  type ConnectionOptionValues,
  createPaidConnections,
  getDefaultDataFolder,
  newStoreOption,
} from './openClient.ts';
import type { RecorderOptions } from './openRecorder.ts';

const ownOptions = {
  fixtures: { type: 'string', value: 'DIR', says: 'the fixtures folder; a changed file takes effect within 50 ms' },
  port: { type: 'string', value: 'N', says: 'the port (default 0: any free port)' },
  origin: originOption,
  mode: {
    type: 'string',
    value: 'MODE',
    says: 'how to handle unmatched requests: strict (the default) returns an error, sandbox returns sample data, and live\nsends them to the service and saves the response as a fixture',
  },
  'secret-from': {
    type: 'string',
    value: 'SOURCE',
    says: 'also match real handles and IDs with pseudonymized fixtures, and print only pseudonyms: environment, or a .env file,\nwith SOCIAL_DATA_FIXTURE_SECRET',
  },
  ...coverageOptions,
  'report-file': { type: 'string', value: 'FILE', says: 'add the report to this file, for social-data coverage' },
  ...helpOption,
} as const satisfies OptionTable;

const liveOptions = {
  ...connectionOptions,
  budget: { type: 'string', value: 'DOLLARS', says: 'the budget for this run; required' },
  store: {
    type: 'string',
    value: 'DIR',
    says: 'where responses and spending are stored, as with social-data mcp (default: a folder in your user account)',
  },
  'new-store': newStoreOption,
  pseudonymize: {
    type: 'boolean',
    says: "replace people in fixtures and responses, with --secret-from or else this account's own secret",
  },
} as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data replay --fixtures DIR [options]',
  'Serves both services from a folder\'s fixtures, on 127.0.0.1, until Ctrl+C. Only live mode costs money.\nWhen ready, it prints one line of JSON:\n{"primary": address, "gateway": address, "key": "…", "control": "…", "mode": "…", "fixtures": N, "unreadable": N}.',
  ownOptions,
  'Options for live mode:',
  liveOptions,
  'Only requests with the printed key are recorded; it changes at each start. Responses from a service are about real people.',
);

const say = (line: string) => void process.stderr.write(`${stripToSingleLine(line)}\n`);

export async function runReplay(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values } = readOptions(args, { ...ownOptions, ...liveOptions });
    const { fixtures } = values;
    if (fixtures === undefined) throw new UsageError('--fixtures is required');
    const port = readIntegerOption('port', values.port, 65_535) ?? 0;
    const origins = readOrigins(values.origin ?? []);
    const mode = readEnumOption('mode', values.mode, replayModes) ?? 'strict';
    if (mode !== 'live') throwOnLiveOptions(values);
    const report = readCoverageReport(values);
    const reportFile = values['report-file'];
    if (reportFile !== undefined) {
      await appendFile(reportFile, '').catch((error: unknown) => {
        throw new StartError(`The report file couldn't be written: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    const pseudonyms = await readPseudonyms(values);
    const recorded = { namesNobody: pseudonyms !== undefined, ...(values.pseudonymize === true ? { pseudonyms } : {}) };
    const live = mode === 'live' ? { ...(await readRecorderOptions(fixtures, values)), ...recorded } : undefined;
    const free = mode === 'live' ? {} : { mode };
    await serveUntilStopped(port, async (listeners) => {
      const recorder = live === undefined ? undefined : await (await import('./openRecorder.ts')).openRecorder(live, say);
      const recording = recorder === undefined ? {} : { record: recorder.record, mayBeMissing: true };
      try {
        const { primary, gateway, key, control, counts, secretFingerprints, coverage, close } = await startReplay(
          { fixtures, port, origins, pseudonyms, ...free, ...recording, ...(reportFile === undefined ? {} : { reportFile }) },
          listeners,
        ).catch((error: unknown) => throwFolderError(fixtures, error));
        const others = describeOtherSecrets(secretFingerprints(), pseudonyms);
        if (others !== '') say(`${others}.`);
        const end = async () => {
          await recorder?.end();
          await close();
          if (report !== undefined) reportCoverage(coverage(), report);
        };
        return { ready: { primary, gateway, key, control, mode, ...counts() }, close: end };
      } catch (error) {
        await recorder?.end();
        throw error;
      }
    });
  });
}

/** @throws UsageError if the secret is missing or invalid */
export async function readPseudonyms({
  'secret-from': from,
  pseudonymize,
  store = getDefaultDataFolder(process.platform, process.env),
}: Readonly<Partial<Record<'secret-from' | 'store', string> & { pseudonymize: boolean }>>): Promise<Pseudonyms | undefined> {
  if (from === undefined && pseudonymize !== true) return undefined;
  try {
    if (from !== undefined && from !== 'environment' && !existsSync(from)) throw new Error(`File not found: ${from}`);
    const secret =
      from === undefined
        ? await (await import('./openMcpServices.ts')).createSecretReader(store, say)()
        : await (from === 'environment' ? readTeamSecret(undefined) : readTeamSecret(from, {}));
    if (secret !== undefined) return createPseudonyms(secret);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError(`${teamSecretVariable} isn't set in ${from === 'environment' ? 'the environment' : from}`);
}

type LiveOptionValues = ConnectionOptionValues & Partial<Record<'budget' | 'store' | 'new-store', string | undefined>>;

/** @throws UsageError if the budget or the base URL is missing */
export async function readRecorderOptions(fixtures: string, values: LiveOptionValues): Promise<RecorderOptions> {
  const budget = readDollarsOption('budget', values.budget);
  if (budget === undefined) {
    throw new UsageError('Live mode pays for unmatched requests. Set a budget, such as --budget 0.05');
  }
  const connections = await createPaidConnections(values);
  if (connections === undefined) {
    throw new UsageError('Live mode sends requests to a service. Set its base URL with --primary URL, --gateway URL, or both');
  }
  if (values.store !== undefined) await makeFolderOfOption('--store', values.store);
  return { fixtures, connections, budget, store: values.store, newStore: readDollarsOption('new-store', values['new-store']) };
}

/** @throws UsageError because setting a budget means to record */
function throwOnLiveOptions(values: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(liveOptions).find((name) => values[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} requires --mode live`);
}
