import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import { type ApiResponse, decodeJsonText } from '../../client/exchange.ts';
import { formatMoney, type Money, parseMoney } from '../../client/money.ts';
import { maxEmptyPages } from '../../client/pages.ts';
import { type Budget, createBudget } from '../../client/policies/budget.ts';
import type { Initiator, WaitReason } from '../../client/policies/send.ts';
import { describeFailedCallCharge, formatDollars } from '../../core/cost/formatCost.ts';
import { describeError } from '../../core/errors/describeError.ts';
import { findRaisedPrice } from '../../core/session/runs.ts';
import { joinParts } from '../../core/text/joinParts.ts';
import { CollectFault, type CollectJob, type CollectPlan, listJobs } from './collectPlan.ts';
import { type CollectedPage, JobProgress, type PageHead } from './collectPage.ts';
import { PartFault, PartThread } from './partThread.ts';
import { partFolderByKind } from './partWriter.ts';
import type { RunFolder, RunState, RunSummary } from './runFolder.ts';

interface RequestOptions {
  readonly client: Client;
  readonly endpoint: Endpoint;
  /** Default: the selected one. */
  readonly connection?: string | undefined;
  readonly initiator: Initiator;
  /** Sends nothing more. A request in flight may finish. */
  readonly stop: AbortSignal;
  readonly onWaiting?: ((reason: WaitReason) => void) | undefined;
}

export interface CollectOptions extends RequestOptions {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  /** Whether to request pages again that may have been charged. */
  readonly buyAgain?: boolean;
  /** After completion: whether to collect what is new. */
  readonly sinceLast?: boolean;
  /** Called after each page. */
  readonly onPage?: (progress: RunProgress) => void;
}

export type RunProgress = Pick<RunSummary, 'pages' | 'records' | 'unreported'> & { readonly spent: Money };

/** Pages that were requested and may have been charged, but weren't saved. */
export class UncertainPages extends CollectFault {
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(
      pages.length === 1
        ? l10n.t("Page {0} was requested but wasn't saved. It may have been charged.", pages.join(', '))
        : l10n.t("Pages {0} were requested but weren't saved. They may have been charged.", pages.join(', ')),
    );
    this.pages = pages;
  }
}

/**
 * Collects pages until the plan's end, or until something stops it, and writes the state to `collect.json`.
 * @throws UncertainPages unless they may be requested again; CollectFault for a damaged page
 */
export async function collect(options: CollectOptions): Promise<RunSummary> {
  const { folder, summary, buyAgain = false } = options;
  const uncertain = folder.uncertainPages();
  if (uncertain.length > 0 && !buyAgain) {
    throw new UncertainPages(uncertain);
  }
  const parts = await PartThread.start({ folder: folder.path, format: summary.plan.format });
  const maybeCharged = summary.maybeCharged + uncertain.length;
  const run = new CollectRun({ ...options, summary: { ...summary, maybeCharged } }, parts);
  try {
    await run.replay();
    folder.dropUncertainPages();
    return await run.run();
  } finally {
    await parts.stop();
  }
}

type PageOutcome = { readonly response: ApiResponse } | { readonly error: SocialDataError };

/** Sends a page's request. Doesn't read or write history. @throws an error only if it is a bug */
async function requestPage(
  { client, endpoint, connection, initiator, stop, onWaiting }: RequestOptions,
  params: PageHead['params'],
  budgets: readonly Budget[],
): Promise<PageOutcome> {
  const controller = new AbortController();
  let isSent = false;
  const stopWaiting = () => (isSent ? undefined : controller.abort());
  stop.addEventListener('abort', stopWaiting);
  try {
    const response = await client.call(endpoint, params, {
      ...(connection === undefined ? {} : { connection }),
      ...{ initiator, budgets, reuse: 'never', isStored: false, signal: controller.signal },
      onSent: () => {
        isSent = true;
      },
      onWaiting: (reason) => {
        isSent = false;
        onWaiting?.(reason);
        if (stop.aborted) {
          stopWaiting();
        }
      },
    });
    return { response };
  } catch (error) {
    if (error instanceof SocialDataError) {
      return { error };
    }
    throw error;
  } finally {
    stop.removeEventListener('abort', stopWaiting);
  }
}

function isFreeFailure({ spent }: SocialDataError): boolean {
  return spent === 'no' || spent === 'refunded';
}

