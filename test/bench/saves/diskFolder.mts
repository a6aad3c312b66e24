import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EntryKind, type FixtureFolder, FixtureFolderError, hasPlainFile } from '../../../src/app/fixtures/fixtureFolder.ts';

/**
 * A folder of this machine's disk by the calls to the system that the extension's makes through VS Code, which flushes each file that it
 * writes, asks what stands in the way of a move, and follows no link on the way.
 * @param flushMs how long the disk takes at least to flush a file
 */
export function diskFolder(root: string, flushMs = 0): FixtureFolder {
  const at = (path: string) => join(root, path);
  const kindOf = async (path: string): Promise<EntryKind | undefined> => {
    const stat = await lstat(at(path)).catch(() => undefined);
    return stat && (stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other');
  };
  const reach = async (path: string): Promise<void> => {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      if ((await kindOf(path.slice(0, end))) !== 'folder') throw new FixtureFolderError('notAFolder', path);
    }
  };
  const reached = async (path: string): Promise<boolean> =>
    await reach(path).then(
      () => true,
      () => false,
    );
  const move = async (from: string, to: string): Promise<void> => {
    await reach(from);
    await reach(to);
    if ((await kindOf(to)) !== undefined) throw new Error(`${to} is there`);
    await rename(at(from), at(to));
  };
  return {
    kindOf: async (path) => ((await reached(path)) ? await kindOf(path) : undefined),
    names: async (path) => ((await kindOf(path)) === 'folder' ? await readdir(at(path)) : []),
    read: async (path) => {
      await reach(path);
      if ((await kindOf(path)) === 'link') throw new FixtureFolderError('link', path);
      return await readFile(at(path));
    },
    makeFolder: async (path) => {
      const made: string[] = [];
      const segments = path.split('/');
      for (const [index] of segments.entries()) {
        const inner = segments.slice(0, index + 1).join('/');
        if ((await kindOf(inner)) !== 'folder') {
          await mkdir(at(inner));
          made.push(inner);
        }
      }
      return made;
    },
    writeNew: async (path, bytes) => {
      await reach(path);
      await writeFlushed(at(path), bytes, flushMs);
      if ((await lstat(at(path))).size !== bytes.length) throw new FixtureFolderError('incomplete', path);
    },
    create: move,
    replace: async (from, to) => {
      if (await hasPlainFile({ kindOf }, to)) await rm(at(to));
      await move(from, to);
    },
    delete: async (path) => {
      await reach(path);
      await rm(at(path));
    },
    deleteFolder: async (path) => await rmdir(at(path)),
  };
}

/** Writes a file and waits until the disk has it, and at least so many milliseconds. */
export async function writeFlushed(path: string, bytes: Uint8Array | string, flushMs: number): Promise<void> {
  await using file = await open(path, 'w');
  await file.writeFile(bytes);
  await Promise.all([file.datasync(), ...(flushMs === 0 ? [] : [setTimeout(flushMs)])]);
}
