import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../bootstrap.mjs';
import { runProgram } from '../processes.ts';
import { projectFolders } from '../projectFolders.ts';

/** The versions that `npm start` and `npm test` run on; the only place that names them. */
export const pinnedVersions = {
  /** The desktop VS Code that is downloaded; the same release as the one inside `ensureCodeServer`. */
  vscode: '1.139.1',
  /** The npm package that carries VS Code's server and web workbench. */
  codeServer: '4.139.1',
  /** The npm package `@sparticuz/chromium`, which carries a headless Chromium for Linux. */
  chromium: '153.0.0',
} as const;

interface PackageToInstall {
  readonly name: string;
  /** An exact version. */
  readonly version: string;
  readonly npmArgs?: readonly string[];
  /** What else must be done before the folder counts as complete; gets the temporary folder. */
  readonly finish: (folder: string) => Promise<void>;
}

const completionMarkerFile = 'complete';

/**
 * Installs one npm package into a folder of its own in the cache, once, and outside this project's dependencies.
 *
 * The folder appears under its name only when everything in it is there, so a run that was stopped half-way,
 * or two runs at once, never leave something that looks complete and is not.
 * @returns the folder, absolute; the package is in its `node_modules`
 * @throws when npm fails, with what it printed
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
    // What stands there without a stamp is the rest of an older, unfinished try.
    if (!existsSync(join(folder, completionMarkerFile))) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rename(partial, folder);
  } catch (error) {
    if (!existsSync(join(folder, completionMarkerFile))) throw error; // else another run was first, and did the same
  } finally {
    await rm(partial, { recursive: true, force: true, maxRetries: 5 });
  }
  return folder;
}

/**
 * Makes sure that VS Code's server and web workbench are there, as the npm package `code-server` carries them.
 * @returns the path of the server's own entry script (code-server's would drop the test flags)
 */
export async function ensureCodeServer(): Promise<string> {
  const inside = (folder: string): string => join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  const folder = await installNpmPackage({
    name: 'code-server',
    version: pinnedVersions.codeServer,
    npmArgs: ['--omit=optional'],
    // The server's own dependencies have a lockfile of their own, made without peer dependencies: npm 10
    // and 11 both call it out of sync unless both are set to see it the same way.
    finish: (partial) => runNpm(inside(partial), ['ci', '--omit=dev', '--legacy-peer-deps']),
  });
  return join(inside(folder), 'out', 'server-main.js');
}

/** Runs npm in a folder that has a `package.json`, without install scripts. */
export async function runNpm(folder: string, args: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { program, args: all, shell } = npmCommand([...args, '--prefix', folder, ...quiet]);
  const end = await runProgram(program, all, { cwd: folder, env: createInstallEnvironment(), shell });
  if (end.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${end.output}`);
}

/**
 * The environment for an npm that installs into another place than this project: what the running npm says of
 * this project and its script is left out; caches, proxies and registries of the user's settings stay.
 */
function createInstallEnvironment(): NodeJS.ProcessEnv {
  const ofThisProject = /^(npm_package_|npm_lifecycle_|npm_command$|npm_config_(local_|global_)?prefix$|NODE_OPTIONS$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisProject.test(name)));
}
