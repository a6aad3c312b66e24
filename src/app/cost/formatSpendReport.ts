import * as l10n from '@vscode/l10n';
import type { Money } from '../../client/money.ts';
import { getLedgerTotalCost } from './cost.ts';
import { describeUnknownCosts, formatDollars } from './formatCost.ts';
import { formatLedgerSum, formatSandboxCalls, type LedgerSum } from './formatSpend.ts';

/** A part of what was spent: a day, or the calls of one endpoint. */
interface SpendRow {
  readonly name: string;
  readonly sum: LedgerSum;
}

/** What calls cost over a time. */
interface SpendByPeriod {
  readonly today: LedgerSum;
  readonly week: LedgerSum;
  /** The most expensive first, of the week. */
  readonly endpoints: readonly SpendRow[];
}

/** What the ledger says of the last days. */
export interface SpendFacts {
  readonly real: SpendByPeriod & { readonly days: readonly SpendRow[] };
  readonly sandbox: SpendByPeriod;
  /** The most that a day may cost; undefined: no cap. */
  readonly cap: Money | undefined;
}

/** How many blocks the longest bar has. */
const maxBarLengthInBlocks = 24;

/** What was spent today, in the last days and on which endpoints, as Markdown with bars. */
export function formatSpendReport({ real, sandbox, cap }: SpendFacts): string {
  const budget = cap === undefined ? [] : [l10n.t('The budget per day is {0}.', formatDollars(cap))];
  const parts = [
    `# ${l10n.t('Spend')}`,
    [`**${l10n.t('Today')}** ${formatLedgerSum(real.today)}`, ...budget].join('  \n'),
    ...describeUnknownCosts(getLedgerTotalCost(real.today)),
    ...(real.week.calls === 0
      ? [l10n.t('Nothing that costs money was called in the last 7 days.')]
      : [
          `## ${l10n.t('Last 7 Days')}`,
          formatLedgerSum(real.week),
          formatSpendTable(l10n.t('Day'), real.days),
          `## ${l10n.t('By Endpoint, Last 7 Days')}`,
          formatSpendTable(l10n.t('Endpoint'), real.endpoints),
        ]),
    ...(sandbox.week.calls === 0
      ? []
      : [`## ${l10n.t('Sandbox, Last 7 Days')}`, formatSandboxCalls(sandbox.week.calls), formatCallsTable(sandbox.endpoints)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A row for each part, with a bar as long as its share of the largest. */
function formatSpendTable(title: string, parts: readonly SpendRow[]): string {
  const largest = parts.reduce((most, { sum }) => (sum.spent > most ? sum.spent : most), 0n);
  const rows = parts.map(({ name, sum }) => {
    const spent = sum.calls === 0 ? '' : formatLedgerSum(sum);
    return `| ${name} | ${formatBar(sum.spent, largest)} | ${spent} |`;
  });
  return [`| ${title} | | ${l10n.t('Spent')} |`, '| --- | --- | --- |', ...rows].join('\n');
}

/** The same without money: the sandbox's calls. */
function formatCallsTable(parts: readonly SpendRow[]): string {
  const rows = parts.map(({ name, sum }) => `| ${name} | ${sum.calls} |`);
  return [`| ${l10n.t('Endpoint')} | ${l10n.t('Calls')} |`, '| --- | --- |', ...rows].join('\n');
}

function formatBar(amount: Money, largest: Money): string {
  if (amount <= 0n || largest <= 0n) {
    return '';
  }
  return '█'.repeat(Math.max(1, Math.round((maxBarLengthInBlocks * Number(amount)) / Number(largest))));
}
