import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../../../../src/build/processes.ts';
import { projectFolders } from '../../../../src/build/projectFolders.ts';
import { createTemporaryProject } from '../../../support/temporaryProject.ts';
import type { Edit } from './recipeChanges.ts';

/** What a project is made of, as far as the checks of a change look. */
const copied = [
  'src',
  'test',
  'docs',
  'media/skills',
  'README.md',
  '.vscodeignore',
  'package.json',
  'package.nls.json',
  'tsconfig.json',
];

/** The tests that notice a file that was forgotten. */
const tests = [
  ...['test/table/**/*.test.ts', 'test/unit/build/openApi/openApi.test.ts', 'test/unit/build/manifest.test.ts'],
  'test/unit/app/errors/*.test.ts',
];

/** What notices a file that was forgotten: each is a program of the copy, with its arguments. */
const checks: readonly (readonly string[])[] = [
  ['src/build/check.mts', 'types', 'generated files', 'words'],
  ['src/build/testFast.mts', ...tests],
];

/**
 * The text of a file after an edit.
 * @throws Error when the anchor does not stand there exactly once
 */
function edited(text: string, edit: Edit): string {
  if ('create' in edit) return edit.create;
  const [anchor, by] = 'after' in edit ? [edit.after, edit.after + edit.insert] : [edit.replace, edit.by];
  const count = text.split(anchor).length - 1;
  if (count !== 1) throw new Error(`${edit.file} has ${JSON.stringify(anchor)} ${count} times; it is needed once`);
  return text.replace(anchor, () => by);
}

/** The texts of the files that edits change. */
function editedFiles(edits: readonly Edit[]): Readonly<Record<string, string>> {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const text =
      'create' in edit ? '' : (texts.get(edit.file) ?? readFileSync(path.join(projectFolders.root, edit.file), 'utf8'));
    texts.set(edit.file, edited(text, edit));
  }
  return Object.fromEntries(texts);
}

/**
 * Applies edits to a copy of this project and has it checked.
 * @param generates whether `npm run generate` comes first
 * @returns what the checks report, empty where all hold
 */
export async function tryChanges(edits: readonly Edit[], generates: boolean): Promise<string> {
  const gone = tests.filter((pattern) => globSync(pattern, { cwd: projectFolders.root }).length === 0);
  if (gone.length > 0) throw new Error(`there is no ${gone.join(', ')}`);
  await using project = await createTemporaryProject(editedFiles(edits), copied);
  const { SOCIAL_DATA_TEST_TOTALS: _totals, NODE_COMPILE_CACHE: _compiled, SOAK: _soak, ...env } = process.env; // these are of this run
  const reports: string[] = [];
  for (const [program = '', ...args] of [...(generates ? [['src/build/generate.mts']] : []), ...checks]) {
    const { code, output } = await runProgram(process.execPath, [program, ...args], { cwd: project.root, env });
    if (code !== 0) reports.push(output.replace(/^.*✔.*\n/gm, '').slice(-4_000));
  }
  return reports.join('\n');
}
