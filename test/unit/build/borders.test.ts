import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runProgram } from '../../../src/build/processes.ts';
import { createTemporaryFolder, projectFolders } from '../../../src/build/projectFolders.ts';

/** A file with a forbidden import. */
const violations = [
  ['src/client/planted.ts', '../store/store.ts'],
  ['src/client/policies/planted.ts', 'vscode'],
  ['src/store/planted.ts', '../features/fixtures/index.ts'],
  ['src/sandbox/planted.ts', '../workbench/services.ts'],
  ['src/core/cost/planted.ts', '../../workbench/services.ts'],
  ['src/core/planted.ts', 'vscode'],
  ['src/page/kit/planted.ts', '../../features/results/page/main.ts'],
  ['src/workbench/planted.ts', '../features/fixtures/index.ts'],
  ['src/cli/planted.ts', '../workbench/services.ts'],
  ['src/features/links/planted.ts', 'vscode'],
  ['src/features/links/planted2.ts', './host/index.ts'],
  ['src/features/links/planted3.ts', '../fixtures/naming.ts'],
  ['src/features/fixtures/pseudonyms/planted.ts', '../../agents/consents.ts'],
  ['src/features/links/host/planted.ts', '../../fixtures/host/saveAsFixture.ts'],
  ['src/features/links/host/planted2.ts', '../../fixtures/naming.ts'],
  ['src/features/fixtures/host/server/planted.ts', '../../../agents/consents.ts'],
  ['src/features/threads/host/planted.ts', '../page/main.ts'],
  ['src/features/threads/page/planted.ts', '../host/index.ts'],
  ['src/features/threads/page/planted2.ts', '../../results/resultsContract.ts'],
  ['src/features/results/page/plots/planted.ts', 'vscode'],
  ['src/features/fixtures/server/planted.ts', '../../../workbench/services.ts'],
] as const;

const allowed = [
  ['src/features/links/host/allowed.ts', '../../fixtures/host/index.ts'],
  ['src/features/links/allowed.ts', '../fixtures/index.ts'],
  ['src/features/links/allowed2.ts', '../../core/cost/cost.ts'],
  ['src/features/fixtures/pseudonyms/allowed.ts', '../naming.ts'],
  ['src/features/fixtures/pseudonyms/allowed2.ts', '../../../core/cost/cost.ts'],
  ['src/features/threads/page/allowed.ts', '../threadContract.ts'],
  ['src/features/results/page/plots/allowed.ts', '../../../../page/kit/icon.ts'],
] as const;

describe('the borders between folders', () => {
  it('are checked by lint, which finds exactly the planted imports', async () => {
    await using folder = await createTemporaryFolder('borders');
    const read = await readFile(path.join(projectFolders.root, '.oxlintrc.json'), 'utf8');
    const { overrides } = JSON.parse(read) as { overrides: readonly { rules: Readonly<Record<string, unknown>> }[] };
    const config = { overrides: overrides.filter(({ rules }) => 'no-restricted-imports' in rules) };
    await writeFile(path.join(folder.path, '.oxlintrc.json'), JSON.stringify(config));
    for (const [file, from] of [...violations, ...allowed]) {
      await mkdir(path.join(folder.path, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder.path, file), `import { it } from '${from}';\nit();\n`);
    }
    const oxlint = path.join(projectFolders.root, 'node_modules/oxlint/bin/oxlint');
    const { output } = await runProgram(process.execPath, [oxlint, '--format=unix'], { cwd: folder.path });
    const found = [...output.matchAll(/^(\S+?):\d+:\d+: .*no-restricted-imports/gm)].map(([, file = '']) => file);
    assert.deepEqual(found.toSorted(), violations.map(([file]) => file).toSorted());
  });
});
