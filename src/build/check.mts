// `npm run check`: every guard, one line each; ends with 1 when one of them found something.
// `--root DIR` checks another project; names after the options choose guards.
import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { checkLayers } from './checkLayers.mts';
import { checkProposedApi } from './checkProposedApi.mts';
import { checkTranslations } from './strings/checkTranslations.mts';
import { runProgram } from './processes.ts';
import { projectFolders } from './projectFolders.ts';
import { writeTestRun } from './testRun.ts';

/** What a guard found: `report` is for people, empty when there is nothing to say. */
export interface GuardResult {
  readonly ok: boolean;
  readonly report: string;
}

/** One thing that must hold of the whole project. */
export interface Guard {
  readonly name: string;
  /** @param root absolute path of the project, the configuration of the tools in it */
  readonly run: (root: string) => Promise<GuardResult>;
}

/** All guards, the slow ones first so that two cores are used to the end. */
export const guards: readonly Guard[] = [
  { name: 'types', run: checkTypes },
  {
    name: 'lint',
    run: (root) =>
      runTool(root, 'node_modules/oxlint/bin/oxlint', [
        '--format=unix',
        '--type-aware',
        '--deny-warnings',
        '--report-unused-disable-directives-severity=error',
      ]),
  },
  {
    name: 'dead code',
    run: (root) => runTool(root, 'node_modules/knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']),
  },
  { name: 'generated files', run: (root) => runTool(root, 'src/build/generate.mts', ['--check', '--root', root]) },
  { name: 'layers', run: async (root) => toGuardResult(await checkLayers(root)) },
  { name: 'strings', run: (root) => Promise.resolve(toGuardResult(checkTranslations(root))) },
  { name: 'stable API', run: (root) => Promise.resolve(toGuardResult(checkProposedApi(root))) },
  { name: 'format', run: (root) => runTool(root, 'node_modules/oxfmt/bin/oxfmt', ['--list-different']) },
];

/** Threads of the compiler check much of a program twice; what runs beside it needs the other core. */
const singleThreadArguments = ['--singleThreaded'];

/** The webviews have a program of their own: they see the DOM and nothing of Node. */
async function checkTypes(root: string): Promise<GuardResult> {
  // the compiler calls a project without files an error
  const hasWebviews = globSync('src/webview/**/*.ts', { cwd: root }).length > 0;
  const projects = ['tsconfig.json', ...(hasWebviews ? [path.join('src', 'webview', 'tsconfig.json')] : [])];
  const found: GuardResult[] = [];
  for (const project of projects) {
    found.push(
      await runTool(root, 'node_modules/typescript/bin/tsc', [
        '--project',
        project,
        '--pretty',
        'false',
        ...singleThreadArguments,
      ]),
    );
  }
  return { ok: found.every(({ ok }) => ok), report: found.map(({ report }) => report).join('') };
}

/** Runs a program of this project for Node, whatever the shell and PATH; the project that it checks may be another. */
async function runTool(root: string, program: string, args: readonly string[]): Promise<GuardResult> {
  const script = path.join(projectFolders.root, program);
  const end = await runProgram(process.execPath, [script, ...args], { cwd: root });
  return { ok: end.code === 0, report: end.code === 0 ? '' : end.output };
}

function toGuardResult(faults: readonly string[]): GuardResult {
  return { ok: faults.length === 0, report: faults.map((fault) => `${fault}\n`).join('') };
}

async function checkProject(root: string, names: readonly string[]): Promise<void> {
  const start = performance.now();
  const wanted = guards.filter(({ name }) => names.length === 0 || names.includes(name));
  const failed = await runGuardsAndListFailed(wanted, root);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const all = wanted.length;
  const verdict = failed.length === 0 ? `all ${all} guards hold` : `${failed.length} of ${all} guards failed`;
  console.log(`check: ${verdict} (${seconds} s)`);
  writeTestRun({ passed: all - failed.length, failed: failed.length, failures: failed });
  process.exitCode = failed.length === 0 ? 0 : 1;
}

/** Two at a time: the tools use several threads themselves. Each is shown as it ends. @returns the names of those that failed */
async function runGuardsAndListFailed(all: readonly Guard[], root: string): Promise<readonly string[]> {
  const waiting = [...all];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let guard = waiting.shift(); guard !== undefined; guard = waiting.shift()) {
      const begin = performance.now();
      const { ok, report } = await guard
        .run(root)
        .catch((error: unknown): GuardResult => ({ ok: false, report: `${String(error)}\n` }));
      console.log(`${ok ? 'ok    ' : 'FAILED'}  ${guard.name.padEnd(16)} ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      if (!ok) {
        failed.push(guard.name);
        console.log(report.trimEnd().replaceAll(/^/gm, '        '));
      }
    }
  };
  await Promise.all([lane(), lane()]);
  return failed;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { root: { type: 'string' } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !guards.some((guard) => guard.name === name));
  if (unknown.length > 0) {
    console.error(`No such guard: ${unknown.join(', ')}. There are: ${guards.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 2;
  } else {
    await checkProject(values.root ?? projectFolders.root, positionals);
  }
}
