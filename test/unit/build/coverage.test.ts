import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { projectFolders } from '../../../src/build/projectFolders.ts';

/** Whether nothing is left of a file when it runs. */
function isOfTypes(path: string): boolean {
  return transformSync(readFileSync(join(projectFolders.root, path), 'utf8'), { loader: 'ts' }).code.trim() === '';
}

describe('what the coverage is counted of', () => {
  it('leaves out files of types alone, which nothing can cover, and no others', () => {
    const settings: unknown = JSON.parse(readFileSync(join(projectFolders.root, '.c8rc.json'), 'utf8'));
    const { include, exclude } = settings as { readonly include: readonly string[]; readonly exclude: readonly string[] };
    const files = globSync([...include], { cwd: projectFolders.root }).toSorted();
    const ofTypes = files.filter(isOfTypes);
    assert.ok(files.length > ofTypes.length);
    assert.deepEqual(exclude, ofTypes);
  });
});
