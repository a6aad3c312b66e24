import { checkFixtures } from '../app/fixtures/checkFixtures.ts';
import { defaultWarnDays } from '../app/fixtures/fixtureAge.ts';
import { filterSidecarFiles } from '../app/fixtures/replay/loadFixture.ts';
import { type ListedFiles, listJsonFiles, createListedFileReader } from '../replay/listJsonFiles.ts';
import { describeFinding, findingFormats } from './describeFinding.ts';
import { describeFolderError, readIntegerOption, readOptions, runWithUsage, readEnumOption, UsageError } from './readOptions.ts';

const usage = `Usage: social-data check DIR [options]

Looks at the fixtures of a folder: one line for each thing that is found. Ends with 1 where something is wrong, with 0 where
there is nothing, or only warnings.

Errors: a sidecar or a body that cannot be read, an endpoint that there is not, a body that is not what was saved, a key.
Warnings: parameters that would be refused, a JSON file that no sidecar describes, a body that is large.

  --format FORMAT   text (the default), or github for the annotations of a workflow
  --warn-days N     warn of fixtures that are older (default ${defaultWarnDays}; 0: of none)
  --fail-days N     fail on fixtures that are older
  --max-kib N       warn of bodies that are larger (default 1024)
  --help            this text

Where the environment has API_KEY or MARKETPLACE_KEY, that key is looked for, too.
`;

const options = {
  format: { type: 'string' },
  'warn-days': { type: 'string' },
  'fail-days': { type: 'string' },
  'max-kib': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const keyVariables = ['API_KEY', 'MARKETPLACE_KEY'];
const maxDays = 100_000;
const defaultMaxKib = 1024;

/** Prints what is wrong with the fixtures of a folder, and how many there are. */
export async function runCheck(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options);
    if (values.help === true) {
      process.stdout.write(usage);
      return;
    }
    const [folder, ...more] = positionals;
    if (folder === undefined) throw new UsageError('The folder of the fixtures is missing');
    if (more.length > 0) throw new UsageError(`One folder is checked at a time, not ${more.join(', ')} as well`);
    const format = readEnumOption('format', values.format, findingFormats) ?? 'text';
    const warnDays = readIntegerOption('warn-days', values['warn-days'], maxDays) ?? defaultWarnDays;
    const failDays = readIntegerOption('fail-days', values['fail-days'], maxDays);
    const maxBytes = (readIntegerOption('max-kib', values['max-kib'], 1_000_000) ?? defaultMaxKib) * 1024;
    const files = await listFilesOrUsageError(folder);
    const keys = keyVariables.map((name) => process.env[name]?.trim() ?? '').filter((key) => key !== '');
    const findings = await checkFixtures(files, createListedFileReader(folder, files), {
      ...{ now: Date.now(), maxBytes, failDays, keys },
      ...(warnDays === 0 ? {} : { warnDays }),
    });
    for (const finding of findings) process.stdout.write(`${describeFinding(finding, folder, format)}\n`);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const counts = [
      formatCountWithNoun(filterSidecarFiles(files.keys()).length, 'fixture'),
      formatCountWithNoun(errors, 'error'),
      formatCountWithNoun(findings.length - errors, 'warning'),
    ];
    process.stdout.write(`${counts.join(', ')}\n`);
    if (errors > 0) process.exitCode = 1;
  });
}

/** @throws UsageError where the folder cannot be read */
async function listFilesOrUsageError(folder: string): Promise<ListedFiles> {
  try {
    return await listJsonFiles(folder);
  } catch (error) {
    const fault = describeFolderError(folder, error);
    if (fault === undefined) throw error;
    throw new UsageError(fault);
  }
}

function formatCountWithNoun(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
