// The suites that click through the real workbench with Playwright, once the extension is built.
// They always use the server target, whose workbench is a page. Files or globs choose suites.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { runMocha } from '../../test/support/runMocha.ts';
import { endOnSignals } from './endOnSignals.ts';
import { endWithFailures } from './endWithFailures.ts';
import { projectFolders } from './vscode/projectFolders.ts';

endOnSignals();
const patterns = process.argv.length > 2 ? process.argv.slice(2) : ['test/webview/**/*.test.ts'];
const files = globSync(patterns, { cwd: projectFolders.root })
  .toSorted()
  .map((file) => resolve(projectFolders.root, file));
if (files.length === 0) {
  console.error(`No suites match ${patterns.join(', ')}.`);
  process.exit(1);
}
endWithFailures(
  await runMocha({
    files,
    timeout: 60_000,
    totalsFile: process.env['SOCIAL_DATA_TEST_TOTALS'],
    color: process.stdout.isTTY,
    holdsAnswers: process.argv.length === 2,
  }),
);
