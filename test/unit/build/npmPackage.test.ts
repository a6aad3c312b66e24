import { npmPackageName } from '../../../src/core/requests/snippets.ts';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { type SpawnOptionsWithoutStdio, spawn } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { publint } from 'publint';
import { parseSidecar } from '../../../src/features/fixtures/sidecar.ts';
import { type TestRunner, createTestSnippet } from '../../../src/features/fixtures/testSnippet.ts';
import { type ProgramResult, runProgram } from '../../../src/build/processes.ts';
import { projectFolders, type TemporaryFolder, createTemporaryFolder } from '../../../src/build/projectFolders.ts';
import { endpoints, userByUsername } from '../../../src/client/endpoints/table.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { installPackedPackage } from '../../support/installPackedPackage.ts';
import { textOf } from '../features/agents/mcp/support/connectClient.ts';
import { writeFixture } from '../features/fixtures/server/writeFixture.ts';
import { consumer } from './consumer.ts';
import { listDocumentedCode } from './documentedCode.ts';
import * as z from 'zod';

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
  const compile = async (...files: readonly string[]): Promise<ProgramResult> => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const checks = ['--noEmit', '--singleThreaded', '--strict', '--exactOptionalPropertyTypes', '--ignoreConfig'];
    const target = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
    return await node(tsc, ...checks, ...target, ...types, ...files);
  };
  const command = (): string => join(project, 'node_modules', npmPackageName, 'dist', 'social-data.js');
  /** Starts one of the package's servers and waits for its first output, the JSON line that reports that it's ready. */
  const readyOf = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const program = `
      const child = require('node:child_process').spawn(process.execPath, ${JSON.stringify([command(), ...args])}, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.once('data', (line) => { process.stdout.write(line); child.kill(); });`;
    const { output } = await node('-e', program);
    return JSON.parse(output) as Record<string, unknown>;
  };

  it('passes publint', async () => {
    const { messages } = await publint({ pkgDir: built, pack: false, strict: true });
    assert.deepEqual(messages, []);
  });

  it('has types for programs with ES modules', async () => {
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
    assert.ok(result.types !== false);
    // `require` gets ES modules, which Node supports; Node 10's resolution doesn't know `exports`
    const isMeant = (problem: (typeof result.problems)[number]): boolean =>
      problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10');
    assert.deepEqual(
      result.problems.filter((problem) => !isMeant(problem)),
      [],
    );
  });

  it('can be imported and required', async () => {
    const names = `Object.keys(client).length > 50, client.endpoints.length, Object.keys(testing).toSorted().join()`;
    const expected = `true ${endpoints.length} loadFixture,startReplay,startSandbox\n`;
    const imported = `import * as client from 'social-data-explorer'; import * as testing from 'social-data-explorer/testing'; console.log(${names});`;
    assert.deepEqual(await node('--input-type=module', '-e', imported), { code: 0, output: expected });
    const required = `const client = require('social-data-explorer'); const testing = require('social-data-explorer/testing'); console.log(${names});`;
    assert.deepEqual(await node('-e', required), { code: 0, output: expected });
  });

  it('has documentation whose TypeScript and JavaScript compiles in strict mode', async () => {
    const pieces = (await listDocumentedCode()).filter(({ language }) => ['ts', 'js'].includes(language));
    const files = pieces.map((_, index) => `documented-${index}.mts`);
    await Promise.all(
      pieces.map(async ({ code }, index) => await writeFile(join(project, files[index] ?? ''), `${code}\nexport {};\n`)),
    );
    assert.deepEqual(await compile(...files), { code: 0, output: '' });
  });

  it('has documentation whose TypeScript and JavaScript runs', async () => {
    const sandbox = await startSandbox();
    const request = { endpoint: userByUsername.id, params: { username: 'ada_writes' }, format: 'simple' } as const;
    await writeFixture(join(project, 'fixtures'), 'userByUsername/ada_writes', { request, body: '{"data":{"name":"Ada"}}' });
    const outputs: string[] = [];
    for (const { language, code } of await listDocumentedCode()) {
      if (!['ts', 'js'].includes(language)) continue;
      const file = join(project, 'documented.mts');
      await writeFile(file, code.replace(/https:\/\/api\.example\.com|http:\/\/127\.0\.0\.1:\d+\/primary/, sandbox.primary));
      const { code: exit, output } = await node('--import', 'data:text/javascript,process.env.API_KEY="k"', file);
      assert.equal(exit, 0, output);
      outputs.push(output.trim());
    }
    await sandbox.close();
    const [readme = '', call = '', serve, load, control = ''] = outputs;
    assert.match(readme, /^\d{19} 200n$/);
    assert.match(call, /^\S.* 0\.0002\n(?:\d{19} \d+\n?){50}$/);
    assert.deepEqual([serve, load], ['[ 503, 200 ]', 'Ada']);
    assert.match(control, /^\[.*\]$/s);
    assert.equal(outputs.length, 5);
  });

  it('has documentation whose shell lines and agent servers run', async () => {
    const sandbox = await startSandbox();
    const free = await startSandbox();
    const { port } = new URL(free.primary);
    await free.close();
    await writeFile(join(project, '.env'), 'API_KEY=k\n');
    await writeFile(join(project, 'ready.json'), '');
    await writeFile(join(project, 'runs.jsonl'), '{"used":["a"],"unused":[],"unmatched":[]}\n');
    const manifest = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    const run = async (script: string): Promise<string> => {
      const local = script
        .replaceAll('4010', port)
        .replaceAll('8787', '0')
        .replaceAll('https://api.example.com', sandbox.primary)
        .replaceAll('API_KEY=…', 'API_KEY=k')
        .replaceAll('/home/me/.env', join(project, '.env'));
      return await runUntilItSpeaks(local, { cwd: project, env: { ...process.env, XDG_DATA_HOME: join(project, 'data') } });
    };
    const shown = await listDocumentedCode();
    for (const { page, language, code } of shown) {
      if (language === 'json') {
        for (const { command, args } of listServers(JSON.parse(code))) assert.equal(await run([command, ...args].join(' ')), '');
      }
      if (language !== 'sh') continue;
      if (code.includes('curl ')) {
        assert.match(await run(`${code}\nkill $!`), /"requests":\[/, page);
        continue;
      }
      for (const line of code.trim().split('\n')) {
        const [text = ''] = line.split(/\s+#/);
        const script = /^npm (?:run )?(\w+)$/.exec(text)?.[1];
        if (script !== undefined) assert.ok(manifest.scripts[script], line);
        else if (text.startsWith('npm install '))
          assert.ok(text.endsWith(` ./${basename(tarball)}`) || text.endsWith(' bullmq pg'), line);
        else if (text.includes(' --queue ')) await assert.rejects(run(text), /A queue needs the packages bullmq and pg\./);
        else if (text.includes('npx --no-install social-data ')) {
          const output = await run(text.replace(/^.* -- /, ''));
          assert.match(
            output,
            text.includes(' mcp')
              ? /^$/
              : text.includes(' coverage')
                ? /^1 used, 0 unused/
                : text.includes(' collect')
                  ? /^\{"pages":1,"records":\{"users":70\}/
                  : /^\{"primary":"http/,
            line,
          );
        } else assert.match(text, /npx jest$/, line); // checked in test/soak/packageInRunners.test.ts
      }
    }
    await sandbox.close();
  });

  it('passes copied fixture tests under node:test and vitest', async () => {
    await writeFixture(join(project, 'fixtures'), 'userByUsername/ada_writes', {
      request: { endpoint: userByUsername.id, params: { username: 'ada_writes' }, format: 'simple' },
      body: '{"status":"success","data":{"id":"1"}}',
    });
    const sidecar = parseSidecar(await readFile(join(project, 'fixtures', 'userByUsername', 'ada_writes.meta.json'), 'utf8'));
    await mkdir(join(project, 'test'));
    for (const kind of ['load', 'replay'] as const) {
      const write = async (name: string, runner: TestRunner, isTypeScript: boolean): Promise<void> => {
        const file = { isTypeScript, isModule: true };
        const bodyFile = '../fixtures/userByUsername/ada_writes.json';
        const fixture = { sidecar, title: 'ada_writes', bodyFile, body: { data: { id: '1' } } };
        const text = createTestSnippet([fixture], { kind, runner, file, folder: '../fixtures' });
        await writeFile(join(project, 'test', `${kind}.${name}`), text ?? '');
      };
      await write('node.mjs', 'node', false);
      await write('test.ts', 'vitest', true);
    }
    const underNode = await node('--test', '--test-reporter=tap', 'test/*.node.mjs');
    assert.match(underNode.output, /^# pass 2$/m, underNode.output);
    const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
    const underVitest = await node(vitest, 'run', '--reporter=tap-flat');
    assert.deepEqual([underVitest.code, underVitest.output.match(/^ok /gm)?.length], [0, 2], underVitest.output);
  });

  it('has the link targets in its pages', async () => {
    const pages = ['README.md', ...(await readdir(join(built, 'docs'))).map((name) => `docs/${name}`)].filter((name) =>
      name.endsWith('.md'),
    );
    for (const page of pages) {
      const links = Array.from((await readFile(join(built, page), 'utf8')).matchAll(/\]\(([^)#]+)/g), ([, link = '']) => link);
      assert.ok(links.length > 0, page);
      for (const link of links) {
        const found = link.startsWith('https:') ? link : await readFile(join(built, dirname(page), link), 'utf8');
        assert.ok(found, `${page}: ${link}`);
      }
    }
  });

  it('declares only what its entry points export, not the sandbox', async () => {
    const types = join(project, 'node_modules', npmPackageName, 'types'); // empty folders aren't packed
    assert.deepEqual((await readdir(types)).toSorted(), ['client', 'features']);
  });

  it('has types for a strict program', async () => {
    await writeFile(join(project, 'consumer.mts'), consumer);
    assert.deepEqual(await compile('consumer.mts'), { code: 0, output: '' });
  });

  it('doesn’t add sandbox code to a program that uses the client', async () => {
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

  it('bundles without undici from the fetch entry point', async () => {
    const { metafile } = await build({
      stdin: { contents: `export { createClient } from '${npmPackageName}/fetch';`, resolveDir: project },
      ...{ bundle: true, platform: 'node', format: 'esm', write: false, metafile: true, minify: true },
    });
    assert.deepEqual(
      Object.keys(metafile.inputs).filter((file) => file.includes('undici')),
      [],
    );
  });

  it('has both services’ documents', async () => {
    const program = `for (const name of ['primary', 'gateway']) console.log(require('${npmPackageName}/openapi.' + name + '.json').openapi)`;
    assert.deepEqual(await node('-e', program), { code: 0, output: '3.1.0\n3.1.0\n' });
  });

  it('has bundled packages’ licenses, and source maps', async () => {
    const licenses = await readFile(join(built, 'LICENSES.txt'), 'utf8');
    assert.match(licenses, /@modelcontextprotocol\/server [\d.]+\n\n[^]{500}/);
    const files = await readdir(join(built, 'dist'));
    assert.deepEqual(
      files.filter((file) => file.endsWith('.js') && !files.includes(`${file}.map`)),
      [],
    );
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
    // old enough to be stale in the Fixtures view
    assert.match((await node(command(), 'check', 'saved')).output, /was saved \d+ days ago \(limit: 90\)\n.*1 warning/);
  });

  it("serves agents with saved fixtures and the package's version", async () => {
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

  it('prints a sentence for a command that fails, even on an old Node', async () => {
    const firstLine = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const { code, output } = await node(...args);
      return [code, output.split('\n', 1)[0]];
    };
    assert.deepEqual(await firstLine(command(), 'replay', '--fixtures', 'none'), [2, 'Folder not found: none']);
    assert.deepEqual(await firstLine(command(), 'reply'), [2, 'Unknown command: reply.']);
    const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.18.9' })`;
    assert.deepEqual(await firstLine('--import', old, command(), 'sandbox'), [
      2,
      'social-data needs Node 22.19 or newer. This is Node 22.18.9.',
    ]);
  });
});

/** The commands in an agent's configuration. */
function listServers(json: unknown): readonly { readonly command: string; readonly args: readonly string[] }[] {
  const servers = z.record(z.string(), z.object({ command: z.string(), args: z.array(z.string()) }));
  const read = z.object({ mcpServers: servers.optional(), context_servers: servers.optional() }).parse(json);
  return Object.values({ ...read.mcpServers, ...read.context_servers });
}

/** Runs a script with empty input until it has written a line or has ended. @returns its output */
async function runUntilItSpeaks(script: string, options: SpawnOptionsWithoutStdio): Promise<string> {
  const child = spawn('sh', ['-c', script], { ...options, detached: true });
  child.stdin.end();
  let output = '';
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      if (/^\{"primary".*\n/.test(output)) resolve(0);
    });
  });
  try {
    if (child.pid !== undefined) process.kill(-child.pid); // and its children
  } catch {
    // all of them have ended
  }
  await closed;
  assert.equal(code, 0, errors);
  return output;
}
