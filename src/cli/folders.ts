import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { StartError } from '../sandbox/readOptions.ts';

declare const SOCIAL_DATA_VERSION: string | undefined;

/** Of the npm package, which its build puts in; run from its sources the command has none. */
export const packageVersion = typeof SOCIAL_DATA_VERSION === 'string' ? SOCIAL_DATA_VERSION : '0.0.0';

/** @returns undefined for any other error */
export function describeFolderError(folder: string, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `There is no folder ${folder}`;
    case 'ENOTDIR':
      return `${folder} is not a folder`;
    case 'EACCES':
    case 'EPERM':
      return error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? undefined : `${folder} cannot be read`;
    default:
      return undefined;
  }
}

/**
 * Makes a folder and those that lead to it, where they are missing. Node's own `recursive` hangs where the system refuses, as in /proc.
 * @throws what the file system says
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder);
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error;
  });
}

/** @throws StartError where a folder cannot be made that an option names */
export async function makeFolderOfOption(option: string, folder: string): Promise<void> {
  await makeFolder(folder).catch((error: unknown) => {
    throw new StartError(`The folder of ${option} cannot be created: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
