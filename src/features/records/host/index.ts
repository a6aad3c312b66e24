import * as vscode from 'vscode';
import type { ExchangeRequest } from '../../../client/exchange.ts';
import { registerTypedCommand } from '../../../workbench/commands.ts';
import { type RecordAction, recordActions } from '../../../core/channel/pageCommands.ts';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import type { Services } from '../../../workbench/services.ts';

export async function actOnRecords(
  services: Services,
  action: RecordAction,
  targets: readonly RecordTarget[],
  isPriceShown = false,
): Promise<void> {
  await (await import('./runAction.ts')).actOnTargets(services, action, targets, isPriceShown);
}

/** Shows a request's price unless it is free. @param services over the request's connection */
export async function confirmRefresh(services: Services, request: ExchangeRequest): Promise<boolean> {
  return await (await import('./refresh.ts')).confirmRefresh(services, request);
}

export function register(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...recordActions.map((action) =>
      registerTypedCommand(`socialData.records.${action}`, async (place, selected, offer) => {
        await (await import('./runAction.ts')).runAction(services, action, { place, selected, offer });
      }),
    ),
  );
}
