import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { Money } from '../../../client/money.ts';
import { decodePage } from '../collectPage.ts';
import { type CollectPlan, findCollectEndpoint, listJobs } from '../collectPlan.ts';
import { UncertainPages, writeRecords } from '../collectRun.ts';
import { createSummary, RunFolder, type RunSummary } from '../runFolder.ts';
import type { Fleet, QueuedRun } from './fleet.ts';

const pollMs = 1_000;

/** Puts a job for each query or batch in the queue. @param price of a request, if it is known @returns the run's ID */
export async function startQueuedRun(
  fleet: Fleet,
  plan: CollectPlan,
  list: readonly string[] | undefined,
  price: Money | undefined,
): Promise<string> {
  const id = randomUUID().slice(0, 8);
  const jobs = listJobs(plan, findCollectEndpoint(plan.endpoint), list);
  await fleet.addRun({ id, list, jobs: jobs.length }, plan, price);
  await fleet.enqueue(id, [...jobs.entries()]);
  return id;
}

/** Puts the rest of a run's jobs in the queue again. @throws UncertainPages of a paused run, unless they may be requested again */
export async function resumeQueuedRun(fleet: Fleet, id: string, budget: Money | undefined, buyAgain: boolean): Promise<void> {
  const { plan, list, state } = await fleet.findRun(id);
  const jobs = listJobs(plan, findCollectEndpoint(plan.endpoint), list);
  const uncertain = await fleet.listPages(id, 'is_uncertain');
  if (buyAgain) {
    await fleet.dropUncertainPages(id);
  } else if (state === 'paused' && uncertain.length > 0) {
    throw new UncertainPages(uncertain.map(({ job, page }) => `${page} (${jobs[job]?.entry ?? `#${job + 1}`})`));
  }
  await fleet.resumeRun(id, budget);
  const ended = new Set((await fleet.listPages(id, 'is_last')).map(({ job }) => job));
  await fleet.enqueue(
    id,
    [...jobs.entries()].filter(([index]) => !ended.has(index)),
  );
}

/** Waits until a run is complete or paused. @param stop pauses it */
export async function followQueuedRun(
  fleet: Fleet,
  id: string,
  stop: AbortSignal,
  onProgress: (run: QueuedRun) => void,
): Promise<QueuedRun> {
  for (;;) {
    const run = await fleet.findRun(id);
    onProgress(run);
    if (run.state !== 'running') {
      return run;
    }
    const { length: uncertain } = await fleet.listPages(id, 'is_uncertain');
    if (stop.aborted) {
      await fleet.pauseRun(id, l10n.t('Paused. Resume to continue.'));
    } else if (uncertain + run.ended >= run.jobs) {
      await fleet.pauseRun(
        id,
        l10n.t('Requested pages that were not saved and may have been charged: {0}. Resuming names them.', uncertain),
      );
    } else {
      await sleep(pollMs, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}

/** Writes a run's pages and records to a new folder, as a run without a queue does. */
export async function exportQueuedRun(fleet: Fleet, id: string, path: string): Promise<RunSummary> {
  const { plan, list, state, reason, maybe_charged: dropped } = await fleet.findRun(id);
  const { length: uncertain } = await fleet.listPages(id, 'is_uncertain');
  const summary = { ...createSummary(plan), queuedRun: id, maybeCharged: dropped + uncertain };
  const folder = RunFolder.create(path, summary, list);
  try {
    let page = 0;
    for await (const { file } of fleet.pages(id)) {
      const saved = file === undefined ? undefined : decodePage(file);
      if (saved !== undefined) {
        page += 1;
        (await folder.begin(page)).commit({ ...saved.head, page }, saved.text);
      }
    }
    const isComplete = state === 'complete';
    const endpoint = findCollectEndpoint(plan.endpoint);
    return await writeRecords({ folder, summary, endpoint }, isComplete ? undefined : (reason ?? l10n.t('Exported early.')));
  } finally {
    await folder.close();
  }
}
