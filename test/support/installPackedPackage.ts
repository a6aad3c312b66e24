import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../../src/build/bootstrap.mjs';
import { buildNpmPackage, packBuiltPackage } from '../../src/build/npmPackage.ts';
import { runProgram } from '../../src/build/processes.ts';
import { projectFolders } from '../../src/build/projectFolders.ts';

/**
 * Builds and packs the npm package, and installs the tarball into a project with a package.json. Doesn't download anything: its
 * dependencies, and Vitest for tests, are already installed here.
 * @param folder the build folder
 */
export async function installPackedPackage(
  folder: string,
  project: string,
): Promise<{ readonly built: string; readonly tarball: string }> {
  const built = join(folder, 'package');
  await buildNpmPackage(built);
  const tarball = await packBuiltPackage(built, folder);
  const here = (name: string) => join(projectFolders.root, 'node_modules', name);
  const wanted = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball, ...['undici', 'zod'].map(here)];
  const { program, args, shell } = npmCommand(wanted);
  const { code, output } = await runProgram(program, args, { cwd: project, shell });
  assert.equal(code, 0, output);
  await symlink(here('vitest'), join(project, 'node_modules', 'vitest'), 'junction');
  return { built, tarball };
}
