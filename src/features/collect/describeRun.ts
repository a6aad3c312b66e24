import * as l10n from '@vscode/l10n';
import type { Endpoint } from '../../client/endpoint.ts';
import { parseMoney } from '../../client/money.ts';
import type { Cost } from '../../core/cost/cost.ts';
import { formatSpentOfBudget } from '../../core/cost/formatSpend.ts';
import { joinParts } from '../../core/text/joinParts.ts';
import { type CollectPlan, listJobs } from './collectPlan.ts';
import type { RunProgress } from './collectRun.ts';
import type { RunSummary } from './runFolder.ts';

/** A run of this window since it was started or resumed. */
export interface LiveRun {
  readonly before: RunProgress;
  readonly now: RunProgress;
  readonly elapsedMs: number;
  /** How many records or pages are left; undefined if unknown. */
  readonly left: { readonly of: 'records' | 'pages'; readonly count: number } | undefined;
  /** Why a request waits; empty if none does. */
  readonly waiting: string;
}

/** Until then, a rate would jump. */
const minElapsedMs = 2_000;
const minuteMs = 60_000;

/** The progress in a run's summary. */
export function toProgress({ pages, records, cost, unreported }: RunSummary): RunProgress {
  return { pages, records, spent: parseMoney(cost, 'up') ?? 0n, unreported };
}

export function countRecords({ records }: Pick<RunProgress, 'records'>): number {
  return Object.values(records).reduce((sum, count) => sum + count, 0);
}

/** What is left to collect; undefined if only the service knows. */
export function findLeft(
  plan: CollectPlan,
  endpoint: Endpoint,
  values: readonly string[] | undefined,
  now: RunProgress,
): LiveRun['left'] {
  if (endpoint.paging === undefined) {
    return { of: 'pages', count: Math.max(0, listJobs(plan, endpoint, values).length - now.pages) };
  }
  return plan.max === undefined || plan.as !== undefined
    ? undefined
    : { of: 'records', count: Math.max(0, plan.max - countRecords(now)) };
}

/** "1 record", "12,300 records". */
export function formatRecords(count: number, language: string): string {
  return count === 1 ? l10n.t('1 record') : l10n.t('{0} records', count.toLocaleString(language));
}

/** @returns records per minute, and the minutes left; undefined if unknown */
function measurePace({ before, now, elapsedMs, left }: LiveRun): {
  readonly perMinute: number | undefined;
  readonly minutesLeft: number | undefined;
} {
  const records = countRecords(now) - countRecords(before);
  const done = left?.of === 'pages' ? now.pages - before.pages : records;
  const isKnown = elapsedMs >= minElapsedMs && done > 0;
  return {
    perMinute: isKnown ? (records / elapsedMs) * minuteMs : undefined,
    minutesLeft: isKnown && left !== undefined ? (left.count / done) * (elapsedMs / minuteMs) : undefined,
  };
}

/**
 * A run's row: what matters most comes first, because the view is narrow.
 * @param name the endpoint's title; may be empty
 * @param live if this window runs it
 * @param language for numbers
 */
export function describeRun(
  summary: RunSummary,
  name: string,
  live: LiveRun | undefined,
  language: string,
): { readonly description: string; readonly tooltip: string } {
  const progress = live?.now ?? toProgress(summary);
  const { perMinute, minutesLeft } = live === undefined ? {} : measurePace(live);
  const format = (count: number) => Math.round(count).toLocaleString(language);
  const total = countRecords(progress);
  const records = formatRecords(total, language);
  const pages = progress.pages === 1 ? l10n.t('1 page') : l10n.t('{0} pages', format(progress.pages));
  const rate = perMinute === undefined ? '' : l10n.t('{0} records/min', format(perMinute));
  const left = minutesLeft === undefined ? '' : l10n.t('{0} min left', minutesLeft < 1 ? '<1' : format(minutesLeft));
  const spent = describeSpent(summary, progress);
  const isInterrupted = live === undefined && summary.state === 'running';
  const state = live === undefined && summary.state !== 'complete' ? l10n.t('paused') : '';
  const kinds = Object.entries(progress.records).map(([kind, count]) => `${kind.replace('_', ' ')}: ${format(count)}`);
  const { notFound, notes } = summary;
  return {
    description: joinParts([state, live?.waiting ?? '', records, left, spent, name, pages, rate]),
    tooltip: joinParts(
      [
        joinParts([...kinds, pages]),
        joinParts([spent, rate, left]),
        live === undefined ? (summary.reason ?? '') : live.waiting,
        isInterrupted ? l10n.t('The run was interrupted. Resume to continue.') : '',
        notFound.length === 0 ? '' : l10n.t('Not found: {0}', format(notFound.length)),
        ...notes,
      ],
      '\n',
    ),
  };
}

/** Empty in the sandbox. */
function describeSpent({ plan: { budget }, maybeCharged }: RunSummary, { spent, unreported }: RunProgress): string {
  if (budget === undefined) {
    return '';
  }
  const cost: Cost = { exact: spent, assumed: 0n, unknownCalls: unreported + maybeCharged, maybeCharged };
  return formatSpentOfBudget(cost, budget);
}
