import * as l10n from '@vscode/l10n';
import type { Client } from '../../client/client.ts';
import type { Endpoint } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import { type ApiResponse, decodeJsonText } from '../../client/exchange.ts';
import { formatMoney, type Money, parseMoney } from '../../client/money.ts';
import { type Budget, createBudget } from '../../client/policies/budget.ts';
import type { Initiator, WaitReason } from '../../client/policies/send.ts';
import { describeFailedCallCharge, formatDollars } from '../../core/cost/formatCost.ts';
import { describeError } from '../../core/errors/describeError.ts';
import { findRaisedPrice, type RaisedPrice } from '../../core/session/runs.ts';
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

interface RecordOptions {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  readonly endpoint: Endpoint;
  /** After completion: whether to collect what is new. */
  readonly sinceLast?: boolean;
}

export interface CollectOptions extends RecordOptions, RequestOptions {
  /** Whether to request pages again that may have been charged. */
  readonly buyAgain?: boolean;
  /** Called after each page. */
  readonly onPage?: (progress: RunProgress) => void;
}

export type RunProgress = Pick<RunSummary, 'pages' | 'records' | 'unreported'> & { readonly spent: Money };

/** Pages that were requested and may have been charged, but weren't saved. */
export class UncertainPages extends CollectFault {
  readonly pages: readonly (number | string)[];

  constructor(pages: readonly (number | string)[]) {
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
    return await run.run(options);
  } finally {
    await parts.stop();
  }
}

/** Writes the records of saved pages, and `collect.json`. @param reason why the run is paused; undefined if it is complete */
export async function writeRecords(options: RecordOptions, reason: string | undefined): Promise<RunSummary> {
  const { folder, summary } = options;
  const parts = await PartThread.start({ folder: folder.path, format: summary.plan.format });
  try {
    const run = new CollectRun(options, parts);
    await run.replay();
    await parts.close();
    return run.end(reason);
  } finally {
    await parts.stop();
  }
}

type PageOutcome = { readonly response: ApiResponse } | { readonly error: SocialDataError };

