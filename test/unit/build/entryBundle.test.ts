import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';

const maxKilobytes = 60;

/** What VS Code loads when the extension starts: the entry without dynamic imports. */
async function bundleEntry() {
  const { metafile } = await build({
    entryPoints: [join(projectFolders.root, 'src', 'extension.ts')],
    absWorkingDir: projectFolders.root,
    ...{ bundle: true, platform: 'node', format: 'esm', minify: true, write: false, metafile: true, outdir: 'dist' },
    external: ['vscode'],
    plugins: [
      {
        name: 'external dynamic imports',
        setup: (bundling) =>
          bundling.onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          ),
      },
    ],
  });
  const [entry] = Object.values(metafile.outputs);
  assert.ok(entry);
  return entry;
}

describe('the entry bundle', () => {
  it('is small, and contains no package but the one for translated texts', async () => {
    const { bytes, inputs } = await bundleEntry();
    const packages = Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput === 0 ? [] : (/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
    );
    assert.deepEqual([...new Set(packages)], ['@vscode/l10n']);
    assert.ok(bytes < maxKilobytes * 1_024, `${Math.ceil(bytes / 1_024)} KB`);
  });
});
