import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatorByFilePath } from '../../../src/build/generate.mts';
import { type GuardResult, guards } from '../../../src/build/check.mts';
import { runProgram } from '../../../src/build/processes.ts';
import { readTestRun } from '../../../src/build/testRun.ts';
import { createTemporaryProject } from '../../support/temporaryProject.ts';

const configuration = ['tsconfig.json', '.oxlintrc.json', '.oxfmtrc.json', 'knip.json', 'src/webview/tsconfig.json'];
const sound = {
  'package.json': '{\n  "name": "fixture",\n  "type": "module",\n  "private": true\n}\n',
  'src/build/start.mts': "import { greet } from '../client/greet.ts';\n\nconsole.log(greet('you'));\n",
  'src/client/greet.ts': 'export function greet(name: string): string {\n  return `Hello ${name}`;\n}\n',
  'test/unit/greet.test.ts': "import '../../src/client/greet.ts';\n",
  'src/client/public.ts': 'export const rows = 67;\n',
  'src/webview/thread/main.ts': "document.title = 'fixture';\n",
  'test/bench/activation/activationSuite.ts': 'export const rounds = 7;\n',
};

async function find(
  name: string,
  planted: Readonly<Record<string, string>> = {},
  copied: readonly string[] = [],
): Promise<GuardResult> {
  const guard = guards.find((one) => one.name === name);
  assert.ok(guard, `there is no guard ${name}`);
  await using project = await createTemporaryProject({ ...sound, ...planted }, [...configuration, ...copied]);
  return await guard.run(project.root);
}