/** Sends a page's request. Doesn't read or write history. @throws an error only if it is a bug */
export async function requestPage(
  { client, endpoint, connection, initiator, stop, onWaiting }: RequestOptions,
  params: PageHead['params'],
  budgets: readonly Budget[],
): Promise<PageOutcome> {
  const controller = new AbortController();
  let isSent = false;
  const stopWaiting = () => (isSent ? undefined : controller.abort());
  stop.addEventListener('abort', stopWaiting);
  if (stop.aborted) {
    stopWaiting();
  }
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

export function isFreeFailure({ spent }: SocialDataError): boolean {
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

/** @param sent the head's other members */
export function toCollectedPage(outcome: PageOutcome, sent: Omit<PageHead, 'cost' | 'error'>): CollectedPage {
  const head = { ...sent, cost: formatPageCost(outcome), error: 'error' in outcome ? outcome.error.kind : undefined };
  return 'response' in outcome
    ? { head, text: decodeJsonText(outcome.response), value: outcome.response.value }
    : { head, text: 'null', value: null };
}

const writeEveryMs = 1_000;

class CollectRun {
  readonly #options: RecordOptions;
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
  /** When `collect.json` was written after a page. */
  #writtenAt = 0;

  constructor(options: RecordOptions, parts: PartThread) {
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
    const { pages } = this.#options.summary;
    if (this.#pages < pages) {
      const { path } = this.#options.folder;
      throw new CollectFault(
        l10n.t(
          '{0}: pages are missing ({1} of {2} found). Restore them, or start a new run in another folder.',
          path,
          this.#pages,
          pages,
        ),
      );
    }
    if (this.#lastRound < this.#round) {
      this.#endJob(this.#at);
      this.#at = 0;
    }
  }

  async run(options: CollectOptions): Promise<RunSummary> {
    const { folder } = this.#options;
    let reason: string | undefined;
    try {
      folder.writeSummary(this.#toSummary('running', undefined)); // counts the uncertain pages
      folder.dropUncertainPages();
      reason = await this.#collectJobs(options);
    } catch (error) {
      reason = this.#describe(error);
    }
    try {
      await this.#parts.close();
    } catch (error) {
      reason ??= this.#describe(error);
    }
    return this.end(reason);
  }

  /** @param reason why it is paused; undefined if it is complete */
  end(reason: string | undefined): RunSummary {
    if (this.#progress.get(this.#at)?.next === undefined) {
      this.#endJob(this.#at);
    }
    const summary = this.#toSummary(reason === undefined ? 'complete' : 'paused', reason);
    try {
      this.#options.folder.writeSummary(summary);
      return summary;
    } catch (error) {
      return { ...summary, state: 'paused', reason: this.#describe(error) };
    }
  }

  /** @returns why it paused; undefined at the end */
  async #collectJobs(options: CollectOptions): Promise<string | undefined> {
    const { client, endpoint, connection, stop } = options;
    let agreed = client.priceOf(endpoint, connection);
    let raised: RaisedPrice | undefined;
    const budgets = this.#createBudgets(options);
    for (; this.#at < this.#jobs.length; this.#at += 1) {
      const job = this.#job(this.#at);
      job.startRound(this.#round);
      for (const params of job.requests()) {
        if (stop.aborted) {
          return describePaused();
        }
        if (raised !== undefined) {
          return describeRaisedPrice(raised);
        }
        const cost = await this.#collectPage(options, job, params, budgets);
        raised = findRaisedPrice(agreed, cost);
        agreed ??= cost === 0n ? undefined : cost;
      }
      if (job.isStalled) {
        return describeStalled();
      }
      this.#endJob(this.#at);
    }
    return undefined;
  }

  /** What is left of the run's budget. */
  #createBudgets({ client, endpoint, connection }: CollectOptions): readonly Budget[] {
    const { budget } = this.#plan;
    const { maybeCharged } = this.#options.summary;
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
  async #collectPage(
    options: CollectOptions,
    job: JobProgress,
    params: PageHead['params'],
    budgets: readonly Budget[],
  ): Promise<Money | undefined> {
    const { folder, onPage } = options;
    const page = this.#pages + 1;
    const open = await folder.begin(page);
    const sentAt = Date.now();
    const outcome = await requestPage(options, params, budgets);
    const error = 'error' in outcome ? outcome.error : undefined;
    if (error !== undefined && !job.isEnd(error)) {
      (isFreeFailure(error) ? open.discard : open.leave)();
      throw error;
    }
    const saved = toCollectedPage(outcome, { page, job: this.#at, round: this.#round, params, sentAt });
    open.commit(saved.head, saved.text);
    await this.#add(saved);
    if (Date.now() - this.#writtenAt >= writeEveryMs) {
      folder.writeSummary(this.#toSummary('running', undefined)); // shown if this process ends
      this.#writtenAt = Date.now();
    }
    onPage?.(this.#toProgress());
    return parseMoney(saved.head.cost, 'up');
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
      const reason = describeFailure(error, endpoint, this.#plan);
      const entry = this.#jobs[this.#at]?.entry;
      return entry === undefined ? reason : `${entry}: ${reason}`;
    }
    if (error instanceof CollectFault) {
      return error.message;
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
    const { maybeCharged, queuedRun } = this.#options.summary;
    return {
      ...{ state, reason, queuedRun, plan: this.#plan, round: this.#round, ...progress, cost: formatMoney(spent), maybeCharged },
      ...{ notFound: [...this.#notFound], notes: [...this.#notes] },
    };
  }
}

/** Why a run paused at an error of a request. */
export function describeFailure(error: SocialDataError, endpoint: Endpoint, plan: CollectPlan): string {
  const { kind, facts } = error;
  if (kind === 'cancelled') {
    return describePaused();
  }
  if (kind === 'budget' && facts.budget?.per === 'call') {
    return describeBudgetReached(plan);
  }
  const { failed, advice } = describeError(error, endpoint);
  const next = isFreeFailure(error) ? advice : l10n.t('Before the page is requested again, you will be asked.');
  return joinParts([failed, describeFailedCallCharge(error), next], ' ');
}

function describePaused(): string {
  return l10n.t('Paused. Resume to continue.');
}

export function describeBudgetReached({ budget = 0n }: CollectPlan): string {
  return l10n.t("The run's budget of {0} doesn't cover another request. Resume with a higher budget.", formatDollars(budget));
}

export function describeRaisedPrice({ agreed, price }: RaisedPrice): string {
  return l10n.t(
    'The price per request increased from {0} to {1}. Resume to continue at this price.',
    formatDollars(agreed),
    formatDollars(price),
  );
}

export function describeStalled(): string {
  return l10n.t('Several pages in a row were empty, but more follow. Resume to request them.');
}

function missingJob(): never {
  throw new CollectFault(l10n.t('A page belongs to no list entry. list.txt was changed.'));
}
