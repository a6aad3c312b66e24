import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolders } from './projectFolders.ts';

/**
 * Puts the built extension into a fresh extensions folder, where VS Code takes it for an installed one.
 *
 * Not as an extension under development: a built web workbench knows those with its smoke-test driver only, and
 * that driver keeps every notification off the screen.
 *
 * @param extensions VS Code's extensions folder; it must not have been used yet
 * @throws when the extension was not built
 */
export async function installFromSources(extensions: string): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(projectFolders.root, 'package.json'), 'utf8'));
  const folder = join(extensions, folderName(manifest));
  await mkdir(folder, { recursive: true });
  const texts = (await readdir(projectFolders.root)).filter((name) => /^package(\.nls.*)?\.json$/.test(name));
  for (const name of [...texts, 'dist', 'media', 'l10n']) {
    await cp(join(projectFolders.root, name), join(folder, name), { recursive: true }).catch((error: unknown) => {
      // Not every version of the extension has translations; without its programs it is none.
      if (name === 'dist' || !isMissing(error)) throw error;
    });
  }
}

/** `publisher.name-version`, as VS Code names the folders of installed extensions. */
function folderName(manifest: unknown): string {
  if (typeof manifest !== 'object' || manifest === null) throw new TypeError('package.json is no object');
  if (!('publisher' in manifest && 'name' in manifest && 'version' in manifest)) {
    throw new TypeError('package.json lacks publisher, name or version');
  }
  return `${String(manifest.publisher)}.${String(manifest.name)}-${String(manifest.version)}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
