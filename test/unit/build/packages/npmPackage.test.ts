import { npmPackageName } from '../../../../src/app/requests/npmPackageName.ts';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { parseSidecar } from '../../../../src/app/fixtures/parseSidecar.ts';
import type { TestRunner } from '../../../../src/app/fixtures/snippet/testRunner.ts';
import { printSnippet, createTestSnippet } from '../../../../src/app/fixtures/snippet/testSnippet.ts';
import { type ProgramResult, runProgram } from '../../../../src/build/processes.ts';
import { projectFolders, type TemporaryFolder, createTemporaryFolder } from '../../../../src/build/projectFolders.ts';
import { endpoints, userByUsername } from '../../../../src/client/endpoints/table.ts';
import { startSandbox } from '../../../../src/sandbox/server.ts';
import { installPackedPackage } from '../../../support/installPackedPackage.ts';
import { startFaultServer, toHttpResponse } from '../../../support/faultServer/faultServer.ts';
import { textOf } from '../../mcp/support/connectClient.ts';
import { writeFixture } from '../../replay/writeFixture.ts';
import { consumer } from './consumer.ts';

const { root } = projectFolders;

describe('the npm package', () => {
  let folder: TemporaryFolder;
  let built = '';
  let tarball = '';
  let project = '';
  before(async () => {
    folder = await createTemporaryFolder('package');
    project = join(folder.path, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "private": true }\n');
    ({ built, tarball } = await installPackedPackage(folder.path, project));
  });
  after(() => folder[Symbol.asyncDispose]());

  const node = async (...args: readonly string[]): Promise<ProgramResult> =>
    await runProgram(process.execPath, args, { cwd: project });
  const command = (): string => join(project, 'node_modules', npmPackageName, 'dist', 'social-data.js');
  /** Runs a server of the package until it is ready; a line of JSON is all that it says before. */
  const readyOf = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const program = `
      const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify([command(), ...args])}, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', (line) => { process.stdout.write(line); child.kill(); });`;
    const { output } = await node('-e', program);
    return JSON.parse(output) as Record<string, unknown>;
  };

  it('is sound to publint', async () => {
    const { messages } = await publint({ pkgDir: built, pack: false, strict: true });
    assert.deepEqual(messages, []);
  });

  it('has types wherever a program of ES modules looks for them', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
    assert.ok(result.types !== false);
    // who requires it gets ES modules, which Node takes; the resolution of Node 10 knows no doors
    const isMeant = (problem: (typeof result.problems)[number]): boolean =>
      problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10');
    assert.deepEqual(
      result.problems.filter((problem) => !isMeant(problem)),
      [],
    );
  });

  it('is imported and required', async () => {
    const names = `Object.keys(client).length > 50, client.endpoints.length, Object.keys(testing).toSorted().join()`;
    const expected = `true ${endpoints.length} loadFixture,startReplay,startSandbox\n`;
    const imported = `import * as client from 'social-data-explorer'; import * as testing from 'social-data-explorer/testing'; console.log(${names});`;
    assert.deepEqual(await node('--input-type=module', '-e', imported), { code: 0, output: expected });
    const required = `const client = require('social-data-explorer'); const testing = require('social-data-explorer/testing'); console.log(${names});`;
    assert.deepEqual(await node('-e', required), { code: 0, output: expected });
  });

  it('looks something up from a program that knows nothing else', async () => {
    const server = await startFaultServer(
      (socket) => void socket.write(toHttpResponse('{"data":{"id":"1"}}', ['X-Price-Per-Call: 0.0002'])),
    );
    const program = `
      const { createClient, userByUsername, formatMoney } = await import('social-data-explorer');
      const client = createClient({ key: 'k', baseUrl: process.argv[1] });
      const answer = await client.call(userByUsername, { username: 'ada_writes' });
      console.log(answer.value.data.id, formatMoney(answer.receipt.price));`;
    const { output } = await node('--input-type=module', '-e', program, server.origin);
    await server.close();
    assert.equal(output, '1 0.0002\n');
  });

  it('does what the examples of its page say', async () => {
    const page = await readFile(join(built, 'README.md'), 'utf8');
    const [call = '', serve = '', load = ''] = Array.from(page.matchAll(/```js\n([^]*?)```/g), ([, code = '']) => code);
    const sandbox = await startSandbox();
    const request = { endpoint: userByUsername.id, params: { username: 'ada_writes' }, format: 'simple' } as const;
    await writeFixture(join(project, 'fixtures'), 'userByUsername/ada_writes', { request, body: '{"data":{"name":"Ada"}}' });
    await writeFile(join(project, 'call.mjs'), call.replace('https://api.example.com', sandbox.primary));
    const asks = 'console.log((await client.call(userByUsername, { username: "ada_writes" })).value.data.name);';
    await writeFile(
      join(project, 'serve.mjs'),
      `import { createClient, userByUsername } from 'social-data-explorer';${serve.replace('// …', asks)}`,
    );
    await writeFile(join(project, 'load.mjs'), `${load}; console.log(value.data.name);`);
    const outputs = await Promise.all(
      ['call', 'serve', 'load'].map(
        async (name) => (await node('--import', 'data:text/javascript,process.env.API_KEY="k"', `${name}.mjs`)).output,
      ),
    );
    await sandbox.close();
    assert.match(outputs[0] ?? '', /^\S.* 0\.0002\n(?:\d+\n){3}$/);
    assert.deepEqual(outputs.slice(1), ['Ada\n', 'Ada\n']);
  });

  it('passes the copied tests of fixtures, loading and served, under node:test and vitest', async () => {
    await writeFixture(join(project, 'fixtures'), 'userByUsername/ada_writes', {
      request: { endpoint: userByUsername.id, params: { username: 'ada_writes' }, format: 'simple' },
      body: '{"status":"success","data":{"id":"1"}}',
    });
    const sidecar = parseSidecar(await readFile(join(project, 'fixtures', 'userByUsername', 'ada_writes.meta.json'), 'utf8'));
    await mkdir(join(project, 'test'));
    for (const kind of ['load', 'replay'] as const) {
      for (const isKnown of [true, false]) {
        const folder = isKnown ? '../fixtures' : 'fixtures';
        const write = async (name: string, runner: TestRunner, isTypeScript: boolean): Promise<void> => {
          const file = { isTypeScript, isModule: true, isKnown };
          const fixture = { sidecar, path: `${folder}/userByUsername/ada_writes` };
          const text = printSnippet(createTestSnippet([fixture], { kind, runner, file, folder }));
          await writeFile(join(project, 'test', `${kind}-${isKnown ? 'known' : 'unknown'}.${name}`), text);
        };
        await write('node.mjs', 'node', false);
        await write('test.ts', 'vitest', true);
      }
    }
    const underNode = await node('--test', '--test-reporter=tap', 'test/*.node.mjs');
    assert.match(underNode.output, /^# pass 4$/m, underNode.output);
    const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
    const underVitest = await node(vitest, 'run', '--reporter=tap-flat');
    assert.deepEqual([underVitest.code, underVitest.output.match(/^ok /gm)?.length], [0, 4], underVitest.output);
  });

  it('has the pages that it names, whose links lead to what is there', async () => {
    const readme = await readFile(join(built, 'README.md'), 'utf8');
    for (const [page = ''] of readme.matchAll(/docs\/\w+\.md/g)) {
      const links = Array.from((await readFile(join(built, page), 'utf8')).matchAll(/\]\(([^)#]+)/g), ([, link = '']) => link);
      assert.ok(links.length > 0, page);
      for (const link of links) if (!link.startsWith('https:')) await readFile(join(built, 'docs', link));
    }
  });

  it('declares what its doors lead to, and nothing of the sandbox', async () => {
    const types = join(project, 'node_modules', npmPackageName, 'types'); // what was packed: empty folders stay behind
    assert.deepEqual((await readdir(types)).toSorted(), ['client', 'replay']);
  });

  it('is typed for a strict program', async () => {
    await writeFile(join(project, 'consumer.mts'), consumer);
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const checks = ['--noEmit', '--singleThreaded', '--strict', '--exactOptionalPropertyTypes', '--ignoreConfig'];
    const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,esnext.disposable'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
    assert.deepEqual(await node(tsc, ...checks, ...target, ...types, 'consumer.mts'), { code: 0, output: '' });
  });

  it('gives a program that only calls nothing of the sandbox', async () => {
    const open = ['index.js'];
    const seen = new Set<string>();
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = await readFile(join(built, 'dist', file), 'utf8');
      assert.doesNotMatch(text, /__sandbox|\bvscode\b/);
      open.push(...Array.from(text.matchAll(/["']\.\/([\w-]+\.js)["']/g), ([, name = '']) => name));
    }
  });

  it('has the commands', async () => {
    await writeFixture(join(project, 'saved'), 'ada', {
      request: { endpoint: userByUsername.id, params: { username: 'ada' }, format: 'raw' },
      body: '{}',
    });
    const replay = await readyOf('replay', '--fixtures', 'saved');
    assert.deepEqual([replay['mode'], replay['fixtures'], replay['unreadable']], ['strict', 1, 0]);
    assert.equal((await readyOf('sandbox', '--port', '0'))['key'], 'sandbox-key');
    const sound = { code: 0, output: '1 fixture, 0 errors, 0 warnings\n' };
    assert.deepEqual(await node(command(), 'check', 'saved', '--warn-days', '0'), sound);
    // as old as the view of fixtures calls stale
    assert.match((await node(command(), 'check', 'saved')).output, /was saved \d+ days ago, more than 90\n.*1 warning/);
  });

  it('serves agents, with the saved fixtures, under the version of the package', async () => {
    await writeFixture(join(project, 'saved'), 'ada', {
      request: { endpoint: userByUsername.id, params: { username: 'ada' }, format: 'simple' },
      body: '{"data":{"name":"Ada\u202e"}}',
    });
    const args = [command(), 'mcp', '--fixtures', 'saved'];
    const transport = new StdioClientTransport({ command: process.execPath, args, cwd: project });
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(transport);
    const { version } = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as { readonly version: string };
    assert.equal(client.getServerVersion()?.version, version);
    const found = await client.callTool({ name: 'look_up', arguments: { text: '@ada_writes' } });
    assert.match(textOf(found), /^Sandbox: /);
    const listed = textOf(await client.callTool({ name: 'list_fixtures', arguments: {} }));
    assert.match(listed, new RegExp(`^1 fixture in .*, 1 to 1 shown\\.[^]*${userByUsername.id.replace('.', '\\.')}`));
    await client.close();
  });

  it('says in a sentence what a command cannot do, on an old Node as well', async () => {
    const firstLine = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { code, output } = await node(...args);
      return [code, output.split('\n', 1)[0]];
    };
    assert.deepEqual(await firstLine(command(), 'replay', '--fixtures', 'none'), [2, 'There is no folder none']);
    assert.deepEqual(await firstLine(command(), 'reply'), [2, 'There is no command reply.']);
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.12.9' })`;
    assert.deepEqual(await firstLine('--import', old, command(), 'sandbox'), [
      2,
      'social-data needs Node 22.13 or newer. This is Node 22.12.9.',
    ]);
  });
});
