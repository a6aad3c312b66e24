import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** What a declaration names of its own folder: `from './a.js'`, `import("../b.js")`. */
const relativeImportPattern = /(?:from |import\()["'](\.[^"']+)["']/g;

/**
 * Deletes the declarations that nobody can come to: the compiler writes those of all files that it read.
 * @param entries paths below the folder
 */
export async function deleteUnreachableDeclarations(folder: string, entries: readonly string[]): Promise<void> {
  const reached = new Set<string>();
  const open = entries.map(normalize);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const text = await readFile(join(folder, path), 'utf8');
    for (const [, name = ''] of text.matchAll(relativeImportPattern)) {
      open.push(join(dirname(path), name.replace(/\.(?:j|t)s$/, '.d.ts')));
    }
  }
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  await Promise.all(
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !reached.has(file.slice(join(folder, '/').length)))
      .map((file) => rm(file)),
  );
}
