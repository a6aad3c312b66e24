import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/** Options for the sandbox's bundle, which starts much faster than its sources: `node FOLDER/standalone.js`. */
export function toSandboxBuildOptions(folder: string): BuildOptions & { readonly outdir: string } {
  // without it, Node tries to read each file as CommonJS first
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
