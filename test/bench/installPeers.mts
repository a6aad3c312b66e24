import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const manifest = fileURLToPath(new URL('peers.package.json', import.meta.url));
const folder = fileURLToPath(new URL('.peers/', import.meta.url));

/**
 * Installs the peers of the benches into a folder of their own, where the versions differ from the pinned ones.
 * @returns the folder
 */
export async function installPeers(): Promise<string> {
  const wanted = await readFile(manifest, 'utf8');
  const installed = await readFile(`${folder}node_modules/.installed.json`, 'utf8').catch(() => undefined);
  if (installed !== wanted) {
    await mkdir(folder, { recursive: true });
    await copyFile(manifest, `${folder}package.json`);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const install = spawn(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(install, 'exit')) as [number | null];
    if (code !== 0) {
      throw new Error(`the peers could not be installed (npm ended with ${String(code)})`);
    }
    await copyFile(manifest, `${folder}node_modules/.installed.json`);
  }
  return folder.replace(/[/\\]$/, '');
}