/** The cost of a page that was charged or free, in dollars; undefined if it wasn't reported. */
function formatPageCost(outcome: PageOutcome): string | undefined {
  if ('response' in outcome) {
    return outcome.response.cost === undefined ? undefined : formatMoney(outcome.response.cost);
  }
  const price = outcome.error.facts.receipt?.price;
  return isFreeFailure(outcome.error) ? '0.00' : price === undefined ? undefined : formatMoney(price);
}

/** What counts against a run's budget. @param assumed the price of requests without a reported one */
export function countSpent(
  { spent, unreported, maybeCharged }: Pick<RunProgress, 'spent' | 'unreported'> & Pick<RunSummary, 'maybeCharged'>,
  assumed: Money,
): Money {
  return spent + assumed * BigInt(unreported + maybeCharged);
}

class CollectRun {
  readonly #options: CollectOptions;
  readonly #plan: CollectPlan;
  readonly #jobs: readonly CollectJob[];
  readonly #parts: PartThread;
  readonly #round: number;
  /** Ended jobs are left out, unless a later round needs their records. */
  readonly #progress = new Map<number, JobProgress>();
  readonly #notFound = new Set<string>();
  readonly #notes = new Set<string>();
  readonly #records: Record<string, number> = {};
  #at = 0;
  #pages = 0;
  /** The last page's. */
  #lastRound = 0;
  #spent: Money = 0n;
  #unreported = 0;

  constructor(options: CollectOptions, parts: PartThread) {
    const { folder, summary, endpoint, sinceLast } = options;
    this.#options = options;
    this.#plan = summary.plan;
    this.#jobs = listJobs(summary.plan, endpoint, folder.list);
    this.#parts = parts;
    this.#round = summary.round + (sinceLast === true ? 1 : 0);
  }

  /** Reads the saved pages, and writes the last part again. */
  async replay(): Promise<void> {
    for await (const page of this.#options.folder.pages()) {
      await this.#add(page);
    }
    if (this.#lastRound < this.#round) {
      this.#endJob(this.#at);
      this.#at = 0;
    }
  }

