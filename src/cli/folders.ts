import { mkdir } from 'node:fs/promises';
import { StartError } from '../sandbox/readOptions.ts';

declare const SOCIAL_DATA_VERSION: string | undefined;

/** Set by the npm package's build. */
export const packageVersion = typeof SOCIAL_DATA_VERSION === 'string' ? SOCIAL_DATA_VERSION : '0.0.0';

/** @throws StartError if the error says that the folder can't be read, otherwise the error itself */
export function throwFolderError(folder: string, error: unknown): never {
  const fault = describeFolderError(folder, error);
  throw fault === undefined ? error : new StartError(fault);
}

function describeFolderError(folder: string, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `Folder not found: ${folder}`;
    case 'ENOTDIR':
      return `${folder} isn't a folder`;
    case 'EACCES':
    case 'EPERM':
      return error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? undefined : `${folder} can't be read`;
    default:
      return undefined;
  }
}

/** @throws StartError if the option's folder can't be created */
export async function makeFolderOfOption(option: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`The ${option} folder couldn't be created: ${error instanceof Error ? error.message : String(error)}`);
  });
}
