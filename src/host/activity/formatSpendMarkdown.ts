import { formatSpendReport } from '../../app/cost/formatSpendReport.ts';
import { subtractDays } from '../../store/machine.ts';
import type { MoneyKind, Store } from '../../store/store.ts';
import { formatEndpointTitle } from '../shared/keptAnswerSubject.ts';

/** A week is today and the six days before. */
export const weekDaysBeforeToday = 6;

/** What was spent, as Markdown. Makes no call. */
export function formatSpendMarkdown(store: Store): string {
  return formatSpendReport({
    real: { ...getRecentSpend(store, 'real'), days: listDailySpend(store) },
    sandbox: getRecentSpend(store, 'play'),
    cap: store.spending.today().cap,
  });
}

function getRecentSpend({ spending, day }: Store, moneyKind: MoneyKind) {
  const today = day();
  const week = subtractDays(today, weekDaysBeforeToday);
  const endpoints = spending
    .byEndpoint(moneyKind, week, today)
    .filter(({ calls }) => calls > 0)
    .map((sum) => ({ name: formatEndpointTitle(sum.endpointId), sum }));
  return { today: spending.sum(moneyKind, today, today), week: spending.sum(moneyKind, week, today), endpoints };
}

function listDailySpend({ spending, day }: Store) {
  const days = Array.from({ length: weekDaysBeforeToday + 1 }, (_, back) => subtractDays(day(), back));
  return days.map((name) => ({ name, sum: spending.sum('real', name, name) }));
}
