import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { projectFolders } from '../../src/build/projectFolders.ts';

/** Builds a bench's suites that run inside VS Code. @returns the built file */
export async function buildSuites(source: string): Promise<string> {
  const suites = join(projectFolders.root, 'out', 'bench', basename(source).replace(/\.ts$/, '.js'));
  await build({
    entryPoints: [source],
    outfile: suites,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['vscode', '@vscode/l10n'],
    logLevel: 'error',
  });
  return suites;
}
