import {
  checkFixtures,
  type CheckedTree,
  type FindingSeverity,
  type FixtureFinding,
  defaultWarnDays,
  getTemporaryPath,
  printSidecar,
  type Sidecar,
} from '../features/fixtures/index.ts';
import { createUnlinkedFileReader, listJsonFolder } from '../features/fixtures/server/listJsonFiles.ts';
import {
  formatUsage,
  helpOption,
  type OptionTable,
  readEnumOption,
  readIntegerOption,
  readOptions,
  runWithUsage,
  StartError,
  UsageError,
} from '../sandbox/readOptions.ts';
import { stripToSingleLine } from '../core/text/stripHiddenCharacters.ts';
import { throwFolderError } from './folders.ts';
import { escapeWorkflowText, formatCountWithNoun } from './reportText.ts';
import { openNodeFixtureFolder } from './nodeFixtureFolder.ts';

const findingFormats = ['text', 'github'] as const;

const maxAcceptedDays = 100_000;
const defaultMaxBodyKib = 1024;

const options = {
  format: {
    type: 'string',
    value: 'FORMAT',
    says: 'text (the default), or github for workflow annotations',
  },
  'warn-days': {
    type: 'string',
    value: 'N',
    says: `warn about older fixtures (default ${defaultWarnDays}; 0: never)`,
  },
  'fail-days': { type: 'string', value: 'N', says: 'fail on older fixtures' },
  'max-kib': { type: 'string', value: 'N', says: `warn about larger bodies (default ${defaultMaxBodyKib})` },
  strict: { type: 'boolean', says: 'also fail on warnings' },
  accept: { type: 'boolean', says: 'update the sidecars of edited bodies that have no other problems' },
  ...helpOption,
} as const satisfies OptionTable;

const usage = formatUsage(
  'Usage: social-data check DIR [options]',
  'Checks the fixtures in a folder and prints one line per finding. Exits with 1 if there are errors, 0 if there are\nno errors, and 2 if there are no fixtures.',
  "Errors: an unreadable folder, sidecar, or body; a sidecar that is missing or contradicts its endpoint or body; an unknown\nendpoint; an edited body; a key.\nWarnings: parameters that would be rejected; a body that doesn't match its endpoint; a JSON file without a sidecar; a link\n(links aren't followed); a large body.",
  options,
  'If the environment has API_KEY or MARKETPLACE_KEY, fixtures are also searched for that key.',
);

const keyVariables = ['API_KEY', 'MARKETPLACE_KEY'];

export async function runCheck(args: readonly string[]): Promise<void> {
  await runWithUsage(usage, async () => {
    const { values, positionals } = readOptions(args, options, { allowPositionals: true });
    const [folder, ...more] = positionals;
    if (folder === undefined) throw new UsageError('Specify the fixtures folder');
    if (more.length > 0) throw new UsageError(`Only one folder can be checked at a time. Remove ${more.join(', ')}`);
    const format = readEnumOption('format', values.format, findingFormats) ?? 'text';
    const warnDays = readIntegerOption('warn-days', values['warn-days'], maxAcceptedDays) ?? defaultWarnDays;
    const failDays = readIntegerOption('fail-days', values['fail-days'], maxAcceptedDays);
    const maxBytes = (readIntegerOption('max-kib', values['max-kib'], 1_000_000) ?? defaultMaxBodyKib) * 1024;
    const keys = keyVariables.map((name) => process.env[name]?.trim() ?? '').filter((key) => key !== '');
    const tree: CheckedTree = {
      list: async (inside) => await listJsonFolder(folder, inside),
      read: createUnlinkedFileReader(folder),
    };
    const found = { error: 0, warning: 0, note: 0 };
    const report = (finding: FixtureFinding): void => {
      found[finding.severity] += 1;
      process.stdout.write(`${describeFinding(finding, folder, format)}\n`);
    };
    const accept = values.accept === true ? createSidecarWriter(folder) : undefined;
    const checks = { now: Date.now(), maxBytes, failDays, keys, accept, ...(warnDays === 0 ? {} : { warnDays }) };
    const fixtures = await checkFixtures(tree, checks, report).catch((error: unknown) => throwFolderError(folder, error));
    if (fixtures === 0) throw new StartError(`No fixtures found in ${folder}`);
    process.stdout.write(formatSum(fixtures, found));
    if (found.error > 0 || (values.strict === true && found.warning > 0)) process.exitCode = 1;
  });
}

type FindingCounts = Readonly<Record<FindingSeverity, number>>;

function formatSum(fixtures: number, { error, warning, note }: FindingCounts): string {
  const counts = [
    formatCountWithNoun(fixtures, 'fixture'),
    formatCountWithNoun(error, 'error'),
    formatCountWithNoun(warning, 'warning'),
    ...(note === 0 ? [] : [`${formatCountWithNoun(note, 'edit')} accepted`]),
  ];
  return `${counts.join(', ')}\n`;
}

function createSidecarWriter(root: string): (file: string, sidecar: Sidecar) => Promise<void> {
  const files = openNodeFixtureFolder(root);
  return async (file, sidecar) => {
    await files.write(getTemporaryPath(file), new TextEncoder().encode(printSidecar(sidecar)));
    await files.move(getTemporaryPath(file), file);
  };
}

/** @param folder the prefix of the file's path */
export function describeFinding(finding: FixtureFinding, folder: string, format: (typeof findingFormats)[number]): string {
  const { file, severity, kind } = finding;
  const path = folder === '.' ? file : `${folder.replace(/[/\\]$/, '')}/${file}`;
  const message = stripToSingleLine(finding.message) + (kind === 'edited' ? ' (--accept keeps the edit)' : '');
  switch (format) {
    case 'text':
      return `${stripToSingleLine(path)}: ${severity}: ${message}`;
    case 'github': {
      const command = severity === 'note' ? 'notice' : severity;
      return `::${command} file=${escapeWorkflowText(path).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeWorkflowText(message)}`;
    }
  }
}
