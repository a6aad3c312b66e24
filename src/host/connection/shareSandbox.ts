import * as vscode from 'vscode';
import { changedEnv, setEnv } from '../../app/requests/setEnv.ts';
import { confirm, copyText } from '../shared/dialogs.ts';
import type { Services } from '../shared/services.ts';
import { foreignText } from '../shared/words/foreignText.ts';

/** Copies what a person's own application needs to call the sandbox of this window. */
export async function copySandboxAddress({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { l10n } = vscode;
  const { primary, gateway, key } = await connections.sandbox();
  const picked = await vscode.window.showQuickPick(
    [
      { label: l10n.t('Address of the primary service'), description: primary, text: primary },
      { label: l10n.t('Address of the gateway'), description: gateway, text: gateway },
      { label: l10n.t('Key'), description: key, text: key },
    ],
    { title: l10n.t('Copy Sandbox Address'), placeHolder: lifetime() },
  );
  if (picked !== undefined) {
    await copyText(picked.text);
  }
}

/** Writes the same into the `.env` file of the open folder; asks before another value is replaced. */
export async function writeSandboxEnv({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { l10n } = vscode;
  const folder = await chosenFolder();
  if (folder === undefined) {
    return;
  }
  const { primary, gateway, key } = await connections.sandbox();
  const values = { SOCIAL_DATA_PRIMARY_URL: primary, SOCIAL_DATA_GATEWAY_URL: gateway, SOCIAL_DATA_KEY: key };
  const file = vscode.Uri.joinPath(folder.uri, '.env');
  const before = await readText(file);
  const changed = changedEnv(before, values);
  const isWanted =
    changed.length === 0 ||
    (await confirm(
      l10n.t('Replace {0} in .env?', changed.join(', ')),
      l10n.t('All other lines stay as they are.'),
      l10n.t('Replace'),
    ));
  if (!isWanted) {
    return;
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(setEnv(before, values)));
  const open = l10n.t('Open .env');
  const said = l10n.t('Wrote the address of the sandbox to {0}.', foreignText(vscode.workspace.asRelativePath(file)));
  if ((await vscode.window.showInformationMessage(`${said} ${lifetime()}`, open)) === open) {
    await vscode.window.showTextDocument(file);
  }
}

function lifetime(): string {
  return vscode.l10n.t('The sandbox answers until this window closes.');
}

async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first: .env is written into it.'));
  }
  return folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
}

/** @returns empty where there is no such file */
async function readText(file: vscode.Uri): Promise<string> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return '';
    }
    throw error;
  }
}
