// `npm start`: builds the extension and opens VS Code with it and a small demo workspace, until Ctrl+C.
import { exitOnSignals, type OwnedProcess, terminationSignals, runScript } from './processes.ts';
import { installBuiltExtension, createVscodeProfile, type ProfileFolders } from './vscode/profile.ts';
import { createTemporaryFolder } from './projectFolders.ts';
import { startDesktopVscode, provideVscode } from './vscode/provideVscode.ts';
import { startVscodeServer, toWorkbenchUrl } from './vscode/vscodeServer.ts';

type RunningVscode = Pick<OwnedProcess, 'ended' | 'stop'>;

exitOnSignals();

const buildExitCode = runScript(['esbuild.mjs']);
if (buildExitCode !== 0) process.exit(buildExitCode);

const vscode = await provideVscode();
{
  await using base = await createTemporaryFolder('demo');
  const folders = await createVscodeProfile(base.path);
  const running =
    vscode.target === 'desktop' ? openDesktopVscode(vscode.path, folders) : await startServerAndPrintUrl(vscode.path, folders);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of terminationSignals) {
      process.removeAllListeners(signal);
      process.on(signal, () => resolve());
    }
  });
  const how = await Promise.race([running.ended, stopped]);
  await running.stop();
  if (how !== undefined && how !== 'exit code 0') {
    console.error(`VS Code exited unexpectedly (${how}).`);
    process.exitCode = 1;
  }
}

function openDesktopVscode(executable: string, folders: ProfileFolders): RunningVscode {
  console.log('VS Code opens with the extension and a demo workspace. Close its window or press Ctrl+C to stop.');
  return startDesktopVscode(executable, folders);
}

async function startServerAndPrintUrl(entry: string, folders: ProfileFolders): Promise<RunningVscode> {
  await installBuiltExtension(folders.extensions);
  const server = await startVscodeServer({ entry, folders, name: 'start' });
  const address = toWorkbenchUrl(server, folders.workspace);
  console.log(`Open ${address}`);
  console.log('Anyone with this address can connect. Press Ctrl+C to stop.');
  return server;
}
