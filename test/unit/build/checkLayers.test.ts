import assert from 'node:assert/strict';
import { checkLayers } from '../../../src/build/checkLayers.mts';
import { createTemporaryProject } from '../../support/temporaryProject.ts';

const sound = {
  'src/client/client.ts': "export interface Client { readonly name: string }\nexport const client: Client = { name: 'a' };\n",
  'src/sandbox/server.ts': "export const server = 'here';\n",
};

async function check(file: string, text: string): Promise<readonly string[]> {
  await using project = await createTemporaryProject({ ...sound, [file]: text });
  return await checkLayers(project.root);
}

describe('the layer check', () => {
  it('finds nothing in a sound project', async () => {
    await using project = await createTemporaryProject(sound);
    assert.deepEqual(await checkLayers(project.root), []);
  });

  const forms: readonly (readonly [string, string])[] = [
    ['import', "import { server } from '../sandbox/server.ts';\nexport const a = server;"],
    ['import for its effect', "import '../sandbox/server.ts';"],
    ['import that is never used', "import { server } from '../sandbox/server.ts';"],
    ['import of a type among values', "import { type server } from '../sandbox/server.ts';\nexport type A = typeof server;"],
    ['type-only import', "import type { server } from '../sandbox/server.ts';\nexport type A = typeof server;"],
    [
      'type-only import over several lines',
      "import type {\n  server,\n} from '../sandbox/server.ts';\nexport type A = typeof server;",
    ],
    ['type-only import of everything', "import type * as sandbox from '../sandbox/server.ts';\nexport type A = typeof sandbox;"],
    ['type in an expression', "export type A = typeof import('../sandbox/server.ts');"],
    ['export from', "export { server } from '../sandbox/server.ts';"],
    ['export of everything', "export * from '../sandbox/server.ts';"],
    ['type-only export', "export type { server } from '../sandbox/server.ts';"],
    ['dynamic import', "export const a = () => import('../sandbox/server.ts');"],
    ['require', "export const a = () => require('../sandbox/server.ts');"],
    ['worker', "export const a = () => new URL('../sandbox/server.ts', import.meta.url);"],
  ];
  for (const [form, text] of forms) {
    it(`reads this form of import: ${form}`, async () => {
      const [fault, ...others] = await check('src/client/planted.ts', `${text}\n`);
      assert.match(
        fault ?? '',
        /^src\/client\/planted\.ts imports (types of )?src\/sandbox\/server\.ts: src\/client may not import src\/sandbox$/,
      );
      assert.deepEqual(others, []);
    });
  }

  it('reads a file that nothing imports, whatever its ending', async () => {
    for (const file of ['src/client/lost.ts', 'src/client/lost.mts', 'src/client/lost.mjs']) {
      assert.deepEqual(await check(file, "import 'vscode';\n"), [`${file} imports vscode: src/client may not import vscode`]);
    }
  });

  it('finds a type of vscode below the host', async () => {
    assert.deepEqual(await check('src/app/fixtures/store.ts', "import type { Uri } from 'vscode';\nexport type Place = Uri;\n"), [
      'src/app/fixtures/store.ts imports types of vscode: src/app may not import vscode',
    ]);
  });

  it('finds Node under its short name', async () => {
    assert.deepEqual(await check('src/webview/thread.ts', "import fs from 'fs/promises';\nexport const a = fs;\n"), [
      'src/webview/thread.ts imports node:fs/promises: src/webview is free of Node',
    ]);
  });

  it('refuses an import that is worked out at run time', async () => {
    for (const text of [
      "const name = 'vscode';\nexport const a = () => import(name);",
      "import { createRequire } from 'node:module';\nexport const a = createRequire('/');",
      'export const a = (name: string) => process.getBuiltinModule(name);',
    ]) {
      assert.match((await check('src/client/planted.ts', `${text}\n`)).join('\n'), /worked out at run time/);
    }
  });

  it('reads a built-in module that is asked for by its name as an import', async () => {
    const text = "export const { join } = process.getBuiltinModule('node:path');\n";
    assert.deepEqual(await check('src/app/fixtures/planted.ts', text), []);
    assert.deepEqual(await check('src/webview/planted.ts', text), [
      'src/webview/planted.ts imports node:path: src/webview is free of Node',
    ]);
  });

  it('reports an import that leads nowhere, and does not let it hide others', async () => {
    assert.deepEqual(await check('src/client/planted.ts', "export * from './gone.ts';\nimport 'vscode';\n"), [
      'src/client/planted.ts imports ./gone.ts, which is not there',
      'src/client/planted.ts imports vscode: src/client may not import vscode',
    ]);
  });

  it('reports a file that cannot be read', async () => {
    assert.match((await check('src/client/planted.ts', 'export const = 1;\n')).join('\n'), /^src\/client\/planted\.ts:1 /);
  });

  it('goes on where a neighbour lacks a name, which the compiler reports', async () => {
    assert.deepEqual(
      await check('src/client/planted.ts', "import { gone } from './client.ts';\nimport 'undici';\nexport const a = gone;\n"),
      ['src/client/planted.ts imports undici: src/client may not import undici'],
    );
  });

  it('reports a project without sources', async () => {
    await using project = await createTemporaryProject({});
    assert.equal((await checkLayers(project.root)).length, 1);
  });
});
