import * as vscode from 'vscode';
import { type KeySource, readEnvFile } from '../../../client/keySource.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { getOrPickConnection } from './askForConnection.ts';
import { saveKeyAndConnection, type KeyServices } from './setKey.ts';

const maxEnvFiles = 20;

const likeKey = /key|token|secret/i;

interface KeySourceItem extends vscode.QuickPickItem {
  readonly place?: KeySource;
}

/**
 * Has the key of a connection read, for each call, from a variable of the environment or of a `.env` file that the person names.
 * No value is shown or kept; it is sent to the one origin that it is for.
 */
export async function useKeyFromEnv(services: KeyServices, of?: string): Promise<void> {
  const { l10n } = vscode;
  const title = l10n.t('Read API Key from .env');
  const chosen = await getOrPickConnection(services.connections, of, { title, offersNew: true });
  if (chosen === undefined) {
    return;
  }
  const { name, address } = chosen.connection;
  const { origin } = new URL(address);
  const other: KeySourceItem = { label: `$(folder-opened) ${l10n.t('Other File…')}` };
  const files = await vscode.workspace.findFiles('**/.env{,.*}', '**/node_modules/**', maxEnvFiles);
  const found = (await Promise.all(files.map(readKeySourcesInFile))).flat();
  const picked = await vscode.window.showQuickPick([...found, ...listKeySourcesInEnvironment(), other], {
    title: `${title}: ${sanitizeForVsCode(name)}`,
    placeHolder: l10n.t('Which variable holds the key? It is sent only to {0}.', origin),
    matchOnDescription: true,
  });
  const place = picked === other ? await askForKeySourceInFile(title) : picked?.place;
  if (place !== undefined) {
    await saveKeyAndConnection(services, chosen, { from: place, origin });
  }
}

async function askForKeySourceInFile(title: string): Promise<KeySource | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title })) ?? [];
  if (file === undefined) {
    return undefined;
  }
  const places = await readKeySourcesInFile(file);
  if (places.length === 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('{0} contains no variables.', sanitizeForVsCode(vscode.workspace.asRelativePath(file))),
    );
    return undefined;
  }
  return (await vscode.window.showQuickPick(places, { title, placeHolder: vscode.l10n.t('Which variable holds the key?') }))
    ?.place;
}

async function readKeySourcesInFile(file: vscode.Uri): Promise<readonly KeySourceItem[]> {
  if (file.scheme !== 'file') {
    return []; // read again for each call, by its path
  }
  const values = await readEnvFile(file.fsPath);
  const description = sanitizeForVsCode(vscode.workspace.asRelativePath(file));
  return Object.keys(values)
    .toSorted((a, b) => Number(likeKey.test(b)) - Number(likeKey.test(a)))
    .map((variable) => ({ label: sanitizeForVsCode(variable), description, place: { variable, file: file.fsPath } }));
}

/** Lists only variables that are named like a key, because an environment holds much else. */
function listKeySourcesInEnvironment(): readonly KeySourceItem[] {
  return Object.keys(process.env)
    .filter((variable) => likeKey.test(variable))
    .toSorted((a, b) => a.localeCompare(b))
    .map((variable) => ({ label: variable, description: vscode.l10n.t('Environment'), place: { variable } }));
}
