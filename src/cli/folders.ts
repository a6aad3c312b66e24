import { mkdir } from 'node:fs/promises';
import { StartError } from '../sandbox/readOptions.ts';

declare const SOCIAL_DATA_VERSION: string | undefined;

/** Set by the npm package's build. */
export const packageVersion = typeof SOCIAL_DATA_VERSION === 'string' ? SOCIAL_DATA_VERSION : '0.0.0';

/** @throws StartError if the error says that the folder can't be read, otherwise the error itself */
export function throwFolderError(folder: string, error: unknown): never {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  switch (code) {
    case 'ENOENT':
      throw new StartError(`Folder not found: ${folder}`);
    case 'ENOTDIR':
      throw new StartError(`${folder} isn't a folder`);
    case 'EACCES':
    case 'EPERM':
      throw syscall === 'listen' ? error : new StartError(`${folder} can't be read`);
    default:
      throw error;
  }
}

/** @throws StartError if the option's folder can't be created */
export async function makeFolderOfOption(option: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`The ${option} folder couldn't be created: ${error instanceof Error ? error.message : String(error)}`);
  });
}
