import * as vscode from 'vscode';

/** A file of the read-only file system: what it holds, and since when. */
export interface ExchangeFile {
  readonly bytes: Uint8Array;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * A read-only file system of files without folders. Its documents, unlike those of a mere text provider, are opened again by
 * VS Code when the window is reloaded.
 * @param read gives a file by its address
 */
export function exchangeFiles(read: (uri: vscode.Uri) => Promise<ExchangeFile>): vscode.FileSystemProvider {
  const refuse = (uri: vscode.Uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  return {
    // what came is never another one: nothing changes, so nothing is watched
    onDidChangeFile: () => new vscode.Disposable(() => undefined),
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => {
      const { bytes, at } = await read(uri);
      return {
        type: vscode.FileType.File,
        ctime: at,
        mtime: at,
        size: bytes.byteLength,
        permissions: vscode.FilePermission.Readonly,
      };
    },
    readFile: async (uri) => (await read(uri)).bytes,
    readDirectory: () => [],
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
}
