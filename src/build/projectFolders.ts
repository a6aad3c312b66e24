import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

export const repositoryUrl = manifest.repository.url.replace(/\.git$/, '');

/** Base URLs for relative links and images outside the repository. */
export const readmeBaseUrls = { content: `${repositoryUrl}/blob/HEAD`, images: `${repositoryUrl}/raw/HEAD` } as const;

const root = dirname(dirname(import.meta.dirname));

export const projectFolders = {
  root,
  /** Downloaded and installed programs. */
  cache: join(root, '.vscode-test'),
  demo: join(root, 'media', 'demo-workspace'),
  /** The built entry point of the suites that run inside VS Code. */
  suites: join(root, 'out', 'test', 'vscode', 'index.js'),
  /** Node's compile cache of tests. */
  compiled: join(root, 'out', 'compiled'),
  logs: join(root, 'out', 'logs'),
  screenshots: join(root, 'out', 'screenshots'),
  totals: join(root, 'out', 'totals'),
} as const;

export const temporaryFolderPrefix = 'social-data-';

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, with links resolved, as VS Code reports paths. */
  readonly path: string;
}

/** Creates a folder that is deleted no later than when this process ends. @param purpose part of its name */
export async function createTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `${temporaryFolderPrefix}${purpose}-`));
  const atExit = (): void => rmSync(path, { recursive: true, force: true });
  process.once('exit', atExit);
  return {
    path,
    async [Symbol.asyncDispose]() {
      // retries, because a process that has just ended may still be writing
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      process.off('exit', atExit);
    },
  };
}
