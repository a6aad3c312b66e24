import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/** How esbuild bundles the sandbox by itself, which starts much faster so than from its sources: `node FOLDER/standalone.js`. */
export function toSandboxBuildOptions(folder: string): BuildOptions & { readonly outdir: string } {
  // where nothing beside the files says that they are ES modules, node reads each as CommonJS first
  const modulesByName: Plugin = {
    name: 'modulesByName',
    setup: (building) => building.onEnd(() => writeFile(path.join(folder, 'package.json'), '{ "type": "module" }\n')),
  };
  return {
    entryPoints: [fileURLToPath(new URL('../sandbox/standalone.ts', import.meta.url))],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    plugins: [modulesByName],
  };
}
