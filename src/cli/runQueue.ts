import { formatMoney, type Money } from '../client/money.ts';
import { formatDollars } from '../core/cost/formatCost.ts';
import {
  exportQueuedRun,
  Fleet,
  followQueuedRun,
  type QueuedRun,
  resumeQueuedRun,
  startQueuedRun,
} from '../features/collect/fleet/index.ts';
import type { CollectPlan } from '../features/collect/index.ts';
import { UsageError } from '../sandbox/readOptions.ts';
import { pausedExitCode, print, replaceLine, untilStopped } from './output.ts';

export const queueOption = {
  type: 'string',
  value: 'URL',
  says: 'the Postgres database of a queue, such as postgres://user@host/name',
} as const;

type QueueTask =
  | {
      readonly kind: 'start';
      readonly plan: CollectPlan;
      readonly list: readonly string[] | undefined;
      readonly price: Money | undefined;
    }
  | { readonly kind: 'resume'; readonly run: string; readonly budget: Money | undefined; readonly buyAgain: boolean }
  | { readonly kind: 'export'; readonly run: string; readonly out: string };

/** @throws UsageError, CollectFault */
export async function openFleet(url: string): Promise<Fleet> {
  // not repeated in the message, because it may contain a password
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw new UsageError('--queue must be a URL, such as postgres://user@host/name');
  return await Fleet.open(url);
}

/** Starts or continues a run that workers collect, and waits until it is complete or paused; or exports it. @throws CollectFault */
export async function runQueue(url: string, task: QueueTask): Promise<void> {
  const fleet = await openFleet(url);
  try {
    if (task.kind === 'export') {
      const { state, reason, pages, records, cost, notFound } = await exportQueuedRun(fleet, task.run, task.out);
      print({ state, reason, pages, records, cost, notFound: notFound.length });
      return;
    }
    await untilStopped(async (stop) => {
      const id = task.kind === 'start' ? await startQueuedRun(fleet, task.plan, task.list, task.price) : task.run;
      if (task.kind === 'resume') await resumeQueuedRun(fleet, id, task.budget, task.buyAgain);
      print({ run: id });
      const end = await followQueuedRun(fleet, id, stop, process.stderr.isTTY ? showProgress : (run) => print(toLine(run)));
      print({ state: end.state, reason: end.reason, ...toLine(end) });
      process.exitCode = end.state === 'complete' ? 0 : pausedExitCode;
    });
  } finally {
    await fleet.close();
  }
}

function toLine({ pages, ended, jobs, spent, reserved }: QueuedRun) {
  return { pages, ended, jobs, spent: formatMoney(spent), reserved: formatMoney(reserved) };
}

function showProgress({ pages, ended, jobs, spent, reserved }: QueuedRun): void {
  replaceLine(`${pages} pages · ${ended} of ${jobs} queries · ${formatDollars(spent + reserved)}`);
}
