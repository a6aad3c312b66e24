import * as vscode from 'vscode';
import { formatFree } from '../../app/cost/formatCost.ts';
import type { Service } from '../../client/endpoint.ts';
import { formatConnectionKind } from '../services/connections.ts';
import { readKeyState } from '../services/keys.ts';
import { writeConnectionChoice, type PaidConnection } from '../services/paidConnections.ts';
import type { Services } from '../shared/services.ts';
import { sanitizeForVsCode } from '../../text/sanitizeForVsCode.ts';
import { askForNewConnection } from './addressedConnection.ts';
import { listOrphanedKeyItems, confirmAndRemoveOrphanedKey } from './nameConnection.ts';
import { askForAndSaveConnectionKey } from './setKey.ts';

interface ConnectionChoice extends vscode.QuickPickItem {
  readonly service?: Service;
  readonly to?: 'sandbox' | PaidConnection;
  readonly run?: 'add' | 'openSettings' | 'removeKey';
  /** Of the key that has no connection. */
  readonly id?: string;
}

/** Lets the person choose where each service is reached. Asks for a missing key, makes no call. */
export async function selectConnection(services: Services): Promise<void> {
  const { connections, keys, log } = services;
  const picked = await vscode.window.showQuickPick(
    [...createConnectionChoices(services), ...(await createOrphanedKeyChoices(services))],
    {
      title: vscode.l10n.t('Select Connection'),
      placeHolder: vscode.l10n.t('Where requests go'),
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  switch (picked?.run) {
    case 'add': {
      const connection = await askForNewConnection(connections);
      if (connection !== undefined) {
        await askForAndSaveConnectionKey(services, connection, undefined);
      }
      return;
    }
    case 'openSettings':
      await vscode.commands.executeCommand('workbench.action.openSettingsJson', {
        revealSetting: { key: 'socialData.connections' },
      });
      return;
    case 'removeKey':
      await confirmAndRemoveOrphanedKey(services, picked.id ?? '');
      return;
    case undefined:
  }
  if (picked?.service === undefined || picked.to === undefined) {
    return;
  }
  // where the storage cannot be read, asking for the key again is of no use, and the call will say so
  if (picked.to !== 'sandbox' && (await readKeyState(keys, picked.to.slot, log)) === 'none') {
    await askForAndSaveConnectionKey(services, picked.to, undefined, 'use'); // who leaves half-way leaves all as it was
    return;
  }
  await writeConnectionChoice(picked.service, picked.to);
  services.spend.forgetConnection();
}

/** The sandbox and all connections below each service, then what else can be done, and why an entry of the settings is not there. */
function createConnectionChoices({ connections }: Services): readonly ConnectionChoice[] {
  const { l10n, QuickPickItemKind } = vscode;
  const { connections: paid, faults } = connections.paid();
  const choicesFor = (service: Service): readonly ConnectionChoice[] => {
    const used = connections.keySlotOf(service);
    const mark = (isUsed: boolean) => (isUsed ? { description: l10n.t('in use'), iconPath: new vscode.ThemeIcon('check') } : {});
    return [
      {
        service,
        to: 'sandbox',
        label: formatConnectionKind('sandbox'),
        detail: l10n.t('The embedded sandbox: made-up data, no key, {0}.', formatFree()),
        ...mark(used === undefined),
      },
      ...paid
        .filter((connection) => connection.service === service)
        .map((connection) => ({
          service,
          to: connection,
          label: connection.named?.name ?? formatConnectionKind(connection.kind),
          detail: describePaidConnection(connection),
          ...mark(connection.slot === used),
        })),
    ];
  };
  return [
    { label: l10n.t('Primary (39 endpoints)'), kind: QuickPickItemKind.Separator },
    ...choicesFor('primary'),
    { label: l10n.t('Gateway (28 endpoints)'), kind: QuickPickItemKind.Separator },
    ...choicesFor('gateway'),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: `$(add) ${l10n.t('New Connection…')}`, run: 'add' },
    ...faults.map(({ message }): ConnectionChoice => ({
      label: `$(warning) ${l10n.t('Faulty entry in socialData.connections')}`,
      detail: sanitizeForVsCode(message),
      run: 'openSettings',
    })),
  ];
}

async function createOrphanedKeyChoices(services: Services): Promise<readonly ConnectionChoice[]> {
  return (await listOrphanedKeyItems(services)).map(({ id, label, detail = '' }) => ({
    ...{ id, run: 'removeKey', detail },
    label: `$(key) ${vscode.l10n.t('Remove the Key of {0}…', label)}`,
  }));
}

function describePaidConnection({ named, service, kind, address }: PaidConnection): string {
  const { l10n } = vscode;
  if (named !== undefined) {
    return kind === 'direct' ? sanitizeForVsCode(address) : l10n.t('{0} through a marketplace', sanitizeForVsCode(address));
  }
  if (kind === 'marketplace') {
    return l10n.t('The same endpoints through a marketplace.');
  }
  return service === 'primary' ? l10n.t('The service, with your API key.') : l10n.t('The gateway, with your API key.');
}
