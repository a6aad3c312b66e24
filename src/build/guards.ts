import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkLayers } from './checkLayers.mts';
import { runCommand } from './runCommand.ts';

/** What a guard found: `report` is for people, empty when there is nothing to say. */
export interface Finding {
  readonly ok: boolean;
  readonly report: string;
}

/** One thing that must hold of the whole project. */
export interface Guard {
  readonly name: string;
  /** @param root absolute path of the project, the configuration of the tools in it */
  readonly run: (root: string) => Promise<Finding>;
}

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** All guards of `npm run check`, the slow ones first so that two cores are used to the end. */
export const guards: readonly Guard[] = [
  { name: 'types', run: checkTypes },
  {
    name: 'lint',
    run: (root) =>
      runTool(root, 'oxlint', [
        '--format=unix',
        '--type-aware',
        '--deny-warnings',
        '--report-unused-disable-directives-severity=error',
      ]),
  },
  { name: 'dead code', run: (root) => runTool(root, 'knip', ['--no-progress', '--treat-config-hints-as-errors']) },
  { name: 'generated files', run: checkGenerated },
  { name: 'layers', run: async (root) => toFinding(await checkLayers(root)) },
  { name: 'format', run: (root) => runTool(root, 'oxfmt', ['--list-different']) },
];

/** The webviews have a program of their own: they see the DOM and nothing of Node. */
async function checkTypes(root: string): Promise<Finding> {
  const main = await runTool(root, 'typescript', ['--project', 'tsconfig.json', '--pretty', 'false']);
  if (!(await hasSources(path.join(root, 'src', 'webview')))) {
    return main; // the compiler calls a project without files an error
  }
  const webview = await runTool(root, 'typescript', [
    '--project',
    path.join('src', 'webview', 'tsconfig.json'),
    '--pretty',
    'false',
  ]);
  return { ok: main.ok && webview.ok, report: main.report + webview.report };
}

async function checkGenerated(root: string): Promise<Finding> {
  const script = fileURLToPath(new URL('generate.mts', import.meta.url));
  const end = await runCommand(process.execPath, [script, '--check', '--root', root], { cwd: root, output: 'collect' });
  return { ok: end.code === 0, report: end.output };
}

/** Runs a package's program, whatever the shell and PATH; it is this project's own, the project that it checks may be another. */
async function runTool(root: string, name: string, args: readonly string[]): Promise<Finding> {
  const manifestPath = path.join(packages, name, 'package.json');
  const program = programOf(JSON.parse(await readFile(manifestPath, 'utf8')), name);
  const end = await runCommand(process.execPath, [path.join(path.dirname(manifestPath), program), ...args], {
    cwd: root,
    output: 'collect',
  });
  return { ok: end.code === 0, report: end.code === 0 ? '' : end.output };
}

/** The script that a package.json gives as its program: its only one, or the one of the package's own name. */
function programOf(manifest: unknown, name: string): string {
  const bin: unknown = typeof manifest === 'object' && manifest !== null && 'bin' in manifest ? manifest.bin : undefined;
  const programs = typeof bin === 'object' && bin !== null ? Object.entries(bin) : [];
  const script: unknown = (programs.find(([program]) => program === name) ?? programs[0])?.[1];
  if (typeof script !== 'string') {
    throw new TypeError(`the package ${name} has no program`);
  }
  return script;
}

function toFinding(faults: readonly string[]): Finding {
  return { ok: faults.length === 0, report: faults.map((fault) => `${fault}\n`).join('') };
}

async function hasSources(folder: string): Promise<boolean> {
  for await (const _ of glob('**/*.ts', { cwd: folder })) {
    return true;
  }
  return false;
}
