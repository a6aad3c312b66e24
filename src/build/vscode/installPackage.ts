import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../bootstrap/npmCommand.mjs';
import { installEnvironment } from '../installEnvironment.ts';
import { runCommand } from '../runCommand.ts';

export type PackageToInstall = {
  /** The npm package, with its scope. */
  readonly name: string;
  /** An exact version. */
  readonly version: string;
  /** More of npm's arguments. */
  readonly npmArgs: readonly string[];
  /** What else must be done before the folder counts as complete; gets the temporary folder. */
  readonly finish: (folder: string) => Promise<void>;
};

const stamp = 'complete';

/**
 * Installs one npm package into a folder of its own, once, and outside this project's dependencies.
 *
 * The folder appears under its name only when everything in it is there, so a run that was stopped half-way,
 * or two runs at once, never leave something that looks complete and is not.
 *
 * @param cacheFolder where such folders are kept: `.vscode-test`
 * @param log gets one line when something has to be installed
 * @returns the folder, absolute when `cacheFolder` is; the package is in its `node_modules`
 * @throws when npm fails, with what it printed
 */
export async function installPackage(
  cacheFolder: string,
  wanted: PackageToInstall,
  log: (line: string) => void,
): Promise<string> {
  const folder = join(cacheFolder, `${wanted.name.replace(/^@/, '').replace('/', '-')}-${wanted.version}`);
  if (existsSync(join(folder, stamp))) return folder;
  log(`Installing ${wanted.name} ${wanted.version} into ${cacheFolder}…`);
  await mkdir(cacheFolder, { recursive: true });
  const partial = await mkdtemp(join(cacheFolder, '.partial-'));
  try {
    await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
    await npm(partial, ['install', `${wanted.name}@${wanted.version}`, ...wanted.npmArgs]);
    await wanted.finish(partial);
    await writeFile(join(partial, stamp), `${wanted.version}\n`);
    await moveInto(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return folder;
}

/**
 * Runs npm in a folder that has a `package.json`, without install scripts.
 *
 * @throws when it fails, with what it printed
 */
export async function npm(folder: string, args: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const from = { env: process.env, platform: process.platform, nodePath: process.execPath };
  const { program, args: all, shell } = npmCommand([...args, '--prefix', folder, ...quiet], from);
  const end = await runCommand(program, all, {
    cwd: folder,
    env: installEnvironment(process.env),
    shell,
    output: 'collect',
  });
  if (end.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${end.output}`);
}

async function moveInto(partial: string, folder: string): Promise<void> {
  // What stands there without a stamp is the rest of an older, unfinished try.
  if (!existsSync(join(folder, stamp))) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    await rename(partial, folder);
  } catch (error) {
    if (existsSync(join(folder, stamp))) return; // Another run was first, and did the same.
    throw error;
  }
}
