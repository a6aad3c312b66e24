import * as vscode from 'vscode';

/** Has nothing written to the disk until it is disposed of, as on a read-only file system. */
export function readOnlyDisk(): Disposable {
  const original = vscode.workspace.fs;
  const refuse = async (uri: vscode.Uri): Promise<never> =>
    await Promise.reject(new vscode.FileSystemError(`EROFS: read-only file system, open '${uri.fsPath}'`));
  const stand: Partial<vscode.FileSystem> = {
    stat: async (uri) => await original.stat(uri),
    readDirectory: async (uri) => await original.readDirectory(uri),
    readFile: async (uri) => await original.readFile(uri),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  const property = Object.getOwnPropertyDescriptor(vscode.workspace, 'fs');
  Object.defineProperty(vscode.workspace, 'fs', { value: stand, configurable: true });
  return {
    [Symbol.dispose]: () => {
      Object.defineProperty(vscode.workspace, 'fs', property ?? { value: original, configurable: true });
    },
  };
}
