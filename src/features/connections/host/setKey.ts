import * as vscode from 'vscode';
import type { PaidConnection } from '../../../core/connections/connectionSettings.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { readKeyState, type KeyOrSource } from '../../../workbench/services/keys.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import type { Services } from '../../../workbench/services.ts';
import { completeWalkthroughStep } from '../../../workbench/walkthroughSteps.ts';
import { askForAddressAndHost, type ChosenConnection, getOrPickConnection } from './askForConnection.ts';
import { type KeySource, readEnvFile } from '../../../client/envFile.ts';

const maxEnvFiles = 20;

const likeKey = /key|token|secret/i;

interface KeySourceItem extends vscode.QuickPickItem {
  readonly place?: KeySource;
}

export type KeyServices = Pick<Services, 'keys' | 'connections' | 'spend' | 'log'>;

/**
 * Prompts for a connection's key and saves it with the only origin that it may be sent to. Doesn't change anything on cancel.
 * @param only `key`: doesn't prompt for the address or host
 */
export async function setKey(services: KeyServices, name?: string, only?: 'key'): Promise<void> {
  const title = vscode.l10n.t('Set API Key');
  const chosen = await getOrPickConnection(services.connections, name, { title, offersNew: true });
  const corrected =
    chosen === undefined || chosen.isNew || only === 'key' ? chosen?.connection : await askForAddressAndHost(chosen.connection);
  if (chosen !== undefined && corrected !== undefined) {
    await askForAndSaveKey(services, { ...chosen, connection: corrected });
  }
}

type ConnectionStepAfterKeySet = 'offer' | 'use';

export async function askForAndSaveKey(
  services: KeyServices,
  chosen: ChosenConnection,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  const { name, address } = chosen.connection;
  const { origin } = new URL(address);
  const key = await vscode.window.showInputBox({
    title: vscode.l10n.t('Set API Key: {0}', sanitizeForVsCode(name)),
    prompt: vscode.l10n.t('Stored in secret storage. Sent only to {0}.', origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: describeKeyFault,
  });
  if (key !== undefined) {
    await saveKeyAndConnection(services, chosen, { key: key.trim(), origin }, purpose);
  }
}

/** Saves the address and key together. Offers to switch if a different connection is in use. */
export async function saveKeyAndConnection(
  services: KeyServices,
  { connection, isNew }: ChosenConnection,
  stored: KeyOrSource,
  purpose: ConnectionStepAfterKeySet = 'offer',
): Promise<void> {
  const { connections, keys, log, spend } = services;
  const { name, service } = connection;
  if (!(await storeKeyOrKeepForSession(services, name, stored))) {
    return;
  }
  try {
    await connections.write(connection);
  } catch (error) {
    if (isNew) {
      await keys.remove(name);
    }
    throw error;
  }
  completeWalkthroughStep('key');
  spend.forgetConnection();
  log.info(`The key for ${name} was saved. It is sent only to ${stored.origin}.`);
  if (purpose === 'use') {
    await connections.select(service, name);
  }
  await offerToUseConnection(services, connection);
}

export async function removeKey(services: KeyServices, of?: string): Promise<void> {
  const { connections, keys, log, spend } = services;
  const chosen = await getOrPickConnection(connections, of, { title: vscode.l10n.t('Remove API Key') });
  if (chosen === undefined) {
    return;
  }
  const { name } = chosen.connection;
  const shown = sanitizeForVsCode(name);
  // storage that can't be read may still contain the key, so remove it as well
  if ((await readKeyState(keys, name, log)) === 'none') {
    void vscode.window.showInformationMessage(vscode.l10n.t('No API key is set for {0}.', shown));
    return;
  }
  await keys.remove(name);
  spend.forgetConnection();
  log.info(`The key for ${name} was removed.`);
  void vscode.window.showInformationMessage(vscode.l10n.t('API key for {0} removed.', shown));
}

/** HTTP headers allow visible ASCII. */
function describeKeyFault(text: string): string | undefined {
  const key = text.trim();
  if (key === '') {
    return vscode.l10n.t('Enter the key, or press Escape to cancel.');
  }
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : vscode.l10n.t('The key must contain only ASCII characters, without spaces or line breaks.');
}

/** @returns false if the key wasn't saved and the user declines to use it for this session */
async function storeKeyOrKeepForSession({ keys, log }: KeyServices, name: string, stored: KeyOrSource): Promise<boolean> {
  try {
    await keys.store(name, stored);
    return true;
  } catch (error) {
    log.error(
      `The key for ${name} couldn't be saved in secret storage: ${error instanceof Error ? error.message : String(error)}`,
    );
    const isForSession = await confirm(
      vscode.l10n.t("Couldn't save the key in secret storage."),
      vscode.l10n.t('You can use the key until this window closes.'),
      vscode.l10n.t('Use for This Session Only'),
    );
    if (isForSession) {
      keys.keepForSession(name, stored);
    }
    return isForSession;
  }
}

async function offerToUseConnection({ connections }: KeyServices, { name, service }: PaidConnection): Promise<void> {
  const shown = sanitizeForVsCode(name);
  if (connections.selected(service) === name) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('API key for {0} saved.', shown), 4_000);
    return;
  }
  const connect = vscode.l10n.t('Use This Connection');
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t('API key saved. Switch to {0}?', shown), connect);
  if (choice === connect) {
    await connections.select(service, name);
  }
}

/**
 * Prompts for an environment or `.env` variable from which each request reads the key. The value is neither shown nor
 * saved.
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
    placeHolder: l10n.t('Which variable contains the key? It is sent only to {0}.', origin),
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
  return (await vscode.window.showQuickPick(places, { title, placeHolder: vscode.l10n.t('Which variable contains the key?') }))
    ?.place;
}

async function readKeySourcesInFile(file: vscode.Uri): Promise<readonly KeySourceItem[]> {
  if (file.scheme !== 'file') {
    return []; // a key can only be read from a file on disk
  }
  const values = await readEnvFile(file.fsPath);
  const description = sanitizeForVsCode(vscode.workspace.asRelativePath(file));
  return Object.keys(values)
    .toSorted((a, b) => Number(likeKey.test(b)) - Number(likeKey.test(a)))
    .map((variable) => ({ label: sanitizeForVsCode(variable), description, place: { variable, file: file.fsPath } }));
}

/** Lists only variables that are named like a key. */
function listKeySourcesInEnvironment(): readonly KeySourceItem[] {
  return Object.keys(process.env)
    .filter((variable) => likeKey.test(variable))
    .toSorted((a, b) => a.localeCompare(b))
    .map((variable) => ({ label: variable, description: vscode.l10n.t('Environment'), place: { variable } }));
}
