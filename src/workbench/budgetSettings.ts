import type * as vscode from 'vscode';
import type { SettableBudgetScope, SocialDataError } from '../client/errors.ts';
import { type Money, parseMoney } from '../client/money.ts';
import { onDidChangeSettings, readUserOnlySetting } from './settings.ts';

/** Micro-dollars; 1 USD if the setting is not an amount. */
export function readSessionBudgetSetting(): Money {
  return parseDollarSetting(readUserOnlySetting('budget.perSession')) ?? 1_000_000n;
}

/** For all windows; 5 USD if the setting is not an amount. */
export function readDayBudgetSetting(): Money {
  return parseDollarSetting(readUserOnlySetting('budget.perDay')) ?? 5_000_000n;
}

/** For all windows; nothing until the person sets an amount. */
export function readAgentBudgetSetting(): Money {
  return parseDollarSetting(readUserOnlySetting('agents.budget')) ?? 0n;
}

/** Has sessions forget that a budget left no room once that budget is a higher one: its old sums are not said any more. */
export function forgetFailuresAtRaisedBudgets(
  sessions: () => Iterable<{ forgetFailure(isGone: (error: SocialDataError) => boolean): void }>,
): vscode.Disposable {
  return onDidChangeSettings(() => {
    for (const session of sessions()) {
      session.forgetFailure(isBudgetRaisedSinceError);
    }
  });
}

function isBudgetRaisedSinceError({ facts: { budget } }: Pick<SocialDataError, 'facts'>): boolean {
  return budget !== undefined && budget.per !== 'call' && readBudgetCap(budget.per) > budget.cap;
}

function readBudgetCap(per: SettableBudgetScope): Money {
  switch (per) {
    case 'session':
      return readSessionBudgetSetting();
    case 'day':
      return readDayBudgetSetting();
    case 'agents':
      return readAgentBudgetSetting();
  }
}

function parseDollarSetting(dollars: unknown): Money | undefined {
  return typeof dollars === 'number' && dollars >= 0 ? parseMoney(dollars.toFixed(6), 'down') : undefined;
}
