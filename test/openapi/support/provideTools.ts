import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from '../../../src/build/vscode/installNpmPackage.ts';
import { projectFolders } from '../../../src/build/projectFolders.ts';

const wanted = join(projectFolders.root, 'test', 'openapi', 'tools');
const stamp = 'complete';

/**
 * Installs the linters, validators, and generators from `test/openapi/tools` and its lockfile, once, into a separate folder,
 * because they are large and nothing else needs them. Later runs don't need a network.
 *
 * @param cache the parent folder
 * @returns the folder with the tools in its `node_modules`
 * @throws Error with npm's output if they can't be installed
 */
export async function provideTools(cache: string = projectFolders.cache): Promise<string> {
  const lock = await readFile(join(wanted, 'package-lock.json'));
  const folder = join(cache, `openapi-tools-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(join(folder, stamp))) return folder;
  console.log(`    Installing the OpenAPI tools into ${folder} (once, some 140 MB)…`);
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, '.partial-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(wanted, name), join(partial, name));
    await runNpm(partial, ['ci']);
    await writeFile(join(partial, stamp), '');
    if (!existsSync(join(folder, stamp))) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rename(partial, folder).catch((error: unknown) => {
      // another run was faster
      if (!existsSync(join(folder, stamp))) throw error;
    });
  } catch (error) {
    throw new Error('The tools that check the OpenAPI documents are not there and could not be installed.', { cause: error });
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return folder;
}
