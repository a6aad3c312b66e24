// The suites that click through the real workbench with Playwright, once the extension is built.
// They always use the server target, whose workbench is a page. Files or globs choose suites.
// A suite that fails is run once more, and said.
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { mostSecondTries } from './secondTry.ts';
import { type Outcome, stepRunner } from './stepRunner.ts';
import type { TestStep } from './testSteps.ts';
import { failuresOf, presentTotals, sumTotals } from './totals.ts';
import { chromium } from './vscode/chromium.ts';
import { codeServer } from './vscode/codeServer.ts';
import { projectFolders } from './vscode/projectFolders.ts';

/** How many suites run at the same time: each is a browser, a server and an extension host. */
const lanes = Math.min(4, availableParallelism());

const isWhole = process.argv.length === 2;
const patterns = isWhole ? ['test/webview/**/*.test.ts'] : process.argv.slice(2);
// The long ones first, so that the lanes end together: how long one takes is told by its size, but for one that waits for thousands of posts.
const length = (file: string): number =>
  basename(file) === 'threadLarge.test.ts' ? Infinity : statSync(join(projectFolders.root, file)).size;
const waiting = globSync(patterns, { cwd: projectFolders.root }).toSorted((a, b) => length(b) - length(a));
if (waiting.length === 0) {
  console.error(`No suites match ${patterns.join(', ')}.`);
  process.exit(1);
}
const runStep = stepRunner();
// Fetched once, not by each suite.
await codeServer(projectFolders.cache, console.log);
await chromium(projectFolders.cache, console.log);
mkdirSync(projectFolders.totals, { recursive: true });
const outcomes: Outcome[] = [];
const unsteady: string[] = [];
let triedAgain = 0;
await Promise.all(Array.from({ length: lanes }, runLane));
const totals = sumTotals([...outcomes.map((outcome) => outcome.totals), { passed: 0, failed: heldNone() ? 1 : 0 }]);
const totalsFile = process.env['SOCIAL_DATA_TEST_TOTALS'];
const failures = outcomes.filter((outcome) => outcome.totals.failed > 0).flatMap(failuresIn);
if (totalsFile !== undefined) writeFileSync(totalsFile, JSON.stringify({ ...totals, failures, unsteady }));
for (const { name, seconds } of outcomes) console.log(`${name.padEnd(32)} ${seconds.toFixed(1).padStart(7)} s`);
for (const one of unsteady) console.log(`passed in a second try: ${one}`);
console.log(presentTotals(totals));
process.exitCode = totals.failed === 0 ? 0 : 1;

async function runLane(): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const first = await runSuite(file, basename(file));
    outcomes.push(first.totals.failed === 0 || triedAgain === mostSecondTries ? first : await tryAgain(file, first));
  }
}

/** A second try makes good what failed in the first, and names it. */
async function tryAgain(file: string, first: Outcome): Promise<Outcome> {
  triedAgain += 1;
  console.log(`Run once more: ${first.name}`);
  const second = await runSuite(file, `${first.name} again`);
  if (second.totals.failed === 0) unsteady.push(...failuresIn(first));
  return { ...second, name: first.name, seconds: first.seconds + second.seconds };
}

async function runSuite(file: string, name: string): Promise<Outcome> {
  return await runStep(suiteStep(name, file), join(projectFolders.totals, `${name}.json`), 'whole');
}

/** What failed in a suite, in words; that it ended badly, where it did not say so itself. */
function failuresIn({ name, written }: Outcome): readonly string[] {
  const failures = failuresOf(written);
  return (failures.length === 0 ? ['ended badly'] : failures).map((failure) => `${name}: ${failure}`);
}

function suiteStep(name: string, file: string): TestStep {
  const args = ['src/build/testFast.mts', '--timeout', '120000', file];
  return { name, args: () => args, counts: true, deadline: 10 * 60_000 };
}

/** Says when no suite at all held an answer of a sandbox against the OpenAPI documents: the check itself is broken then. */
function heldNone(): boolean {
  const isNone = isWhole && outcomes.every(({ written }) => Reflect.get(Object(written), 'answers') === 0);
  if (isNone) console.log('No answer of a sandbox was held against the OpenAPI documents, which counts as a failure.');
  return isNone;
}
