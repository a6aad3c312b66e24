import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { Job } from 'bullmq';
import type { Client } from '../../../client/client.ts';
import type { SocialDataError } from '../../../client/errors.ts';
import { type Money, parseMoney } from '../../../client/money.ts';
import type { WaitReason } from '../../../client/policies/send.ts';
import { findRaisedPrice } from '../../../core/session/runs.ts';
import { decodePage, encodePage, JobProgress, type PageHead } from '../collectPage.ts';
import { CollectFault, findCollectEndpoint, getRunBaseUrl } from '../collectPlan.ts';
import {
  describeBudgetReached,
  describeFailure,
  describeRaisedPrice,
  describeStalled,
  isFreeFailure,
  requestPage,
  toCollectedPage,
} from '../collectRun.ts';
import type { Fleet, PageKey, QueuedJob, QueuedRun } from './fleet.ts';

export interface WorkerOptions {
  readonly fleet: Fleet;
  readonly client: Client;
  /** Returns the job to the queue. A request in flight finishes. */
  readonly stop: AbortSignal;
  /** Called for each saved page. */
  readonly onPage: (page: Pick<PageHead, 'job' | 'page' | 'cost'> & { readonly run: string }) => void;
  readonly onFault: (message: string) => void;
}

/** `done`: the job leaves the queue. If the run isn't complete, resuming it adds the job again. */
type JobEnd = 'done' | 'stopped';

/** Jobs whose worker is gone return to the queue, and a long run may lose many workers. */
const maxStalledCount = 1_000;
const defaultRateLimitMs = 5_000;

/** Collects the queue's jobs, one at a time, until it is stopped. */
export async function work(options: WorkerOptions): Promise<void> {
  const { bullmq, queue } = options.fleet;
  const collectNext = async (job: Job<QueuedJob>, token?: string) => {
    if ((await collectJob(options, job.data)) === 'stopped') {
      await job.moveToWait(token);
      throw new bullmq.WaitingError();
    }
  };
  const settings = { connection: queue.connection, maxStalledCount };
  const worker = new bullmq.Worker(queue.name, collectNext, settings, bullmq.createPostgresBackend);
  worker.on('error', (error) => options.onFault(error.message));
  await new Promise((resolve) => options.stop.addEventListener('abort', resolve));
  await worker.close();
}

async function collectJob(options: WorkerOptions, { run: id, index, job }: QueuedJob): Promise<JobEnd> {
  const { fleet, onFault } = options;
  const run = await fleet.findRun(id);
  if (run.state !== 'running') {
    return 'done';
  }
  try {
    const progress = new JobProgress(run.plan, findCollectEndpoint(run.plan.endpoint), job);
    let page = 0;
    for await (const saved of fleet.pages(id, index)) {
      if (saved.file === undefined) {
        await fleet.markUncertain(id, index);
        return 'done';
      }
      const content = decodePage(saved.file);
      if (content === undefined) {
        throw new CollectFault(l10n.t('A page of run {0} is damaged.', id));
      }
      progress.add(content);
      ({ page } = saved);
    }
    return await new JobCollector(options, run, progress).collect(index, page);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    onFault(message);
    await fleet.pauseRun(id, message);
    return 'done';
  }
}

/** One attempt to collect the rest of a job. */
class JobCollector {
  readonly #options: WorkerOptions;
  readonly #run: QueuedRun;
  readonly #endpoint;
  readonly #progress: JobProgress;
  /** For a request whose price is unknown. */
  readonly #assumed: Money;
  /** Tells keys apart without containing them. */
  #keyHash = '';

  constructor(options: WorkerOptions, run: QueuedRun, progress: JobProgress) {
    this.#options = options;
    this.#run = run;
    this.#endpoint = findCollectEndpoint(run.plan.endpoint);
    this.#progress = progress;
    this.#assumed = options.client.assumedPrice(this.#endpoint.service);
  }

