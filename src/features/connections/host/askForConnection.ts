import * as vscode from 'vscode';
import {
  checkConnectionName,
  checkMarketplaceHost,
  type PaidConnection,
  readMarketplaceHeaders,
} from '../../../core/connections/connectionSettings.ts';
import { isAddressRefusal, parseBaseUrl } from '../../../client/address.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import type { Connections } from '../../../workbench/services/connections.ts';

interface ConnectionItem extends vscode.QuickPickItem {
  readonly connection?: PaidConnection;
}

export interface ChosenConnection {
  readonly connection: PaidConnection;
  /** Not in the settings yet. */
  readonly isNew: boolean;
}

export async function getOrPickConnection(
  connections: Connections,
  name: string | undefined,
  { title, offersNew = false }: { readonly title: string; readonly offersNew?: boolean },
): Promise<ChosenConnection | undefined> {
  const all = connections.paid.connections;
  const named = name === undefined ? undefined : connections.find(name);
  if (named !== undefined) {
    return { connection: named, isNew: false };
  }
  if (all.length === 0 && offersNew) {
    return await askForNewConnection(connections);
  }
  const added: ConnectionItem = { label: `$(add) ${vscode.l10n.t('New Connection…')}` };
  const choices = [...all.map(toConnectionItem), ...(offersNew ? [added] : [])];
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No connections yet. Run Set API Key… to create one.'));
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Select a connection');
  const picked = await vscode.window.showQuickPick(choices, { title, placeHolder, matchOnDescription: true });
  if (picked === added) {
    return await askForNewConnection(connections);
  }
  return picked?.connection === undefined ? undefined : { connection: picked.connection, isNew: false };
}

function toConnectionItem(connection: PaidConnection): ConnectionItem {
  return { connection, label: sanitizeForVsCode(connection.name), description: sanitizeForVsCode(connection.address) };
}

export async function askForNewConnection(connections: Connections): Promise<ChosenConnection | undefined> {
  const { l10n } = vscode;
  const title = l10n.t('New Connection');
  const marketplace = { label: l10n.t('Primary API through a marketplace') };
  const gateway = { label: l10n.t('Gateway API') };
  const kind = await vscode.window.showQuickPick([{ label: l10n.t('Primary API') }, marketplace, gateway], {
    title,
    placeHolder: l10n.t('Select a service'),
  });
  if (kind === undefined) {
    return undefined;
  }
  const address = await askForAddress(kind.label, '');
  if (address === undefined) {
    return undefined;
  }
  const { hostname } = new URL(address);
  const host = kind === marketplace ? await askForHost(kind.label, hostname) : '';
  const name = host === undefined ? undefined : await askForConnectionName(connections, title, hostname);
  if (host === undefined || name === undefined) {
    return undefined;
  }
  const service = kind === gateway ? 'gateway' : 'primary';
  const through = host === '' ? undefined : { host, ...readMarketplaceHeaders(undefined, undefined) };
  return { connection: { name, service, address, marketplace: through, parameterNames: {} }, isNew: true };
}

/** Prompts for the address and a marketplace's host, prefilled with the current values. */
export async function askForAddressAndHost(connection: PaidConnection): Promise<PaidConnection | undefined> {
  const { marketplace } = connection;
  const name = sanitizeForVsCode(connection.name);
  const address = await askForAddress(name, connection.address);
  if (address === undefined || marketplace === undefined) {
    return address === undefined ? undefined : { ...connection, address };
  }
  const host = await askForHost(name, marketplace.host);
  return host === undefined ? undefined : { ...connection, address, marketplace: { ...marketplace, host } };
}

async function askForAddress(what: string, value: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('URL: {0}', what),
    prompt: vscode.l10n.t("The base URL from the service's documentation."),
    placeHolder: 'https://',
    value,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const address = parseBaseUrl(typed);
      return isAddressRefusal(address) ? vscode.l10n.t('The base URL {0}', address.refused) : undefined;
    },
  });
  const address = text === undefined ? undefined : parseBaseUrl(text);
  return address === undefined || isAddressRefusal(address) ? undefined : address.baseUrl;
}

async function askForHost(what: string, value: string): Promise<string | undefined> {
  const host = await vscode.window.showInputBox({
    title: vscode.l10n.t('Host: {0}', what),
    prompt: vscode.l10n.t("The host header's value. Its name is set in socialData.connections."),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => checkMarketplaceHost(text.trim()),
  });
  return host?.trim();
}

async function askForConnectionName(connections: Connections, title: string, value: string): Promise<string | undefined> {
  const { connections: paid, faults } = connections.paid;
  const others = [...paid, ...faults].flatMap(({ name }) => name ?? []);
  const name = await vscode.window.showInputBox({
    title,
    value: checkConnectionName(value, others) === undefined ? value : '',
    ignoreFocusOut: true,
    validateInput: (typed) => checkConnectionName(typed.trim(), others),
  });
  return name?.trim();
}
