import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** A project in a temporary folder; disposing of it removes the folder. */
export interface TemporaryProject extends AsyncDisposable {
  readonly root: string;
  /** Writes a file, its folders with it. */
  write(file: string, text: string): Promise<void>;
}

/**
 * Makes a small project that has this one's packages, by a link.
 * @param files texts by path
 * @param copied files and folders taken over from this project, such as the configuration that is under test
 */
export async function createTemporaryProject(
  files: Readonly<Record<string, string>>,
  copied: readonly string[] = [],
): Promise<TemporaryProject> {
  const root = await mkdtemp(path.join(tmpdir(), 'social-data-fixture-'));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  await symlink(path.join(repository, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  for (const name of copied) {
    await cp(path.join(repository, name), path.join(root, name), { recursive: true });
  }
  for (const [file, text] of Object.entries(files)) {
    await write(file, text);
  }
  return { root, write, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}
