// `npm run test:fast`: the unit and table tests, or the given files or globs.
// `--soak` runs the release tests: properties with more runs and new values (SOAK=1), slow patterns, OpenAPI tools.
import { globSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { capturesFolder } from '../../test/support/captures.ts';
import { closeSharedBrowser } from '../../test/support/vscode/sharedBrowser.ts';
import { exitOnSignals } from './processes.ts';
import { projectFolders } from './projectFolders.ts';

/** How long servers and timers have to close after the last test, in milliseconds. */
const maxOpenAfterTestsMs = 60_000;

const quickTests = ['test/{unit,table}/**/*.test.ts'];
const soakTests = ['test/{soak,openapi}/**/*.test.ts'];
/** Real upstream bodies show real people's posts, so they aren't in the repository. */
const captureTests = ['test/unit/**/*[cC]aptures.test.ts'];

/** Makes property test failures reproducible. */
const steadySeed = 20_060_321;

const { values, positionals } = parseArgs({ options: { soak: { type: 'boolean', default: false } }, allowPositionals: true });
exitOnSignals();
// Programs that tests start share a compile cache and aren't measured.
const isMeasured = process.env['NODE_V8_COVERAGE'] !== undefined;
delete process.env['NODE_V8_COVERAGE'];
process.env['NODE_COMPILE_CACHE'] = projectFolders.compiled;
if (!isMeasured) enableCompileCache(projectFolders.compiled); // coverage is less exact for code from the cache
if (values.soak) process.env['SOAK'] = '1';
else fc.configureGlobal({ seed: steadySeed });
const chosen = positionals.length > 0 ? positionals : values.soak ? [...quickTests, ...soakTests] : quickTests;
const files = globSync(chosen, { cwd: projectFolders.root, exclude: capturesFolder === undefined ? captureTests : [] })
  .toSorted()
  .map((file) => resolve(projectFolders.root, file));
if (files.length === 0) {
  console.error(`No tests match ${chosen.join(', ')}.`);
  process.exit(1);
}
if (capturesFolder === undefined && positionals.length === 0) {
  console.log('SOCIAL_DATA_CAPTURES is not a folder of real upstream bodies: tests that need them are not run.');
}
const { runMocha } = await import('../../test/support/runMocha.ts');
const failures = await runMocha({
  files,
  hooks: { afterAll: closeSharedBrowser },
  totalsFile: process.env['SOCIAL_DATA_TEST_TOTALS'],
  color: process.stdout.isTTY,
});
process.exitCode = failures === 0 ? 0 : 1;
// An open server or timer would hang the run.
setTimeout(() => {
  console.error(`The tests ended but left these resources open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, maxOpenAfterTestsMs).unref();
