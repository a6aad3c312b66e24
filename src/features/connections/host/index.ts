import * as vscode from 'vscode';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import type { Services } from '../../../workbench/services.ts';
import type { ServerShareTexts } from '../../../workbench/services/shareServer.ts';

/** Documents of this scheme are read-only and never need saving. */
const reportScheme = 'social-data-report';

export async function selectConnection(services: Services): Promise<void> {
  await (await import('./selectConnection.ts')).selectConnection(services);
}

export async function setKey(services: Services, name?: string, only?: 'key'): Promise<void> {
  await (await import('./setKey.ts')).setKey(services, name, only);
}

export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerTypedCommand('socialData.connection.select', async () => await selectConnection(services)),
    registerTypedCommand('socialData.connection.setKey', async (name, only) => await setKey(services, name, only)),
    registerTypedCommand('socialData.connection.readKeyFromEnv', async (name) => {
      await (await import('./setKey.ts')).useKeyFromEnv(services, name);
    }),
    registerDiagnosis(services),
    trackIsPrimarySandbox(services),
    registerTypedCommand('socialData.sandbox.copyAddress', async () => await copySandboxAddress(services)),
    registerTypedCommand('socialData.sandbox.writeEnv', async () => await writeSandboxEnv(services)),
    registerTypedCommand('socialData.connection.removeKey', async (name) => {
      await (await import('./setKey.ts')).removeKey(services, name);
    }),
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

/** Each run opens a new document, so a shared report doesn't change. */
function registerDiagnosis(services: Services): vscode.Disposable {
  const reports = new Map<string, string>();
  let count = 0;
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      provideTextDocumentContent: ({ query }) => reports.get(query),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === reportScheme) {
        reports.delete(uri.query);
      }
    }),
    registerTypedCommand('socialData.connection.diagnose', async () => {
      const { diagnoseConnections } = await import('./diagnoseConnections.ts');
      const report = await diagnoseConnections(services);
      count += 1;
      const uri = vscode.Uri.from({ scheme: reportScheme, path: '/Connections.md', query: String(count) });
      reports.set(uri.query, report);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    }),
  );
}

export async function copySandboxAddress({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { pickAndCopyServerAddress } = await import('../../../workbench/services/shareServer.ts');
  const { primary, gateway, key } = await connections.sandbox();
  await pickAndCopyServerAddress({ primary, gateway, key }, getSandboxShareTexts());
}

export async function writeSandboxEnv({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { writeServerEnv } = await import('../../../workbench/services/shareServer.ts');
  await writeServerEnv(async () => await connections.sandbox(), getSandboxShareTexts());
}

function getSandboxShareTexts(): ServerShareTexts {
  const { l10n } = vscode;
  return {
    copy: l10n.t('Copy Sandbox Address'),
    lifetime: l10n.t('The sandbox runs until this window closes.'),
    wrote: (file) => l10n.t('Wrote the address to {0}.', file),
  };
}
