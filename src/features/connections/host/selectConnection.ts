import * as vscode from 'vscode';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import type { Service } from '../../../client/endpoint.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { formatConnectionName, formatServiceName } from '../../../workbench/services/connections.ts';
import { readKeyState } from '../../../workbench/services/keys.ts';
import type { Services } from '../../../workbench/services.ts';
import { askForAndSaveKey } from './addConnection.ts';
import { describeSandbox } from './connectionTexts.ts';

interface ConnectionChoice extends vscode.QuickPickItem {
  readonly service?: Service;
  readonly name?: string;
}

/** Prompts for a missing key. */
export async function selectConnection(services: Services): Promise<void> {
  const { connections, keys, log, open } = services;
  const manage: ConnectionChoice = { label: `$(gear) ${vscode.l10n.t('Manage Connections…')}` };
  const [primary, gateway] = [createConnectionChoices(services, 'primary'), createConnectionChoices(services, 'gateway')];
  const separator: ConnectionChoice = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const picked = await vscode.window.showQuickPick([...primary, ...gateway, separator, manage], {
    title: vscode.l10n.t('Select Connection'),
    placeHolder: vscode.l10n.t('Select a connection for new requests'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === manage) {
    return await open.manageConnections();
  }
  if (picked?.service === undefined || picked.name === undefined) {
    return;
  }
  const connection = connections.find(picked.name);
  // if the secret storage can't be read, the key can't be saved either, and the request will report it
  const needsKey = connection !== undefined && (await readKeyState(keys, picked.name, log)) === 'none';
  if (!needsKey || typeof (await askForAndSaveKey(services, connection, {})) === 'object') {
    await connections.select(picked.service, picked.name);
  }
}

function createConnectionChoices({ connections }: Services, service: Service): readonly ConnectionChoice[] {
  const { l10n, QuickPickItemKind } = vscode;
  const own = connections.paid.connections.filter((connection) => connection.service === service);
  const choices = [
    { name: sandboxName, detail: describeSandbox() },
    ...own.map(({ name, address: detail }) => ({ name, detail })),
  ];
  return [
    { label: formatServiceName(service), kind: QuickPickItemKind.Separator },
    ...choices.map(({ name, detail }) => ({
      service,
      name,
      detail: sanitizeForVsCode(detail),
      label: formatConnectionName(name),
      ...(connections.selected(service) === name
        ? { description: l10n.t('in use'), iconPath: new vscode.ThemeIcon('check') }
        : {}),
    })),
  ];
}
