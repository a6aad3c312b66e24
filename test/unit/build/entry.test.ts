import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { projectFolders } from '../../../src/build/projectFolders.ts';

/** A file's static imports by value: each file and package with its importer. */
function loadedAtOnce(entry: string): ReadonlyMap<string, string> {
  const found = new Map([[entry, '']]);
  for (const file of found.keys()) {
    const where = path.join(projectFolders.root, file);
    if (!file.endsWith('.ts') || !existsSync(where)) continue;
    const { module } = parseSync(file, readFileSync(where, 'utf8'));
    const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType) ? [] : [moduleRequest.value],
    );
    const passedOn = module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest === null || isType ? [] : [moduleRequest.value])),
    );
    for (const name of [...imported, ...passedOn]) {
      const to = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
      if (!found.has(to)) found.set(to, file);
    }
  }
  return found;
}

describe('the extension’s entry point', () => {
  it('loads a command’s code when it runs', () => {
    const found = loadedAtOnce('src/extension.ts');
    const late = [
      'src/client/endpoints/table.ts',
      'src/client/pages.ts',
      'src/core/records/toPost.ts',
      'src/workbench/callAndShow.ts',
    ];
    const early = /^(?:src\/|node:|vscode$|@vscode\/l10n$)/;
    assert.deepEqual(
      [...found].flatMap(([file, by]) => (late.includes(file) || !early.test(file) ? [`${file}, for ${by}`] : [])),
      [],
    );
    assert.ok(found.size > 30 && found.size < 90, `${found.size} files and packages`);
  });

  it('is checked with all its imports', () => {
    const found = loadedAtOnce('src/workbench/callAndShow.ts');
    assert.ok(found.has('zod') && found.has('src/client/endpoints/table.ts'));
  });
});
