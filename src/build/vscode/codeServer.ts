import { join } from 'node:path';
import { installPackage, npm } from './installPackage.ts';
import { pins } from './pins.ts';

/**
 * Makes sure that VS Code's server and web workbench are there, as the npm package `code-server` carries them.
 *
 * @param cacheFolder `.vscode-test`, absolute
 * @returns the path of the server's own entry script (code-server's would drop the test flags)
 * @throws when npm cannot install it
 */
export async function codeServer(cacheFolder: string, log: (line: string) => void): Promise<string> {
  const inside = (folder: string): string => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const folder = await installPackage(
    cacheFolder,
    {
      name: 'code-server',
      version: pins.codeServer,
      npmArgs: ['--omit=optional'],
      // The server's own dependencies have a lockfile of their own, made without peer dependencies: npm 10
      // and 11 both call it out of sync unless they are told to see it the same way.
      finish: (partial) => npm(inside(partial), ['ci', '--omit=dev', '--legacy-peer-deps']),
    },
    log,
  );
  return join(inside(folder), 'out', 'server-main.js');
}
