import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Plain files by their path below a folder, segments joined by `/`; of each what changes when it does. */
export type ListedFiles = ReadonlyMap<string, { readonly stamp: string; readonly bytes: number }>;

/** Where tools keep what is no fixture, and may keep very much of it. */
const toolFolder = /^(?:\.|node_modules$)/;

/** How many files of a folder are looked at at the same time: each that waits takes memory. */
const maxAtOnce = 16;

/**
 * The JSON files below a folder. Links are left out, as they may lead anywhere, and what may not be read.
 * @throws the error of reading the folder itself
 */
export async function listJsonFiles(root: string): Promise<ListedFiles> {
  const files = new Map<string, { stamp: string; bytes: number }>();
  const walk = async (folder: string): Promise<void> => {
    const waiting = (await readdir(join(root, folder), { withFileTypes: true })).values();
    const lane = async (): Promise<void> => {
      for (const entry of waiting) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !toolFolder.test(entry.name)) await walk(path).catch(() => undefined);
        if (!entry.isFile() || entry.name.startsWith('.') || !entry.name.endsWith('.json')) continue;
        const found = await lstat(join(root, path)).catch(ignoreMissingFileError);
        if (found?.isFile() !== true) continue;
        const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
        files.set(path, { stamp, bytes: found.size });
      }
    };
    await Promise.all(Array.from({ length: maxAtOnce }, lane));
  };
  await walk('');
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads those files, and no others. */
export function createListedFileReader(
  root: string,
  files: ListedFiles,
): { readonly read: (path: string) => Promise<Uint8Array> } {
  return {
    read: async (path) => {
      if (!files.has(path)) throw new Error('there is no such file');
      return await readFile(join(root, path));
    },
  };
}

/** What others delete meanwhile is not there. */
function ignoreMissingFileError(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  throw error;
}
