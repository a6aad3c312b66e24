import type { Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EntryKind,
  type FixtureFolder,
  hasPlainFile,
  isFolderOrThrow,
  makeMissingFolders,
  toSafePathSegments,
} from '../features/fixtures/index.ts';

/** Rejects `..`, absolute paths, and symbolic links below the root. */
export function openNodeFixtureFolder(root: string): FixtureFolder {
  const at = async (path: string): Promise<string> => {
    const segments = toSafePathSegments(path);
    for (const [index, segment] of segments.slice(0, -1).entries()) {
      isFolderOrThrow(await getEntryKind(join(root, ...segments.slice(0, index + 1))), segment);
    }
    return join(root, ...segments);
  };
  const folder: FixtureFolder = {
    address: root,
    kindOf: async (path) => await getEntryKind(await at(path)),
    names: async (path) => (isFolderOrThrow(await getEntryKind(await at(path)), path) ? await readdir(await at(path)) : []),
    read: async (path) => await readFile(await at(path)),
    makeFolder: async (path) =>
      await makeMissingFolders(folder, path, async (inner) => void (await mkdir(await at(inner), { recursive: true }))),
    write: async (path, bytes) => {
      await hasPlainFile(folder, path);
      const file = await open(await at(path), 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    move: async (from, to) => {
      await hasPlainFile(folder, to);
      await rename(await at(from), await at(to));
    },
    delete: async (path) => await rm(await at(path)),
    deleteFolder: async (path) => await rmdir(await at(path)),
  };
  return folder;
}

async function getEntryKind(path: string): Promise<EntryKind | undefined> {
  let stat: Stats;
  try {
    stat = await lstat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
}
