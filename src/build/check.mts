// `npm run check`: runs all guards, or those that are named. Exits with 1 if one fails.
import path from 'node:path';
import { runProgram } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { writeTestRun } from './runStep.ts';

const { root } = projectFolders;

/** Slowest first, to keep two cores busy. A guard returns its findings, or an empty string. */
const guards: Readonly<Record<string, () => Promise<string>>> = {
  types: async () => (await checkTypes('tsconfig.json')) + (await checkTypes(path.join('src', 'page', 'tsconfig.json'))),
  lint: () =>
    runTool('node_modules/oxlint/bin/oxlint', [
      '--format=unix',
      '--type-aware',
      '--deny-warnings',
      '--report-unused-disable-directives-severity=error',
    ]),
  'dead code': () => runTool('node_modules/knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']),
  'generated files': () => runTool('src/build/generate.mts', ['--check']),
  format: () => runTool('node_modules/oxfmt/bin/oxfmt', ['--list-different']),
};

/** Single-threaded, because the compiler's threads repeat work, and the other core is busy. */
async function checkTypes(project: string): Promise<string> {
  return await runTool('node_modules/typescript/bin/tsc', ['--project', project, '--pretty', 'false', '--singleThreaded']);
}

/** @returns the output if the program fails */
async function runTool(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runProgram(process.execPath, [path.join(root, program), ...args], { cwd: root });
  return code === 0 ? '' : output.trimEnd() || `${program} failed`;
}

const names = process.argv.slice(2);
const wanted = Object.entries(guards).filter(([name]) => names.length === 0 || names.includes(name));
const waiting = [...wanted];
const failed: string[] = [];

async function runLane(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, run] = next;
    const begin = performance.now();
    const report = await run();
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    console.log(`${report === '' ? 'ok    ' : 'FAILED'}  ${name.padEnd(16)} ${seconds} s`);
    if (report === '') continue;
    failed.push(name);
    console.log(report.replaceAll(/^/gm, '        '));
  }
}

await Promise.all([runLane(), runLane()]);
const passed = wanted.length - failed.length;
console.log(`check: ${passed} of ${wanted.length} guards hold`);
writeTestRun({ passed, failed: failed.length, failures: failed });
process.exitCode = failed.length === 0 ? 0 : 1;
