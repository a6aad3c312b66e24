import { constants, type Stats } from 'node:fs';
import { copyFile, link, lstat, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folders.ts';
import {
  type EntryKind,
  type FixtureFolder,
  FixtureFolderError,
  hasPlainFile,
  toSafePathSegments,
} from '../app/fixtures/fixtureFolder.ts';

/** The files below a folder of this machine. `..`, absolute paths and symbolic links below it are refused. */
export function openNodeFixtureFolder(root: string): FixtureFolder {
  const at = async (path: string): Promise<string> => {
    const segments = toSafePathSegments(path);
    for (const [index, segment] of segments.slice(0, -1).entries()) {
      isFolderOrThrow(await getEntryKind(join(root, ...segments.slice(0, index + 1))), segment);
    }
    return join(root, ...segments);
  };
  const folder: FixtureFolder = {
    kindOf: async (path) => await getEntryKind(await at(path)),
    names: async (path) => (isFolderOrThrow(await getEntryKind(await at(path)), path) ? await readdir(await at(path)) : []),
    read: async (path) => await readFile(await at(path)),
    makeFolder: async (path) => {
      const made: string[] = [];
      const segments = toSafePathSegments(path);
      for (const [index, segment] of segments.entries()) {
        const inner = segments.slice(0, index + 1).join('/');
        if (!isFolderOrThrow(await getEntryKind(await at(inner)), segment)) {
          await makeFolder(await at(inner));
          made.push(inner);
        }
      }
      return made;
    },
    writeNew: async (path, bytes) => await writeNewFileOrNothing(await at(path), bytes),
    create: async (from, to) => {
      const [source, target] = [await at(from), await at(to)];
      try {
        await link(source, target);
      } catch {
        await copyFile(source, target, constants.COPYFILE_EXCL); // a disk without hard links; else it fails for the same reason
      }
      await rm(source, { force: true });
    },
    replace: async (from, to) => {
      await hasPlainFile(folder, to);
      await rename(await at(from), await at(to));
    },
    delete: async (path) => await rm(await at(path)),
    deleteFolder: async (path) => await rmdir(await at(path)),
  };
  return folder;
}

/** Leaves nothing behind where it cannot write all of it. */
async function writeNewFileOrNothing(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
}

async function getEntryKind(path: string): Promise<EntryKind | undefined> {
  let stat: Stats;
  try {
    stat = await lstat(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
}

/** @returns whether a folder is there, and not nothing. @throws FixtureFolderError where something else is */
function isFolderOrThrow(kind: EntryKind | undefined, path: string): boolean {
  if (kind === undefined || kind === 'folder') return kind === 'folder';
  throw new FixtureFolderError(kind === 'link' ? 'link' : 'notAFolder', path);
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
