import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The folders of this project that its scripts work with, absolute. */
export const projectFolders = {
  root,
  /** Downloaded and installed programs, kept between runs. */
  cache: join(root, '.vscode-test'),
  demo: join(root, 'media', 'demo-workspace'),
  /** The entry of the suites that run inside VS Code, once built. */
  suites: join(root, 'out', 'test', 'vscode', 'index.js'),
  logs: join(root, 'out', 'logs'),
  screenshots: join(root, 'out', 'screenshots'),
  totals: join(root, 'out', 'totals'),
} as const;
