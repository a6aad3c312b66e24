import { formatMoney, type Money } from '../../client/money.ts';
import type { Waste, WasteKind } from './costLint.ts';

const advice: Readonly<Record<WasteKind, string>> = {
  repeated: 'asked again within a minute of a good answer: keep the answer',
  retriedCharged: 'retried within a minute of a failure that was charged: retry only what was refunded',
  pastEnd: 'paged past the end: stop at the page that has no items or no next cursor',
  resolvedAgain: 'resolved handles again whose ids an earlier answer gave: keep the ids',
};

/** What to do about a kind of waste, in words. */
export function adviceFor(kind: WasteKind): string {
  return advice[kind];
}

const mostShown = 20;

/**
 * The summary that the standalone sandbox prints when it ends, one line each; empty when there is nothing to say.
 * @param wastes of all keys
 */
export function presentWaste(wastes: readonly Waste[]): readonly string[] {
  if (wastes.length === 0) return [];
  const total = wastes.reduce((sum: Money, waste) => sum + waste.cost, 0n);
  const calls = wastes.reduce((sum, waste) => sum + waste.times, 0);
  const rest = wastes.length - mostShown;
  return [
    `Cost lint: ${calls} ${calls === 1 ? 'call' : 'calls'} for $${formatMoney(total)} (sandbox prices) would not have been needed.`,
    ...wastes
      .slice(0, mostShown)
      .map(({ kind, call, times, cost }) => `  ${times} x ${plain(call)}  $${formatMoney(cost)}  ${advice[kind]}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Nothing that could move a terminal's cursor. */
function plain(text: string): string {
  const shown = text.replace(/[^\x21-\x7e ]/g, '?');
  return shown.length > 120 ? `${shown.slice(0, 117)}...` : shown;
}
