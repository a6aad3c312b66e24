// The client as a plain ES module for Node programs: everything inside, nothing of VS Code or the sandbox.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes client.mjs, client.d.mts and the declarations below types/.
 * @param {string} folder path of the folder that takes them
 * @returns {Promise<void>}
 */
export async function buildClient(folder) {
  await Promise.all([bundle(folder), declare(folder)]);
}

function bundle(folder) {
  return build({
    absWorkingDir: root,
    entryPoints: ['src/client/public.ts'],
    outfile: path.join(folder, 'client.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // undici is CommonJS and asks for Node's own modules.
    banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
  });
}

async function declare(folder) {
  await mkdir(folder, { recursive: true });
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const types = path.join(folder, 'types');
  await promisify(execFile)(process.execPath, [tsc, '-p', path.join(root, 'tsconfig.client.json'), '--outDir', types]);
  await writeFile(path.join(folder, 'client.d.mts'), "export * from './types/public.js';\n");
}