  /** @param page the last saved one */
  async collect(job: number, page: number): Promise<JobEnd> {
    const { plan, id } = this.#run;
    const connection = this.#options.client.connection(this.#endpoint.service);
    const baseUrl = getRunBaseUrl(connection);
    if (baseUrl !== plan.baseUrl) {
      return await this.#pause(
        l10n.t('A worker uses {0}, but the run uses {1}. Start workers with the same base URL.', baseUrl ?? '-', plan.baseUrl),
      );
    }
    const credentials = await connection?.credentials();
    this.#keyHash = createHash('sha256').update(JSON.stringify(credentials)).digest('hex');
    const owner = randomUUID();
    let last = page;
    for (const params of this.#progress.requests()) {
      last += 1;
      const end = await this.#collectPage(params, [id, job, last, owner]);
      if (end !== undefined) {
        return end;
      }
    }
    return this.#progress.isStalled ? await this.#pause(describeStalled()) : 'done';
  }

  /** @returns undefined if it is saved */
  async #collectPage(params: PageHead['params'], key: PageKey): Promise<JobEnd | undefined> {
    const { fleet, stop } = this.#options;
    let unlock: (() => void) | undefined;
    try {
      for (;;) {
        const status = await fleet.status(this.#run.id, this.#keyHash);
        if (status?.state !== 'running' || stop.aborted) {
          return stop.aborted ? 'stopped' : 'done';
        }
        const { price, left, wait_ms: waitMs } = status;
        if (waitMs > 0) {
          await sleep(waitMs, undefined, { signal: stop }).catch(() => undefined);
        } else if (price === undefined && unlock === undefined) {
          unlock = await fleet.lockPrice(this.#endpoint.id);
        } else if (left !== undefined && left < (price ?? 1n)) {
          return await this.#pause(describeBudgetReached(this.#run.plan));
        } else {
          const amount = price ?? (left !== undefined && left < this.#assumed ? left : this.#assumed);
          const begun = await fleet.beginPage(key, amount);
          const end = begun === 'begun' ? await this.#request(params, key) : begun === 'taken' ? 'done' : 'again';
          if (end !== 'again') {
            return end;
          }
        }
      }
    } finally {
      unlock?.();
    }
  }

  async #request(params: PageHead['params'], key: PageKey): Promise<JobEnd | 'again' | undefined> {
    const { fleet, client, stop, onPage } = this.#options;
    const [run, job, page] = key;
    const sentAt = Date.now();
    const onWaiting = (reason: WaitReason) => this.#shareRateLimit(reason);
    const outcome = await requestPage({ client, endpoint: this.#endpoint, initiator: 'program', stop, onWaiting }, params, []);
    const error = 'error' in outcome ? outcome.error : undefined;
    if (error !== undefined && !this.#progress.isEnd(error)) {
      return await this.#endFailed(error, key);
    }
    const saved = toCollectedPage(outcome, { page, job, round: 1, params, sentAt });
    this.#progress.add(saved);
    const cost = parseMoney(saved.head.cost, 'up');
    const settled = await fleet.settlePage(key, {
      file: encodePage(saved.head, saved.text),
      isLast: this.#progress.next === undefined,
      cost,
      assumed: error === undefined ? this.#assumed : undefined,
    });
    if (settled === undefined) {
      return 'done'; // this attempt lost the job
    }
    onPage({ run, job, page, cost: saved.head.cost });
    const raised = findRaisedPrice(settled.price, cost);
    return raised === undefined ? undefined : await this.#pause(describeRaisedPrice(raised));
  }

  async #endFailed(error: SocialDataError, key: PageKey): Promise<JobEnd | 'again'> {
    const { fleet } = this.#options;
    if (!isFreeFailure(error)) {
      await fleet.markUncertain(key[0], key[1]);
    } else {
      await fleet.releasePage(key);
      if (error.kind === 'rateLimited') {
        const { retryAt } = error.facts;
        await fleet.limitRate(this.#keyHash, retryAt === undefined ? defaultRateLimitMs : retryAt - Date.now());
        return 'again';
      }
      if (error.kind === 'cancelled') {
        return 'stopped';
      }
    }
    return await this.#pause(describeFailure(error, this.#endpoint, this.#run.plan));
  }

  /** The client waits and repeats the request; the other workers have to wait too. */
  #shareRateLimit(reason: WaitReason): void {
    if (reason.at !== undefined && (reason.kind === 'held' || (reason.kind === 'again' && reason.error.kind === 'rateLimited'))) {
      // if this fails, the other workers get the same response, which is free
      void this.#options.fleet.limitRate(this.#keyHash, reason.at - Date.now()).catch(() => undefined);
    }
  }

  async #pause(reason: string): Promise<JobEnd> {
    await this.#options.fleet.pauseRun(this.#run.id, reason);
    return 'done';
  }
}
