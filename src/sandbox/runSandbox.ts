import {
  runWithUsage,
  formatUsage,
  helpOption,
  type OptionTable,
  originOption,
  readEnumOption,
  readIntegerOption,
  readOptions,
  readOrigins,
  UsageError,
} from './readOptions.ts';
import { startSandbox, type SandboxOptions } from './server.ts';
import { serveUntilStopped } from './serveUntilStopped.ts';
import { readIsoTime } from './world/snowflake.ts';
import { rawUserLayouts } from './upstream/rawUserLayout.ts';

export async function runSandbox(args: readonly string[], program: string): Promise<void> {
  await runWithUsage(formatSandboxUsage(program), async () => {
    const options = readCommandLine(args);
    await serveUntilStopped(options.port ?? 0, async (listeners) => {
      const { primary, gateway, key, control, close } = await startSandbox(options, listeners);
      return { ready: { primary, gateway, key, control }, close };
    });
  });
}

const options = {
  port: { type: 'string', value: 'N', says: 'the port (default 0: any free port)' },
  origin: originOption,
  clock: { type: 'string', value: 'TIME', says: 'the current time: an ISO 8601 time, or wall for the real time' },
  latency: { type: 'string', value: 'MS', says: 'milliseconds before every response of an endpoint' },
  'rate-limit': { type: 'string', value: 'N/SECONDS', says: 'the number of requests per window and key (default: no limit)' },
  'media-base': {
    type: 'string',
    value: 'URL',
    says: 'the base of image addresses (default: https://media.example)',
  },
  'raw-user': { type: 'string', value: 'LAYOUT', says: 'users in raw responses: core, legacy, or both (the default)' },
  ...helpOption,
} as const satisfies OptionTable;

export const formatSandboxUsage = (program: string): string =>
  formatUsage(
    `Usage: ${program} [options]`,
    'Serves both services with sample data, on 127.0.0.1, until Ctrl+C.\nWhen ready, it prints one line of JSON:\n{"primary": address, "gateway": address, "key": "…", "control": "…"}.',
    options,
    'See docs/sandbox.md for reserved values, faults, and control requests.',
  );

export function readCommandLine(args: readonly string[]): SandboxOptions {
  const { values } = readOptions(args, options);
  return {
    port: readIntegerOption('port', values.port, 65_535) ?? 0,
    ...mapIfGiven(values.origin, (origins) => ({ origins: readOrigins(origins) })),
    ...mapIfGiven(readIntegerOption('latency', values.latency, 600_000), (latencyMs) => ({ latencyMs })),
    ...mapIfGiven(readClockFlag(values.clock), (clock) => ({ clock })),
    ...mapIfGiven(readRateLimitFlag(values['rate-limit']), (rateLimit) => ({ rateLimit })),
    ...mapIfGiven(readMediaBaseFlag(values['media-base']), (mediaBase) => ({ mediaBase })),
    ...mapIfGiven(readEnumOption('raw-user', values['raw-user'], rawUserLayouts), (rawUserLayout) => ({ rawUserLayout })),
  };
}

function mapIfGiven<V, O>(value: V | undefined, toOption: (value: V) => O): O | undefined {
  return value === undefined ? undefined : toOption(value);
}

function readClockFlag(given: string | undefined): 'wall' | number | undefined {
  if (given === undefined || given === 'wall') return given;
  const ms = readIsoTime(given);
  if (ms === undefined)
    throw new UsageError('--clock must be wall or an ISO 8601 time with a time zone, such as 2026-06-15T12:00:00Z');
  return ms;
}

function readRateLimitFlag(given: string | undefined): { readonly calls: number; readonly seconds: number } | undefined {
  if (given === undefined) return undefined;
  const [, calls = '', seconds = ''] = /^([1-9]\d{0,6})\/([1-9]\d{0,4})$/.exec(given) ?? [];
  if (calls === '') throw new UsageError('--rate-limit must be requests/seconds, such as 60/60');
  return { calls: Number(calls), seconds: Number(seconds) };
}

function readMediaBaseFlag(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new UsageError('--media-base must be an http or https URL');
  }
  return given.replace(/(?<!\/)\/+$/, '');
}
