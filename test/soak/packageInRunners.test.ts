import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, projectFolders, type TemporaryFolder } from '../../src/build/projectFolders.ts';
import { launchChromium } from '../../src/build/vscode/chromium.ts';
import { runNpm } from '../../src/build/vscode/installNpmPackage.ts';
import { startSandbox } from '../../src/features/fixtures/server/testing.ts';
import { userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { writeFixture } from '../unit/features/fixtures/server/writeFixture.ts';
import { listDocumentedCode } from '../unit/build/documentedCode.ts';
import { installPackedPackage } from '../support/installPackedPackage.ts';

const run = promisify(execFile);

const withSandbox = 'await startSandbox(); // or startReplay(';

/** A test from `docs/package.md`, with the sandbox and with the other server there; its last line shows its requests' statuses. */
function toTests(code: string, declare: string): string {
  assert.ok(code.includes(withSandbox));
  const other = code.replace(withSandbox, 'await startReplay(').replace('{ startSandbox }', '{ startReplay }');
  return toTest('the sandbox', code, declare) + toTest('fixtures', other.replace(/(?<=startReplay\(.*\))$/m, ';'), declare);
}

function toTest(title: string, code: string, declare: string): string {
  const body = code
    .replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = await import($2);')
    .replace('console.log((await server.requests())', "require('node:assert').deepEqual((await server.requests())")
    .replace('=> status)); // [ 503, 200 ]', '=> status), [503, 200]);');
  assert.match(body, /deepEqual.*\[503, 200\]/);
  return `${declare}('asks ${title}', async () => {\n${body}\n});\n`;
}

/** The path may have an interpreter without packages before the system's. */
async function findPython(): Promise<string> {
  for (const program of ['python3', '/usr/bin/python3']) {
    const found = await run(program, ['-c', 'import pytest, httpx, requests']).catch(() => undefined);
    if (found !== undefined) return program;
  }
  assert.fail('This test needs Python: apt-get install python3-pytest python3-httpx python3-requests');
}

describe('a project from the documentation', function () {
  this.timeout(300_000); // installs packages
  let folder: TemporaryFolder;
  let project = '';
  let code = '';
  let python = '';
  let pytest = '';
  let jest = '';
  before(async () => {
    folder = await createTemporaryFolder('runners');
    project = join(folder.path, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "private": true }\n');
    await runNpm(project, ['install', '--save-dev', 'jest']);
    await installPackedPackage(folder.path, project);
    await writeFixture(join(project, 'fixtures'), 'userByUsername/ada_writes', {
      request: { endpoint: userByUsername.id, params: { username: 'ada_writes' }, format: 'simple' },
      body: '{"data":{"id":"1","name":"Ada"}}',
    });
    await symlink(join(projectFolders.root, 'node_modules', 'mocha'), join(project, 'node_modules', 'mocha'), 'junction');
    const documented = await listDocumentedCode();
    const pieces = documented.filter(({ page }) => page === 'docs/package.md');
    code = pieces.find((piece) => piece.code.includes('addFault'))?.code ?? '';
    python = pieces.find(({ language }) => language === 'py')?.code ?? '';
    pytest = documented.find(({ page, language }) => page === 'docs/fixtures.md' && language === 'py')?.code ?? '';
    jest = pieces.find((piece) => piece.code.includes('jest'))?.code ?? '';
  });
  after(() => folder[Symbol.asyncDispose]());

  /** A test file, and the command that runs it. */
  const runs = async (name: string, text: string, program: string, ...args: readonly string[]): Promise<string> => {
    await mkdir(join(project, 'tests'), { recursive: true });
    await writeFile(join(project, 'tests', name), text);
    const { stdout, stderr } = await run(program, args, { cwd: project });
    return stdout + stderr;
  };
  const ofProject = (...path: readonly string[]): string => join(project, 'node_modules', ...path);
  const importing = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";

  it('passes in CommonJS with the documented jest command', async () => {
    const command = `${jest.trim()} tests/jest.test.js`;
    assert.match(await runs('jest.test.js', toTests(code, 'test'), 'sh', '-c', command), /Tests: +2 passed/);
  });

  it('passes under vitest, mocha, and node:test', async () => {
    const vitest = `import { test } from 'vitest';\n${importing}${toTests(code, 'test')}`;
    assert.match(
      await runs('vitest.test.ts', vitest, process.execPath, ofProject('vitest', 'vitest.mjs'), 'run', 'vitest'),
      /2 passed/,
    );
    const mocha = await runs(
      'mocha.mjs',
      importing + toTests(code, 'it'),
      process.execPath,
      ofProject('mocha', 'bin', 'mocha.js'),
      'tests/mocha.mjs',
    );
    assert.match(mocha, /2 passing/);
    const node = `import test from 'node:test';\n${importing}${toTests(code, 'test')}`;
    assert.match(await runs('node.mjs', node, process.execPath, '--test', 'tests/node.mjs'), /pass 2\n/);
  });

  it('sends requests from Python', async () => {
    assert.match(await runs('ask.py', python, 'python3', 'tests/ask.py'), /^\S.*\n/);
  });

  it('passes under pytest with httpx and Requests', async () => {
    const program = await findPython();
    for (const library of ['httpx', 'requests']) {
      const text = pytest.replaceAll('httpx', library);
      const output = await runs(`test_${library}.py`, text, program, '-m', 'pytest', `tests/test_${library}.py`);
      assert.match(output, /1 passed/);
    }
    const failing = pytest.replace('== 200', '== 404');
    await assert.rejects(runs('test_failing.py', failing, program, '-m', 'pytest', 'tests/test_failing.py'), {
      stdout: /assert 200 == 404/,
    });
  });

  it('sends requests from a page on a different port', async () => {
    const pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const address = pages.address();
    assert.ok(address !== null && typeof address === 'object');
    const origin = `http://127.0.0.1:${address.port}`;
    const sandbox = await startSandbox({ origins: [origin] });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      const status = await page.evaluate(
        async ({ primary, key }) =>
          (await fetch(`${primary}/user/by/username/ada_writes?format=simple`, { headers: { 'X-API-KEY': key } })).status,
        { primary: sandbox.primary, key: sandbox.key },
      );
      assert.equal(status, 200);
    } finally {
      await browser.close();
      await sandbox.close();
      pages.close();
    }
  });
});
