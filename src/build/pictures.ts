import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolders } from './projectFolders.ts';

/** The file beside README's pictures that says of which build they were taken. */
export const picturesStampFile = 'build.txt';

/** What tells one build from another: all that a person sees is made by it. */
export async function hashBuild(): Promise<string> {
  const hash = createHash('sha256');
  const files = globSync('dist/**/*.{js,css}', { cwd: projectFolders.root }).toSorted();
  for (const file of files) hash.update(file).update(await readFile(join(projectFolders.root, file)));
  return hash.digest('hex').slice(0, 16);
}
