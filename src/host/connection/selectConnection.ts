import * as vscode from 'vscode';
import { formatFree } from '../../app/cost/formatCost.ts';
import type { Service } from '../../client/endpoint.ts';
import { type ConnectionKind, formatConnection } from '../services/connections.ts';
import { keyState } from '../services/keys.ts';
import type { Services } from '../shared/services.ts';
import { setKey, useConnection } from './setKey.ts';

interface ConnectionChoice extends vscode.QuickPickItem {
  readonly service?: Service;
  readonly connection?: ConnectionKind;
}

/** Lets the person choose where each service is reached. Asks for a missing key, makes no call. */
export async function selectConnection(services: Services): Promise<void> {
  const { connections, keys, log } = services;
  const toChoice = (service: Service, connection: ConnectionKind, detail: string): ConnectionChoice => ({
    service,
    connection,
    label: formatConnection(connection),
    detail,
    ...(connections.kindOf(service) === connection
      ? { description: vscode.l10n.t('in use'), iconPath: new vscode.ThemeIcon('check') }
      : {}),
  });
  const sandbox = vscode.l10n.t('The embedded sandbox: synthetic data, no key, {0}.', formatFree());
  const choices: readonly ConnectionChoice[] = [
    { label: vscode.l10n.t('Primary (39 endpoints)'), kind: vscode.QuickPickItemKind.Separator },
    toChoice('primary', 'sandbox', sandbox),
    toChoice('primary', 'direct', vscode.l10n.t('The service itself, with its API key.')),
    toChoice('primary', 'marketplace', vscode.l10n.t('The same endpoints through a marketplace, with its key and host.')),
    { label: vscode.l10n.t('Gateway (28 endpoints)'), kind: vscode.QuickPickItemKind.Separator },
    toChoice('gateway', 'sandbox', sandbox),
    toChoice('gateway', 'direct', vscode.l10n.t('The gateway, with its API key.')),
  ];
  const picked = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Select Connection'),
    placeHolder: vscode.l10n.t('Where are calls to be sent?'),
    matchOnDetail: true,
  });
  if (picked?.service === undefined || picked.connection === undefined) {
    return;
  }
  await useConnection(picked.service, picked.connection);
  services.spend.forgetBalances();
  const slot = connections.keySlotOf(picked.service);
  // where the storage cannot be read, asking for the key again is of no use, and the call will say so
  if (slot !== undefined && (await keyState(keys, slot, log)) === 'none') {
    await setKey(services, picked.service);
  }
}
