import * as l10n from '@vscode/l10n';
import type { Money } from '../../client/money.ts';
import { getCostAmount, type Cost } from './cost.ts';
import { formatDollars, formatAmountLeft, formatUnknownCosts } from './formatCost.ts';
import { formatExpectedPrice } from './formatPrice.ts';
import { formatSpentOfBudget } from './formatSpend.ts';
import { joinParts } from '../text/joinParts.ts';

interface RecordingPrices {
  readonly known: readonly Money[];
  /** Counted for a request whose price is unknown, in micro-dollars. */
  readonly assumed: Money;
}

/** "A request costs ≈$0.0002. A request with an unknown price counts as $0.01." */
export function describeRecordingPrices({ known, assumed }: RecordingPrices): string {
  const [least, ...more] = known.toSorted((a, b) => Number(a - b));
  const most = more.at(-1);
  const others = l10n.t('A request with an unknown price counts as {0}.', formatDollars(assumed));
  if (least === undefined) {
    return others;
  }
  const range = most === undefined || most === least ? '' : ` – ${formatExpectedPrice(most)}`;
  return `${l10n.t('A request costs {0}.', `${formatExpectedPrice(least)}${range}`)} ${others}`;
}

interface RecordingTotals {
  readonly cost: Cost;
  readonly cap: Money;
  readonly saved: number;
}

/** "Recorded userById/1. $0.0002 of $0.05 · $0.0498 left" */
export function describeRecordedFixture(fixture: string, { cost, cap }: Omit<RecordingTotals, 'saved'>): string {
  return `${l10n.t('Recorded {0}.', fixture)} ${formatRecordingLeft(cost, cap)}`;
}

/** "Recorded: 3. $0.0006 of $0.05 · $0.0494 left" */
export function describeRecordingSum({ saved, cost, cap }: RecordingTotals): string {
  return `${l10n.t('Recorded: {0}', saved)}. ${joinParts([formatRecordingLeft(cost, cap), ...formatUnknownCosts(cost)])}`;
}

function formatRecordingLeft(cost: Cost, cap: Money): string {
  const left = cap - getCostAmount(cost);
  return `${formatSpentOfBudget(cost, cap)} · ${formatAmountLeft(left > 0n ? left : 0n)}`;
}

export function describeRecordingCapReached(cost: Cost, cap: Money): string {
  return l10n.t("A request wasn't recorded because it would exceed the recording budget ({0}).", formatSpentOfBudget(cost, cap));
}
