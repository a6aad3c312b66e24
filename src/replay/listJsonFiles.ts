import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getParentFolder, joinFolderPath } from '../app/fixtures/fixtureFolder.ts';

/** Plain files by their path below a folder, segments joined by `/`; of each what changes when it does. */
export type ListedFiles = ReadonlyMap<string, { readonly stamp: string; readonly bytes: number }>;

/** Where tools keep what is no fixture, and may keep very much of it. */
const skippedFolderPattern = /^(?:\.|node_modules$)/;

/** A body has 32 MiB at most as it comes, and some more where it is laid out on lines. */
const maxFileBytes = 128 * 1024 * 1024;

/** Each that waits takes memory. */
const maxFilesInspectedAtOnce = 16;

/**
 * The JSON files below a folder. Links are left out, as they may lead anywhere, and what may not be read.
 * @throws the error of reading the folder itself
 */
export async function listJsonFiles(root: string): Promise<ListedFiles> {
  const files = new Map<string, { stamp: string; bytes: number }>();
  const walk = async (folder: string): Promise<void> => {
    const { files: names, folders } = await listJsonFolder(root, folder);
    const waiting = [
      ...folders.map((name) => ({ name, isFolder: true })),
      ...names.map((name) => ({ name, isFolder: false })),
    ].values();
    const lane = async (): Promise<void> => {
      for (const { name, isFolder } of waiting) {
        const path = joinFolderPath(folder, name);
        if (isFolder) {
          await walk(path).catch(() => undefined);
          continue;
        }
        const found = await lstat(join(root, path)).catch(ignoreMissingFileError);
        if (found?.isFile() !== true) continue;
        const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
        files.set(path, { stamp, bytes: found.size });
      }
    };
    await Promise.all(Array.from({ length: maxFilesInspectedAtOnce }, lane));
  };
  await walk('');
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A folder that is not there has none. @throws any other error */
export function treatMissingAsNoFiles(error: unknown): ListedFiles {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
  throw error;
}

/**
 * The names of the JSON files in one folder, of its folders and of what links to either, all sorted. What tools keep is left out.
 * @param folder its path below the root; the root is the empty path
 * @throws why it cannot be read
 */
export async function listJsonFolder(
  root: string,
  folder: string,
): Promise<Readonly<Record<'files' | 'folders' | 'links', readonly string[]>>> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const visible = entries.filter(({ name }) => !skippedFolderPattern.test(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const namesOf = (kept: readonly Dirent[]): readonly string[] => kept.map(({ name }) => name);
  const isJson = ({ name }: Dirent): boolean => name.endsWith('.json');
  const isFolderLink = async ({ name }: Dirent): Promise<boolean> =>
    await stat(join(root, folder, name)).then(
      (found) => found.isDirectory(),
      () => false,
    );
  const links: Dirent[] = [];
  for (const entry of visible.filter((one) => one.isSymbolicLink())) {
    if (isJson(entry) || (await isFolderLink(entry))) links.push(entry);
  }
  return {
    files: namesOf(visible.filter((entry) => entry.isFile() && isJson(entry))),
    folders: namesOf(visible.filter((entry) => entry.isDirectory())),
    links: namesOf(links),
  };
}

/**
 * Reads plain files that no link leads to, without a list of all.
 * @returns what reads one by its path below the root, and throws where there is none
 */
export function createUnlinkedFileReader(root: string): (path: string) => Promise<Uint8Array> {
  let base: Promise<string> | undefined;
  // files are read folder by folder
  let last: { readonly folder: string; readonly isLinked: Promise<boolean> } | undefined;
  const isLinked = async (folder: string): Promise<boolean> =>
    (await realpath(join(root, folder))) !== join(await (base ??= realpath(root)), folder);
  return async (path) => {
    const folder = getParentFolder(path);
    if (last?.folder !== folder) last = { folder, isLinked: isLinked(folder) };
    const file = join(root, path);
    const [found, isFolderLinked] = await Promise.all([lstat(file), last.isLinked]);
    if (isFolderLinked || found.isSymbolicLink()) throw new Error('it is reached by a link, and links are not followed');
    if (!found.isFile()) throw new Error('it is not a file');
    throwIfTooLarge(found.size);
    return await readFile(file);
  };
}

export function createListedFileReader(
  root: string,
  files: ListedFiles,
): { readonly read: (path: string) => Promise<Uint8Array> } {
  return {
    read: async (path) => {
      const found = files.get(path);
      if (found === undefined) throw new Error('there is no such file');
      throwIfTooLarge(found.bytes);
      return await readFile(join(root, path));
    },
  };
}

function throwIfTooLarge(bytes: number): void {
  if (bytes > maxFileBytes) throw new Error(`it has ${bytes} bytes, more than ${maxFileBytes}`);
}

/** What others delete meanwhile is not there. */
function ignoreMissingFileError(error: unknown): undefined {
  if (isFileMissingError(error)) return undefined;
  throw error;
}

export function isFileMissingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
