import { checkFixtures, type CheckedTree, type FixtureFinding } from '../app/fixtures/checkFixtures.ts';
import { defaultWarnDays } from '../app/fixtures/fixtureAge.ts';
import { createUnlinkedFileReader, listJsonFolder } from '../replay/listJsonFiles.ts';
import { readIntegerOption, readOptions, runWithUsage, readEnumOption, UsageError } from '../sandbox/readOptions.ts';
import { describeFinding, findingFormats } from './describeFinding.ts';
import { describeFolderError } from './describeFolderError.ts';

const usage = `Usage: social-data check DIR [options]

Looks at the fixtures of a folder: one line for each thing that is found. Ends with 1 where something is wrong, with 0 where
there is nothing, or only warnings.

Errors: a folder, a sidecar or a body that cannot be read, an endpoint that there is not, a body that is not what was saved, a key.
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
const maxAcceptedDays = 100_000;
const defaultMaxBodyKib = 1024;

/** Prints what is wrong with the fixtures of a folder, and how many there are. */
export async function runCheck(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options);
    const [folder, ...more] = positionals;
    if (folder === undefined) throw new UsageError('The folder of the fixtures is missing');
    if (more.length > 0) throw new UsageError(`One folder is checked at a time, not ${more.join(', ')} as well`);
    const format = readEnumOption('format', values.format, findingFormats) ?? 'text';
    const warnDays = readIntegerOption('warn-days', values['warn-days'], maxAcceptedDays) ?? defaultWarnDays;
    const failDays = readIntegerOption('fail-days', values['fail-days'], maxAcceptedDays);
    const maxBytes = (readIntegerOption('max-kib', values['max-kib'], 1_000_000) ?? defaultMaxBodyKib) * 1024;
    const keys = keyVariables.map((name) => process.env[name]?.trim() ?? '').filter((key) => key !== '');
    const tree: CheckedTree = {
      list: async (inside) => await listJsonFolder(folder, inside),
      read: createUnlinkedFileReader(folder),
    };
    const found = { error: 0, warning: 0 };
    const report = (finding: FixtureFinding): void => {
      found[finding.severity] += 1;
      process.stdout.write(`${describeFinding(finding, folder, format)}\n`);
    };
    const checks = { now: Date.now(), maxBytes, failDays, keys, ...(warnDays === 0 ? {} : { warnDays }) };
    const fixtures = await checkFixtures(tree, checks, report).catch((error: unknown) => throwUsageErrorOfFolder(folder, error));
    const counts = [
      formatCountWithNoun(fixtures, 'fixture'),
      formatCountWithNoun(found.error, 'error'),
      formatCountWithNoun(found.warning, 'warning'),
    ];
    process.stdout.write(`${counts.join(', ')}\n`);
    if (found.error > 0) process.exitCode = 1;
  });
}

/** @throws UsageError where the folder cannot be read, else the error itself */
function throwUsageErrorOfFolder(folder: string, error: unknown): never {
  const fault = describeFolderError(folder, error);
  throw fault === undefined ? error : new UsageError(fault);
}

function formatCountWithNoun(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
