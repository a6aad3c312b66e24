import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../../../client/clock.ts';
import type { PlannedCall } from '../../../client/policies/budget.ts';
import { openStore } from '../../../store/openStore.ts';
import type { Store } from '../../../store/store.ts';
import { dayBudgetOf } from '../budgets.ts';
import type { Keys } from '../connections/keys.ts';
import { presentStoreNotice } from '../words/presentStoreNotice.ts';
import type { Services } from '../services.ts';
import { readProtectedSetting } from '../settings.ts';

const defaultMegabytes = 500;
const bytesPerMegabyte = 1_000_000;

/** Opens what is kept on this machine, below the extension's global storage. Makes no call. */
export async function openMachineStore({ context, keys, log }: Services): Promise<Store> {
  const run = randomUUID();
  const store = await openStore({
    folder: context.globalStorageUri.fsPath,
    clock: systemClock,
    dayCap: dayBudgetOf,
    maxBytes: maxBytesOf,
    accountOf: (call) => accountOf(keys, call, run),
    notify: (notice) => void presentStoreNotice(log, notice),
  });
  log.info(store.place === 'disk' ? 'What is asked is kept on this machine.' : 'What is asked is kept in memory only.');
  context.subscriptions.push(
    // the calls that end with the window are written down first
    new vscode.Disposable(() => setImmediate(() => store.close())),
  );
  return store;
}

function maxBytesOf(): number {
  const megabytes = readProtectedSetting('history.maxSize');
  return (typeof megabytes === 'number' && megabytes > 0 ? megabytes : defaultMegabytes) * bytesPerMegabyte;
}

/**
 * Names the key that a balance belongs to, once it was read; the name comes with the key and tells nothing of it.
 * @param run this run of the extension: the sandbox begins each with a full balance
 */
function accountOf(keys: Keys, { connection, request }: PlannedCall, run: string): string | undefined {
  const { kind, baseUrl } = connection;
  const key = kind === 'sandbox' ? `sandbox ${run}` : keys.nameOf(kind === 'marketplace' ? 'marketplace' : request.service);
  return key === undefined ? undefined : `${request.service} ${kind} ${baseUrl} ${key}`;
}
