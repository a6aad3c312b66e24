import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../bootstrap.mjs';
import { runProgram } from '../processes.ts';
import { projectFolders } from '../projectFolders.ts';

export const pinnedVersions = {
  /** Desktop VS Code, the same release as in code-server. */
  vscode: '1.139.1',
  /** The npm package with VS Code's server and web workbench. */
  codeServer: '4.139.1',
  /** The npm package `@sparticuz/chromium`, a headless Chromium for Linux. */
  chromium: '153.0.0',
} as const;

interface PackageToInstall {
  readonly name: string;
  readonly version: string;
  readonly npmArgs?: readonly string[];
  /** Completes the installation in a temporary folder. */
  readonly finish: (folder: string) => Promise<void>;
}

const completionMarkerFile = 'complete';

/**
 * Installs an npm package into a cache folder, once. The folder gets its name when it's complete, so an interrupted or parallel
 * run doesn't leave an incomplete one.
 * @returns the absolute path of the folder that contains `node_modules`
 * @throws Error with npm's output
 */
export async function installNpmPackage({ name, version, npmArgs = [], finish }: PackageToInstall): Promise<string> {
  const { cache } = projectFolders;
  const folder = join(cache, `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
  if (existsSync(join(folder, completionMarkerFile))) return folder;
  console.log(`Installing ${name} ${version} into ${cache}…`);
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, '.partial-'));
  try {
    await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
    await runNpm(partial, ['install', `${name}@${version}`, ...npmArgs]);
    await finish(partial);
    await writeFile(join(partial, completionMarkerFile), `${version}\n`);
    // an existing folder without the marker is incomplete
    if (!existsSync(join(folder, completionMarkerFile))) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rename(partial, folder);
  } catch (error) {
    if (!existsSync(join(folder, completionMarkerFile))) throw error; // otherwise another run was faster
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return folder;
}

/** @returns the path of VS Code's own server script, because code-server's script drops the test flags */
export async function ensureCodeServer(): Promise<string> {
  const inside = (folder: string): string => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const folder = await installNpmPackage({
    name: 'code-server',
    version: pinnedVersions.codeServer,
    npmArgs: ['--omit=optional'],
    // the server's lockfile was created without peer dependencies
    finish: (partial) => runNpm(inside(partial), ['ci', '--omit=dev', '--legacy-peer-deps']),
  });
  return join(inside(folder), 'out', 'server-main.js');
}

/** Runs npm without install scripts. @throws Error with npm's output */
export async function runNpm(folder: string, args: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { program, args: all, shell } = npmCommand([...args, '--prefix', folder, ...quiet]);
  const end = await runProgram(program, all, { cwd: folder, env: createInstallEnvironment(), shell });
  if (end.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${end.output}`);
}

/** Removes what a running npm sets for this project. Keeps caches, proxies, and registries. */
function createInstallEnvironment(): NodeJS.ProcessEnv {
  const ofThisProject = /^(npm_package_|npm_lifecycle_|npm_command$|npm_config_(local_|global_)?prefix$|NODE_OPTIONS$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisProject.test(name)));
}
