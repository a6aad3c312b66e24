import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { type Coverage, mergeCoverage } from '../features/fixtures/index.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  readEnumOption,
  readOptions,
  runWithUsage,
  StartError,
  UsageError,
} from '../sandbox/readOptions.ts';
import { escapeWorkflowText, formatCountWithNoun } from './reportText.ts';
import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';

const reportFormats = ['text', 'json', 'github'] as const;
const failures = ['unmatched', 'unused'] as const;

export const coverageOptions = {
  report: { type: 'string', value: 'FORMAT', says: 'list what was unused or unmatched, as text, json, or github annotations' },
  'fail-on': {
    type: 'string',
    value: 'LIST',
    says: 'exit with 1 for unmatched requests (unmatched), unused fixtures (unused), or both (unmatched,unused)',
  },
} as const satisfies OptionTable;

const options = { ...coverageOptions, ...helpOption } as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data coverage FILE [options]',
  'Reports which fixtures the test runs in a report file used. Runs of social-data replay --report-file FILE and\nstartReplay({ reportFile }) add to the file, also in parallel; delete it before the first one.',
  options,
  'Unused means not requested from a fixture server. Imports and loadFixture read files without a server.',
);

export interface CoverageReport {
  readonly format: (typeof reportFormats)[number];
  readonly failOn: readonly (typeof failures)[number][];
}

export async function runCoverage(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options, { allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('Specify one report file');
    const report = readCoverageReport(values) ?? { format: 'text', failOn: [] };
    reportCoverage(mergeCoverage(await readReportFile(file)), report);
  });
}

/** @returns undefined if no report is wanted */
export function readCoverageReport(
  values: Readonly<Partial<Record<'report' | 'fail-on', string | undefined>>>,
): CoverageReport | undefined {
  const format = readEnumOption('report', values.report, reportFormats);
  const failOn = (values['fail-on']?.split(',') ?? []).flatMap((word) => readEnumOption('fail-on', word, failures) ?? []);
  return format === undefined && failOn.length === 0 ? undefined : { format: format ?? 'text', failOn };
}

/** Prints the report, and sets exit code 1 if it has a failure. */
export function reportCoverage(coverage: Coverage, report: CoverageReport): void {
  const lines = formatCoverage(coverage, report);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (report.failOn.some((kind) => coverage[kind].length > 0)) process.exitCode = 1;
}

function formatCoverage(coverage: Coverage, { format, failOn }: CoverageReport): readonly string[] {
  const { used, unused } = coverage;
  const unmatched = coverage.unmatched.map(({ request, reason, times }) => `${request} (${times}×): ${reason}`);
  switch (format) {
    case 'json':
      return [JSON.stringify(coverage)];
    case 'text':
      return [
        ...unused.map((name) => stripToSingleLine(`unused: ${name}`)),
        ...unmatched.map((line) => stripToSingleLine(`unmatched: ${line}`)),
        `${used.length} used, ${unused.length} unused, ${formatCountWithNoun(unmatched.length, 'unmatched request')}`,
      ];
    case 'github': {
      const levelOf = (kind: (typeof failures)[number]) => (failOn.includes(kind) ? 'error' : 'warning');
      return [
        ...unused.map((name) => `::${levelOf('unused')}::Unused fixture: ${escapeWorkflowText(name)} wasn't requested`),
        ...unmatched.map((line) => `::${levelOf('unmatched')}::Unmatched request: ${escapeWorkflowText(line)}`),
      ];
    }
  }
}

const coverageSchema = z.strictObject({
  used: z.array(z.string()),
  unused: z.array(z.string()),
  unmatched: z.array(z.strictObject({ request: z.string(), reason: z.string(), times: z.int() })),
});

async function readReportFile(file: string): Promise<readonly Coverage[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    const lines = text.trimEnd().split('\n');
    return lines.map((line) => coverageSchema.parse(JSON.parse(line)));
  } catch {
    throw new StartError(`${file} isn't a report of finished runs`);
  }
}
