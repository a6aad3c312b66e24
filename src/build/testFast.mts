// `npm run test:fast`: the unit and table tests, without a VS Code, in seconds.
// `--soak` gives property tests many more runs (SOAK=1), new values and time for them; `--part` chooses one of the three parts
// of all tests, files or globs choose tests, and `--timeout` says how long one may take, in milliseconds.
import { globSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runMocha } from '../../test/support/runMocha.ts';
import { exitOnSignals } from './processes.ts';
import { projectFolders } from './projectFolders.ts';

/** How long something may stay open after the last test, in milliseconds. */
const maxOpenAfterTestsMs = 5000;

const allTestGlobs = ['test/unit/**/*.test.ts', 'test/table/**/*.test.ts'];

/**
 * The tests that cover what .c8rc.json counts: a test takes half as long again while it is measured, so the others are a part of
 * their own, and run beside these.
 */
const measuredTestGlobs = [
  'test/unit/{client,host,protocol,replay,text,webview}/**/*.test.ts',
  'test/unit/app/{explore,fixtures,lookUp,profile,requests}/**/*.test.ts',
  'test/unit/build/openApi/**/*.test.ts',
  'test/table/**/*.test.ts',
];

/** The tests of the project's own scripts and documents, which wait half of their time for compilers and copies of it. */
const projectTestGlobs = ['test/unit/build/*.test.ts', 'test/unit/build/{packages,strings,vscode}/**/*.test.ts'];

type TestSelection = {
  readonly files: readonly string[];
  readonly exclude: readonly string[];
  /** Some of them start sandboxes, so that answers of these are held against the OpenAPI documents. */
  readonly holdsAnswers: boolean;
};

/** What `--part` can be. */
const selectionByPart = new Map<string | undefined, TestSelection>([
  [undefined, { files: allTestGlobs, exclude: [], holdsAnswers: true }],
  ['measured', { files: measuredTestGlobs, exclude: [], holdsAnswers: true }],
  ['project', { files: projectTestGlobs, exclude: [], holdsAnswers: false }],
  ['unmeasured', { files: allTestGlobs, exclude: [...measuredTestGlobs, ...projectTestGlobs], holdsAnswers: true }],
]);

const { values, positionals } = parseArgs({
  options: { soak: { type: 'boolean' }, part: { type: 'string' }, timeout: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const isSoak = values.soak === true;
const selection: TestSelection | undefined =
  positionals.length > 0 ? { files: positionals, exclude: [], holdsAnswers: false } : selectionByPart.get(values.part);
if (selection === undefined) {
  console.error(`There is no part ${String(values.part)}: ${[...selectionByPart.keys()].filter(Boolean).join(', ')}.`);
  process.exit(1);
}

/** What property tests draw their values from in `npm test`: what fails there fails again, on every machine. */
const steadySeed = 20_060_321;

exitOnSignals();
// What tests start are the same few programs again and again: they are compiled once, and not measured.
const isMeasured = process.env['NODE_V8_COVERAGE'] !== undefined;
delete process.env['NODE_V8_COVERAGE'];
process.env['NODE_COMPILE_CACHE'] = projectFolders.compiled;
if (!isMeasured) enableCompileCache(projectFolders.compiled); // what is not compiled in this run is measured less exactly
if (isSoak) process.env['SOAK'] = '1';
else fc.configureGlobal({ seed: steadySeed });
const files = globSync([...selection.files], { cwd: projectFolders.root, exclude: [...selection.exclude] })
  .toSorted()
  .map((file) => resolve(projectFolders.root, file));
if (files.length === 0) {
  console.error(`No tests match ${selection.files.join(', ')}.`);
  process.exit(1);
}
const failures = await runMocha({
  files,
  timeout: isSoak ? 600_000 : Number(values.timeout),
  totalsFile: process.env['SOCIAL_DATA_TEST_TOTALS'],
  color: process.stdout.isTTY,
  holdsAnswers: selection.holdsAnswers,
});
process.exitCode = failures === 0 ? 0 : 1;
// A test that leaves a server or a timer open would hang the run, so it is named and counts as a failure.
setTimeout(() => {
  console.error(`The tests have ended but left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, maxOpenAfterTestsMs).unref();
