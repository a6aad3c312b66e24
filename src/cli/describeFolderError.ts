/** Why a folder cannot be read, in a sentence; undefined for any other error. */
export function describeFolderError(folder: string, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `There is no folder ${folder}`;
    case 'ENOTDIR':
      return `${folder} is no folder`;
    case 'EACCES':
    case 'EPERM':
      return error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? undefined : `${folder} may not be read`;
    default:
      return undefined;
  }
}
