// `npm start`: builds the extension and opens a VS Code with it and a small demo workspace, until Ctrl+C.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { endOnSignals, endSignals } from './endOnSignals.ts';
import { openAddress } from './openAddress.ts';
import { runCommand } from './runCommand.ts';
import { calmSettings } from './vscode/calmSettings.ts';
import { desktopVscode } from './vscode/desktopVscode.ts';
import { installFromSources } from './vscode/installFromSources.ts';
import { projectFolders } from './vscode/projectFolders.ts';
import { canShowWindows, provideVscode, wishedTarget } from './vscode/provideVscode.ts';
import { type ProfileFolders, profileFolders, workbenchAddress } from './vscode/serverArguments.ts';
import { temporaryFolder } from './vscode/temporaryFolder.ts';
import { vscodeServer } from './vscode/vscodeServer.ts';

/** Something that runs until it is stopped, or ends by itself. */
type Running = { readonly ended: Promise<string>; stop(): Promise<void> };

const leaving = new AbortController();
endOnSignals();

const built = await runCommand(process.execPath, ['esbuild.mjs'], { cwd: projectFolders.root, output: 'inherit' });
if (built.code !== 0) process.exit(built.code);

const vscode = await provideVscode({ target: wishedTarget(process.env), installed: true }, console.log);
console.log(`VS Code: ${vscode.label}`);
{
  await using base = await temporaryFolder('demo');
  const folders = profileFolders(base.path);
  await cp(projectFolders.demo, folders.workspace, { recursive: true });
  const running = vscode.target === 'desktop' ? await openDesktop(vscode.path, folders) : await openServer(vscode.path, folders);
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  for (const signal of endSignals) {
    process.removeAllListeners(signal);
    process.on(signal, () => leaving.abort());
  }
  const how = await Promise.race([running.ended, left]);
  await running.stop();
  if (how !== undefined && how !== 'exit code 0') {
    console.error(`VS Code ended by itself (${how}).`);
    process.exitCode = 1;
  }
}

async function openDesktop(executable: string, folders: ProfileFolders): Promise<Running> {
  const window = await desktopVscode({ executable, folders, settings: calmSettings, env: {} });
  console.log('VS Code opens with the extension and a demo workspace. Close its window or press Ctrl+C to end.');
  return window;
}

async function openServer(entry: string, folders: ProfileFolders): Promise<Running> {
  const logFile = join(projectFolders.logs, 'start.log');
  await installFromSources(folders.extensions);
  const server = await vscodeServer({ entry, folders, driven: false, settings: calmSettings, env: {}, logFile });
  const address = workbenchAddress({ ...server, folder: folders.workspace });
  console.log(`Open ${address}`);
  console.log('It lets in whoever has this address. Press Ctrl+C to end.');
  if (canShowWindows(process.platform, process.env)) openAddress(address);
  return server;
}
