// The sandbox by itself, which starts much faster so than from its sources: `node FOLDER/standalone.js`.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * How esbuild bundles the standalone sandbox.
 * @param {string} folder path of the folder that takes it
 * @returns {import('esbuild').BuildOptions & { outdir: string }}
 */
export function standaloneSandbox(folder) {
  return {
    entryPoints: [fileURLToPath(new URL('../sandbox/standalone.ts', import.meta.url))],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    plugins: [modulesByName(folder)],
  };
}

/**
 * Says beside the files that they are ES modules: where nothing says so, node reads each as CommonJS first.
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function modulesByName(folder) {
  return {
    name: 'modulesByName',
    setup: (build) => build.onEnd(() => writeFile(path.join(folder, 'package.json'), '{ "type": "module" }\n')),
  };
}
