import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import type { ConnectionStep } from '../../../workbench/open.ts';
import type { Services } from '../../../workbench/services.ts';
import type { ServerShareTexts } from '../../../workbench/services/shareServer.ts';

export async function selectConnection(services: Services): Promise<void> {
  await (await import('./manageConnections.ts')).selectConnection(services);
}

export async function manageConnections(services: Services, name?: string, step?: ConnectionStep): Promise<void> {
  await (await import('./manageConnections.ts')).manageConnections(services, name, step);
}

export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerTypedCommand('socialData.connections.manage', async (name, step) => await manageConnections(services, name, step)),
    registerTypedCommand('socialData.connections.select', async () => await selectConnection(services)),
    trackIsPrimarySandbox(services),
    registerTypedCommand('socialData.sandbox.copyAddress', async () => await copySandboxAddress(services)),
    registerTypedCommand('socialData.sandbox.writeEnv', async () => await writeSandboxEnv(services)),
  );
}

function trackIsPrimarySandbox({ connections }: Services): vscode.Disposable {
  const update = () => {
    const isSandbox = connections.kindOf('primary') === 'sandbox';
    void vscode.commands.executeCommand('setContext', 'socialData.isPrimarySandbox', isSandbox);
  };
  update();
  return connections.onDidChange(update);
}

export async function copySandboxAddress({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { pickAndCopyServerAddress } = await import('../../../workbench/services/shareServer.ts');
  const { primary, gateway, key } = await connections.sandbox();
  await pickAndCopyServerAddress({ primary, gateway, key }, getSandboxShareTexts());
}

export async function writeSandboxEnv({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { writeServerEnv } = await import('../../../workbench/services/shareServer.ts');
  await writeServerEnv(connections.sandbox, getSandboxShareTexts());
}

function getSandboxShareTexts(): ServerShareTexts {
  const { l10n } = vscode;
  return {
    copy: l10n.t('Copy Sandbox Address'),
    lifetime: l10n.t('The sandbox runs until this window closes.'),
    wrote: (file) => l10n.t('Wrote the address to {0}.', file),
  };
}
