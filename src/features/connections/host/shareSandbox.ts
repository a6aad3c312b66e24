import * as vscode from 'vscode';
import type { Services } from '../../../workbench/services.ts';
import { pickAndCopyServerAddress, type ServerShareTexts, writeServerEnv } from '../../../workbench/services/shareServer.ts';

export async function copySandboxAddress({ connections }: Pick<Services, 'connections'>): Promise<void> {
  const { primary, gateway, key } = await connections.sandbox();
  await pickAndCopyServerAddress({ primary, gateway, key }, getSandboxShareTexts());
}

export async function writeSandboxEnv({ connections }: Pick<Services, 'connections'>): Promise<void> {
  await writeServerEnv(async () => await connections.sandbox(), getSandboxShareTexts());
}

function getSandboxShareTexts(): ServerShareTexts {
  const { l10n } = vscode;
  return {
    copy: l10n.t('Copy Sandbox Address'),
    lifetime: l10n.t('The sandbox runs until this window closes.'),
    wrote: (file) => l10n.t('Wrote the sandbox address to {0}.', file),
  };
}
