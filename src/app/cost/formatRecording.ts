import * as l10n from '@vscode/l10n';
import type { Money } from '../../client/money.ts';
import { getCostAmount, type Cost } from './cost.ts';
import { formatCostAmount, formatDollars, formatAmountLeft, formatUnknownCosts } from './formatCost.ts';
import { formatExpectedPrice } from './formatPrice.ts';

/** What requests are known to cost, and what one counts as where that is not known. */
export interface RecordingPrices {
  readonly known: readonly Money[];
  readonly assumed: Money;
}

/** "A request costs ≈$0.0002. Where no price is known, it counts as $0.01." */
export function describeRecordingPrices({ known, assumed }: RecordingPrices): string {
  const [least, ...more] = known.toSorted((a, b) => Number(a - b));
  const most = more.at(-1);
  if (least === undefined) {
    return l10n.t('The price is not known yet: a request counts as {0}.', formatDollars(assumed));
  }
  const others = l10n.t('Where no price is known, it counts as {0}.', formatDollars(assumed));
  return most === undefined || most === least
    ? `${l10n.t('A request costs {0}.', formatExpectedPrice(least))} ${others}`
    : `${l10n.t('A request costs {0} to {1}.', formatExpectedPrice(least), formatExpectedPrice(most))} ${others}`;
}

/** What ends recording before the amount is spent. */
export function describeRecordingLimits(): string {
  return l10n.t(
    'A request that would pass this amount, or a budget, is not sent. What is kept is recorded without being paid for again.',
  );
}

/** "Record up to $0.05": the button. */
export function formatRecordUpToButton(cap: Money): string {
  return l10n.t('Record up to {0}', formatDollars(cap));
}

/** The button, where the sandbox alone is asked. */
export function formatRecordFreeButton(): string {
  return l10n.t('Record (free)');
}

/** What is to be typed as the amount to record for. */
export function describeRecordingCapInput(): string {
  return l10n.t('The most that recording may cost, in US dollars, such as 0.50. Press Enter to start.');
}

/** "$0.0002 of $0.05": what was recorded for, of what was agreed to. */
export function formatSpentOfRecordingCap(cost: Cost, cap: Money): string {
  return l10n.t('{0} of {1}', formatCostAmount(cost), formatDollars(cap));
}

/** What was recorded so far. */
interface RecordingTotals {
  readonly cost: Cost;
  readonly cap: Money;
  /** How many fixtures. */
  readonly saved: number;
}

/** "Recorded userById/1. $0.0002 of $0.05 · $0.0498 left": for a log. */
export function describeRecordedFixture(fixture: string, { cost, cap }: Omit<RecordingTotals, 'saved'>): string {
  return `${l10n.t('Recorded {0}.', fixture)} ${formatRecordingLeft(cost, cap)}`;
}

/** "Recorded: 3. $0.0006 of $0.05 · $0.0494 left": at the end. */
export function describeRecordingSum({ saved, cost, cap }: RecordingTotals): string {
  return [`${l10n.t('Recorded: {0}', saved)}.`, formatRecordingLeft(cost, cap), ...formatUnknownCosts(cost)].join(' ');
}

function formatRecordingLeft(cost: Cost, cap: Money): string {
  const left = cap - getCostAmount(cost);
  return `${formatSpentOfRecordingCap(cost, cap)} · ${formatAmountLeft(formatDollars(left > 0n ? left : 0n))}`;
}

/** What the mode that records says of itself before it is chosen. @param isSandbox whether the sandbox alone is asked */
export function describeLiveMode(isSandbox: boolean): string {
  return isSandbox
    ? l10n.t('Asks the sandbox for what is missing, free, and saves it as a fixture')
    : l10n.t('Asks the services for what is missing, up to an amount that you set, and saves it');
}

/** That the amount to record for is used up for some requests. */
export function describeRecordingCapReached(cost: Cost, cap: Money): string {
  return l10n.t('A request was not recorded: it would pass the recording budget ({0}).', formatSpentOfRecordingCap(cost, cap));
}

/** That a request was not made because what a person agreed to record for leaves no room for it. */
export function describeOverRecordingCap(
  title: string,
  { needed, left, cap }: Readonly<Record<'needed' | 'left' | 'cap', Money>>,
): string {
  return l10n.t(
    '{0} was not called: it may cost {1}, and {2} of the recording budget of {3} is left.',
    title,
    formatDollars(needed),
    formatDollars(left),
    formatDollars(cap),
  );
}