  async run(): Promise<RunSummary> {
    const { folder } = this.#options;
    folder.writeSummary(this.#toSummary('running', undefined));
    let reason: string | undefined;
    try {
      reason = await this.#collectJobs();
      await this.#parts.close();
    } catch (error) {
      reason = this.#describe(error);
    }
    const summary = this.#toSummary(reason === undefined ? 'complete' : 'paused', reason);
    folder.writeSummary(summary);
    return summary;
  }

  /** @returns why it paused; undefined at the end */
  async #collectJobs(): Promise<string | undefined> {
    const { client, endpoint, connection, stop, summary } = this.#options;
    const agreed = client.priceOf(endpoint, connection);
    const budgets = this.#createBudgets(summary.maybeCharged);
    for (; this.#at < this.#jobs.length; this.#at += 1) {
      const job = this.#job(this.#at);
      job.startRound(this.#round);
      let emptyPagesLeft = job.isStalled ? maxEmptyPages : 0;
      for (let { next } = job; next !== undefined; { next } = job) {
        if (stop.aborted) {
          return l10n.t('Paused.');
        }
        if (job.isStalled && emptyPagesLeft === 0) {
          return l10n.t('Several pages in a row were empty, but more follow. Resume to request them.');
        }
        emptyPagesLeft -= job.isStalled ? 1 : 0;
        const raised = findRaisedPrice(agreed, await this.#collectPage(job, next, budgets));
        if (raised !== undefined && job.next !== undefined) {
          return l10n.t(
            'The price per request increased from {0} to {1}. Resume to continue at this price.',
            formatDollars(raised.agreed),
            formatDollars(raised.price),
          );
        }
      }
      this.#endJob(this.#at);
    }
    return undefined;
  }

  /** What is left of the run's budget. */
  #createBudgets(maybeCharged: number): readonly Budget[] {
    const { client, endpoint, connection } = this.#options;
    const { budget } = this.#plan;
    if (budget === undefined) {
      return [];
    }
    const assumed = client.priceOf(endpoint, connection) ?? client.assumedPrice(endpoint.service, connection);
    const left = budget - countSpent({ spent: this.#spent, unreported: this.#unreported, maybeCharged }, assumed);
    return [createBudget({ cap: left > 0n ? left : 0n })];
  }

  /**
   * Requests and saves a page.
   * @returns its reported cost
   * @throws SocialDataError, or an error of the file system
   */
  async #collectPage(job: JobProgress, params: PageHead['params'], budgets: readonly Budget[]): Promise<Money | undefined> {
    const { folder, onPage } = this.#options;
    const page = this.#pages + 1;
    const open = await folder.begin(page);
    const sentAt = Date.now();
    const outcome = await requestPage(this.#options, params, budgets);
    const error = 'error' in outcome ? outcome.error : undefined;
    if (error !== undefined && !job.isEnd(error)) {
      (isFreeFailure(error) ? open.discard : open.leave)();
      throw error;
    }
    const cost = formatPageCost(outcome);
    const head = { page, job: this.#at, round: this.#round, params, sentAt, cost, error: error?.kind };
    const text = 'response' in outcome ? decodeJsonText(outcome.response) : 'null';
    open.commit(head, text);
    await this.#add({ head, text, value: 'response' in outcome ? outcome.response.value : null });
    onPage?.(this.#toProgress());
    return parseMoney(cost, 'up');
  }

  #job(index: number): JobProgress {
    const known = this.#progress.get(index);
    const made = known ?? new JobProgress(this.#plan, this.#options.endpoint, this.#jobs[index] ?? missingJob());
    this.#progress.set(index, made);
    return made;
  }

  async #add(page: CollectedPage): Promise<void> {
    const { head, text } = page;
    if (this.#jobs[head.job] === undefined) {
      missingJob();
    }
    for (; this.#at !== head.job; this.#at = (this.#at + 1) % this.#jobs.length) {
      this.#endJob(this.#at);
    }
    const { records, keep, entries } = this.#job(head.job).add(page);
    const cost = parseMoney(head.cost, 'up');
    this.#pages = head.page;
    this.#lastRound = head.round;
    this.#spent += cost ?? 0n;
    this.#unreported += cost === undefined ? 1 : 0;
    for (const { kind } of records) {
      const name = partFolderByKind[kind];
      this.#records[name] = (this.#records[name] ?? 0) + 1;
    }
    if (records.length > 0 && head.page >= this.#parts.firstPage) {
      await this.#parts.add({ page: head.page, endpointId: this.#options.endpoint.id, text, keep, entries });
    }
  }

  #endJob(index: number): void {
    const job = this.#progress.get(index);
    job?.notFound.forEach((entry) => this.#notFound.add(entry));
    if (job?.isRepeated === true) {
      const { entry } = this.#jobs[index] ?? missingJob();
      const note = l10n.t('The service repeated a page, so the list may be incomplete.');
      this.#notes.add(entry === undefined ? note : `${entry}: ${note}`);
    }
    if (this.#round === 1) {
      this.#progress.delete(index);
    }
  }

  #describe(error: unknown): string {
    const { folder, endpoint } = this.#options;
    if (error instanceof SocialDataError) {
      const { kind, facts } = error;
      if (kind === 'cancelled') {
        return l10n.t('Paused.');
      }
      if (kind === 'budget' && facts.budget?.per === 'call') {
        return l10n.t(
          "The run's budget of {0} doesn't cover another request. Resume with a higher budget.",
          formatDollars(this.#plan.budget ?? 0n),
        );
      }
      const { failed, advice } = describeError(error, endpoint);
      return joinParts([failed, describeFailedCallCharge(error), advice], ' ');
    }
    if (error instanceof PartFault || (error instanceof Error && 'syscall' in error)) {
      return l10n.t("{0} can't be written: {1}. Fix this and resume.", folder.path, error.message);
    }
    throw error;
  }

  #toProgress(): RunProgress {
    return { pages: this.#pages, records: { ...this.#records }, spent: this.#spent, unreported: this.#unreported };
  }

  #toSummary(state: RunState, reason: string | undefined): RunSummary {
    const { spent, ...progress } = this.#toProgress();
    const { maybeCharged } = this.#options.summary;
    return {
      ...{ state, reason, plan: this.#plan, round: this.#round, ...progress, cost: formatMoney(spent), maybeCharged },
      ...{ notFound: [...this.#notFound], notes: [...this.#notes] },
    };
  }
}

function missingJob(): never {
  throw new CollectFault(l10n.t('A page belongs to no list entry. list.txt was changed.'));
}
