import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where the project is published. Set it here and in the manifest, which a test holds to it. */
export const repositoryUrl = 'https://github.com/social-data-explorer/social-data-explorer';

export const manifestUrls = {
  repository: { type: 'git', url: `${repositoryUrl}.git` },
  bugs: { url: `${repositoryUrl}/issues` },
  homepage: `${repositoryUrl}#readme`,
  qna: `${repositoryUrl}/discussions`,
} as const;

/** What README's relative links and pictures begin with on the extension's page. */
export const readmeBaseUrls = { content: `${repositoryUrl}/blob/HEAD`, images: `${repositoryUrl}/raw/HEAD` } as const;

const root = dirname(dirname(import.meta.dirname));

/** The folders of this project that its scripts work with, absolute. */
export const projectFolders = {
  root,
  /** Downloaded and installed programs, kept between runs. */
  cache: join(root, '.vscode-test'),
  demo: join(root, 'media', 'demo-workspace'),
  /** The entry of the suites that run inside VS Code, once built. */
  suites: join(root, 'out', 'test', 'vscode', 'index.js'),
  /** What Node made of the modules that tests load, for the next one that loads them. */
  compiled: join(root, 'out', 'compiled'),
  logs: join(root, 'out', 'logs'),
  screenshots: join(root, 'out', 'screenshots'),
  totals: join(root, 'out', 'totals'),
} as const;

export const temporaryFolderPrefix = 'social-data-';

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, with links resolved: VS Code reports resolved paths, and tests compare them. */
  readonly path: string;
}

/**
 * Makes a folder that is gone again when the caller is done, or at the latest when this process ends.
 * @param purpose becomes part of the name, for whoever finds it while it is in use
 */
export async function createTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), `${temporaryFolderPrefix}${purpose}-`));
  const atExit = (): void => rmSync(path, { recursive: true, force: true });
  process.once('exit', atExit);
  return {
    path,
    async [Symbol.asyncDispose]() {
      // A process that was just ended may still be writing its last lines on some systems: try again.
      await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      process.off('exit', atExit);
    },
  };
}

/** A README whose pictures for dark themes are found there too: vsce makes links and plain pictures absolute, no `srcset`. */
export function makeSrcsetUrlsAbsolute(readme: string): string {
  return readme.replaceAll(/(?<=\bsrcset=")(?!https?:)(?=[\w./-]+")/g, `${readmeBaseUrls.images}/`);
}