describe('the guards of the check', function () {
  this.timeout(60_000); // each starts a tool; on a busy machine that takes its time

  for (const name of ['types', 'lint', 'dead code', 'format', 'layers', 'strings']) {
    it(`${name}: holds in a sound project`, async () => {
      assert.deepEqual(await find(name), { ok: true, report: '' });
    });
  }

  it('types: fails on a wrong type, under the strict options of this project', async () => {
    const { ok, report } = await find('types', {
      'src/client/planted.ts': "export const count: number = 'one';\nexport const first: string = ['a'][0];\n",
    });
    assert.equal(ok, false);
    assert.match(report, /planted\.ts\(1,14\): error TS2322/);
    assert.match(report, /planted\.ts\(2,14\): error TS2322/);
  });

  it('types: knows the DOM and nothing of Node in the webviews, and the reverse in all other places', async () => {
    const webview = ['src/webview/tsconfig.json'];
    const good = { 'src/webview/thread/main.ts': "export const body: HTMLElement = document.createElement('p');\n" };
    assert.deepEqual(await find('types', good, webview), { ok: true, report: '' });
    const bad = {
      'src/webview/thread/main.ts': 'export const here = process.cwd();\n',
      'src/client/planted.ts': 'export const there = document.body;\n',
    };
    const { ok, report } = await find('types', bad, webview);
    assert.equal(ok, false);
    assert.match(report, /main\.ts\(1,21\): error TS\d+: Cannot find name 'process'/);
    assert.match(report, /planted\.ts\(1,22\): error TS\d+: Cannot find name 'document'/);
  });

  const lintFaults: readonly (readonly [string, string, string, string?])[] = [
    ['any', 'no-explicit-any', 'export const value: any = 1;\n'],
    ['a promise nobody waits for', 'no-floating-promises', 'export function go(): void {\n  Promise.resolve(1);\n}\n'],
    ['a promise taken for a condition', 'no-misused-promises', "export const word = Promise.resolve(true) ? 'a' : 'b';\n"],
    [
      'a switch that forgets a case',
      'switch-exhaustiveness-check',
      "export function word(kind: 'a' | 'b'): void {\n  switch (kind) {\n    case 'a':\n      break;\n  }\n}\n",
    ],
    ['a type imported as a value', 'consistent-type-imports', "import { Stats } from 'node:fs';\nexport type Facts = Stats;\n"],
    ['a default export', 'no-default-export', 'export default 1;\n'],
    ['a console', 'no-console', "console.log('hello');\n"],
    ['a file of 301 lines', 'max-lines', 'export {};\n'.padEnd(11 + 300 * 5, '// a\n')],
    ['vscode in the client', 'no-restricted-imports', "import type { Uri } from 'vscode';\nexport type Place = Uri;\n"],
    ['undici outside its transport', 'no-restricted-imports', "export { request } from 'undici';\n"],
    ['a suppression without need', 'Unused', '// oxlint-disable-next-line no-console\nexport const value = 1;\n'],
    ['a compiler error silenced', 'ban-ts-comment', "// @ts-ignore\nexport const value: number = 'a';\n"],
    ['work left to do', 'no-warning-comments', '// fixme: later\nexport const value = 1;\n'],
  ];
  it('lint: fails on each of the planted faults', async () => {
    const planted = lintFaults.map(([what, rule, text, file], index) => ({
      what,
      rule,
      text,
      file: file?.replace('planted', `planted${index}`) ?? `src/client/planted${index}.ts`,
    }));
    const { ok, report } = await find('lint', Object.fromEntries(planted.map(({ file, text }) => [file, text])));
    assert.equal(ok, false);
    const missed = planted.filter(
      ({ file, rule }) => !report.split('\n').some((line) => line.startsWith(file) && line.includes(rule)),
    );
    assert.deepEqual(
      missed.map(({ what }) => what),
      [],
      report,
    );
  });

  it('layers: fails on each forbidden import', async () => {
    const { ok, report } = await find('layers', {
      'src/client/planted.ts': "export { Uri } from 'vscode';\n",
      'src/client/records/planted.ts': "export { readFile } from 'node:fs/promises';\n",
      'src/host/explore/planted.ts': "export { a } from '../../sandbox/a.ts';\n",
      'src/sandbox/a.ts': 'export const a = 1;\n',
    });
    assert.deepEqual(
      { ok, faults: report.trimEnd().split('\n') },
      {
        ok: false,
        faults: [
          'src/client/planted.ts imports vscode: src/client may not import vscode',
          'src/client/records/planted.ts imports node:fs/promises: src/client is free of Node',
          'src/host/explore/planted.ts imports src/sandbox/a.ts: src/host may not import src/sandbox',
        ],
      },
    );
  });

  it('generated files: fails on each document that the catalogue has left behind', async () => {
    const madeInPart = [
      ...['README.md', 'package.json', 'docs/assumptions.md', 'src/webview/components/iconShapes.json'],
      'media/skills/social-data/SKILL.md',
    ];
    await using project = await createTemporaryProject({}, madeInPart);
    const script = fileURLToPath(new URL('../../../src/build/generate.mts', import.meta.url));
    const made = await runProgram(process.execPath, [script, '--root', project.root], { cwd: project.root });
    assert.equal(made.code, 0, made.output);
    const check = guards.find(({ name }) => name === 'generated files');
    assert.deepEqual(await check?.run(project.root), { ok: true, report: '' });

    const files = Object.keys(generatorByFilePath);
    for (const file of files) {
      const text = await readFile(path.join(project.root, file), 'utf8');
      const left = text.replaceAll(/followers|Z(?=",)|of the gateway|made up|`from:/g, 'friends'); // something of each that is generated
      assert.notEqual(left, text);
      await project.write(file, left);
    }
    const stale = await check?.run(project.root);
    assert.equal(stale?.ok, false);
    const missed = files.filter((file) => !stale.report.includes(`${file} is stale`));
    assert.deepEqual(missed, []);
    assert.ok(files.length > 0);
  });

  it('dead code: fails on an export and a file that nobody uses', async () => {
    const { ok, report } = await find('dead code', {
      'src/client/greet.ts': `${sound['src/client/greet.ts']}\nexport const farewell = 'bye';\n`,
      'src/client/lost.ts': 'export const lost = 1;\n',
    });
    assert.equal(ok, false);
    assert.match(report, /Unused files[^]*src\/client\/lost\.ts/);
    assert.match(report, /Unused exports[^]*farewell .*src\/client\/greet\.ts/);
  });

  it('format: fails on another style', async () => {
    const { ok, report } = await find('format', { 'src/client/planted.ts': 'export const word = "a"\n' });
    assert.equal(ok, false);
    assert.match(report, /src\/client\/planted\.ts/);
  });
});

describe('npm run check', function () {
  this.timeout(60_000);
  const script = fileURLToPath(new URL('../../../src/build/check.mts', import.meta.url));

  it('prints a line per guard, writes what failed, and ends with 1 when one does', async () => {
    await using project = await createTemporaryProject(
      { ...sound, 'src/client/planted.ts': "import 'vscode';\n" },
      configuration,
    );
    const totals = path.join(project.root, 'totals.json');
    const { code, output } = await runProgram(process.execPath, [script, '--root', project.root, 'layers', 'format'], {
      cwd: project.root,
      env: { ...process.env, SOCIAL_DATA_TEST_TOTALS: totals },
    });
    assert.equal(code, 1);
    assert.match(output, /^FAILED {2}layers +\d+\.\d s$/m);
    assert.match(output, /^ok {6}format +\d+\.\d s$/m);
    assert.match(output, /^check: 1 of 2 guards failed/m);
    const written = await readTestRun(totals);
    assert.partialDeepStrictEqual(written, { passed: 1, failed: 1, failures: ['layers'] });
  });

  it('ends with 0 when all hold, and with 2 for a guard that it does not know', async () => {
    await using project = await createTemporaryProject(sound, configuration);
    const run = (...args: readonly string[]) =>
      runProgram(process.execPath, [script, '--root', project.root, ...args], { cwd: project.root });
    assert.match((await run('layers', 'format')).output, /^check: all 2 guards hold/m);
    assert.equal((await run('layers')).code, 0);
    assert.equal((await run('layer')).code, 2);
  });
});
