import * as vscode from 'vscode';
import { listChangedEnvNames, type EnvValues, updateEnvText } from '../../core/text/updateEnvText.ts';
import { confirm, copyText, showRefusal } from '../dialogs.ts';
import { sanitizeForVsCode } from '../../core/text/stripHiddenCharacters.ts';

export interface ShareableServer {
  readonly primary: string;
  readonly gateway: string;
  readonly key: string;
  /** The token for control requests. */
  readonly control?: string;
}

export interface ServerShareTexts {
  readonly copy: string;
  readonly lifetime: string;
  readonly wrote: (file: string) => string;
}

export async function pickAndCopyServerAddress(
  { primary, gateway, key, control }: ShareableServer,
  { copy, lifetime }: Pick<ServerShareTexts, 'copy' | 'lifetime'>,
): Promise<void> {
  const { l10n } = vscode;
  const picked = await vscode.window.showQuickPick(
    [
      { label: l10n.t('Primary API address'), description: primary, text: primary },
      { label: l10n.t('Gateway API address'), description: gateway, text: gateway },
      { label: l10n.t('Key'), description: key, text: key },
      ...(control === undefined ? [] : [{ label: l10n.t('Token for control requests'), description: control, text: control }]),
    ],
    { title: copy, placeHolder: lifetime },
  );
  if (picked !== undefined) {
    await copyText(picked.text);
  }
}

/** Confirms before it replaces a value. */
export async function writeServerEnv(
  serverOf: () => ShareableServer | Promise<ShareableServer>,
  { lifetime, wrote }: Pick<ServerShareTexts, 'lifetime' | 'wrote'>,
): Promise<void> {
  const { l10n } = vscode;
  const folder = await getOrPickEnvFolder();
  if (folder === undefined) {
    return;
  }
  const { primary, gateway, key } = await serverOf();
  const values = { SOCIAL_DATA_PRIMARY_URL: primary, SOCIAL_DATA_GATEWAY_URL: gateway, SOCIAL_DATA_KEY: key };
  const file = await updateEnvFile(folder.uri, values);
  if (file === undefined) {
    return;
  }
  const open = l10n.t('Open .env');
  const said = `${wrote(sanitizeForVsCode(vscode.workspace.asRelativePath(file)))} ${lifetime}`;
  if ((await vscode.window.showInformationMessage(said, open)) === open) {
    await vscode.window.showTextDocument(file);
  }
}

/**
 * Sets variables in a folder's `.env`. Confirms before it replaces a value.
 * @returns undefined if the user declined, or after a message if the file must not be written
 */
export async function updateEnvFile(folder: vscode.Uri, values: EnvValues): Promise<vscode.Uri | undefined> {
  const file = vscode.Uri.joinPath(folder, '.env');
  const before = await readConfirmedEnvText(file, values);
  if (before === undefined) {
    return undefined;
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(updateEnvText(before, values)));
  return file;
}

/** The file's text. Undefined if the user declined, or the file must not be written. */
async function readConfirmedEnvText(file: vscode.Uri, values: EnvValues): Promise<string | undefined> {
  const { l10n } = vscode;
  const found = await statIfExists(file);
  if (found !== undefined && (found.type & vscode.FileType.SymbolicLink) !== 0) {
    showRefusal(l10n.t('.env is a symbolic link that may point outside the open folder. Nothing was changed.'));
    return undefined;
  }
  const text = found === undefined ? '' : decodeUtf8(await vscode.workspace.fs.readFile(file));
  if (text === undefined) {
    showRefusal(l10n.t(".env isn't encoded in UTF-8. Save it as UTF-8, then try again. Nothing was changed."));
    return undefined;
  }
  const changed = listChangedEnvNames(text, values);
  const isWanted =
    changed.length === 0 ||
    (await confirm(
      l10n.t('Replace {0} in .env?', changed.join(', ')),
      l10n.t("Other lines won't be changed."),
      l10n.t('Replace'),
    ));
  return isWanted ? text : undefined;
}

async function statIfExists(file: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return undefined;
    }
    throw error;
  }
}

async function getOrPickEnvFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('Open a folder first.'));
  }
  return folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
}

/** Undefined if the bytes aren't UTF-8, so writing the text back would change them. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
