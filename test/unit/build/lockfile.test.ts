import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolders } from '../../../src/build/projectFolders.ts';

type Locked = { readonly optionalDependencies?: Readonly<Record<string, string>>; readonly version?: string };

/** Packages that are missing for other systems, which makes `npm ci` fail there. */
function missingOptional(packages: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      [`${place}/node_modules/${name}`, `node_modules/${name}`].every((at) => packages[at]?.version === undefined),
    ),
  );
}

describe('the lockfile', () => {
  it('has the packages for every system', async () => {
    const text = await readFile(join(projectFolders.root, 'package-lock.json'), 'utf8');
    // as npm writes it: `packages` by path
    const lock = JSON.parse(text) as { readonly packages: Readonly<Record<string, Locked>> };
    assert.deepEqual(missingOptional(lock.packages), []);
  });
});
