import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { projectFolders } from './projectFolders.ts';

/**
 * Bundles the client as a plain ES module for Node programs: everything inside, nothing of VS Code or the sandbox. Writes
 * client.mjs, client.d.mts and the declarations below types/.
 */
export async function buildClient(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const project = path.join(projectFolders.root, 'tsconfig.client.json');
  const declare = [tsc, '-p', project, '--outDir', path.join(folder, 'types'), '--singleThreaded']; // half of the work
  await Promise.all([
    build({
      absWorkingDir: projectFolders.root,
      entryPoints: ['src/client/public.ts'],
      outfile: path.join(folder, 'client.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: true,
      // undici is CommonJS and asks for Node's own modules.
      banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
    }),
    promisify(execFile)(process.execPath, declare),
    writeFile(path.join(folder, 'client.d.mts'), "export * from './types/public.js';\n"),
  ]);
}

/** How esbuild bundles the sandbox by itself, which starts much faster so than from its sources: `node FOLDER/standalone.js`. */
export function standaloneSandbox(folder: string): BuildOptions & { readonly outdir: string } {
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
