import * as vscode from 'vscode';
import { formatFree } from '../../../core/cost/formatCost.ts';
import { sandboxName } from '../../../core/connections/connectionSettings.ts';
import type { Service } from '../../../client/endpoint.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { formatConnectionName } from '../../../workbench/services/connections.ts';
import { readKeyState } from '../../../workbench/services/keys.ts';
import { confirm } from '../../../workbench/dialogs.ts';
import type { Services } from '../../../workbench/services.ts';
import { askForNewConnection } from './askForConnection.ts';
import { askForAndSaveKey } from './setKey.ts';

interface ConnectionChoice extends vscode.QuickPickItem {
  readonly service?: Service;
  readonly name?: string;
  readonly run?: 'add' | 'remove' | 'openSettings';
}

/** Prompts for a missing key. */
export async function selectConnection(services: Services): Promise<void> {
  const { connections, keys, log } = services;
  const picked = await vscode.window.showQuickPick(createConnectionChoices(services), {
    title: vscode.l10n.t('Select Connection'),
    placeHolder: vscode.l10n.t('Select a connection for new requests'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  switch (picked?.run) {
    case 'add': {
      const chosen = await askForNewConnection(connections);
      return chosen === undefined ? undefined : await askForAndSaveKey(services, chosen);
    }
    case 'remove':
      return await pickAndRemoveConnection(services);
    case 'openSettings':
      return await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: 'socialData.connections' },
      });
    case undefined:
  }
  if (picked?.service === undefined || picked.name === undefined) {
    return;
  }
  const connection = connections.find(picked.name);
  // if the secret storage can't be read, the key can't be saved either, and the request will report it
  if (connection !== undefined && (await readKeyState(keys, picked.name, log)) === 'none') {
    await askForAndSaveKey(services, { connection, isNew: false }, 'use'); // doesn't change anything on cancel
    return;
  }
  await connections.select(picked.service, picked.name);
  services.spend.forgetConnection();
}

function createConnectionChoices({ connections }: Services): readonly ConnectionChoice[] {
  const { l10n, QuickPickItemKind } = vscode;
  const { connections: paid, faults } = connections.paid;
  const choicesFor = (service: Service): readonly ConnectionChoice[] => {
    const sandbox = { name: sandboxName, detail: l10n.t('Sample data from the built-in sandbox: no key, {0}.', formatFree()) };
    const own = paid
      .filter((connection) => connection.service === service)
      .map(({ name, address, marketplace }) => ({
        name,
        detail:
          marketplace === undefined
            ? sanitizeForVsCode(address)
            : l10n.t('{0} through a marketplace', sanitizeForVsCode(address)),
      }));
    return [sandbox, ...own].map(({ name, detail }) => ({
      service,
      name,
      detail,
      label: formatConnectionName(name),
      ...(connections.selected(service) === name
        ? { description: l10n.t('in use'), iconPath: new vscode.ThemeIcon('check') }
        : {}),
    }));
  };
  return [
    { label: l10n.t('Primary API'), kind: QuickPickItemKind.Separator },
    ...choicesFor('primary'),
    { label: l10n.t('Gateway API'), kind: QuickPickItemKind.Separator },
    ...choicesFor('gateway'),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: `$(add) ${l10n.t('New Connection…')}`, run: 'add' },
    ...(paid.length === 0 ? [] : [{ label: `$(trash) ${l10n.t('Remove Connection…')}`, run: 'remove' as const }]),
    ...faults.map(({ message }): ConnectionChoice => ({
      label: `$(warning) ${l10n.t('Invalid entry in socialData.connections')}`,
      detail: sanitizeForVsCode(message),
      run: 'openSettings',
    })),
  ];
}

/** Services that use the connection switch to the sandbox. */
async function pickAndRemoveConnection({ connections, keys, log, spend }: Services): Promise<void> {
  const { l10n } = vscode;
  const items = connections.paid.connections.map(({ name, address }) => ({
    name,
    label: sanitizeForVsCode(name),
    detail: sanitizeForVsCode(address),
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Remove Connection'),
    placeHolder: l10n.t('Select a connection'),
    matchOnDetail: true,
  });
  const isWanted =
    picked !== undefined &&
    (await confirm(
      l10n.t('Remove the connection {0}?', picked.label),
      l10n.t('Its API key will also be removed. Responses stay in history.'),
      l10n.t('Remove'),
    ));
  if (!isWanted) {
    return;
  }
  const { name } = picked;
  await keys.remove(name);
  for (const service of ['primary', 'gateway'] as const) {
    if (connections.selected(service) === name) {
      await connections.select(service, sandboxName);
    }
  }
  await connections.remove(name);
  spend.forgetConnection();
  log.info(`The connection ${name} and its key were removed.`);
}
