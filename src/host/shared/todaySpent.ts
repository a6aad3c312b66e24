import type { Store } from '../../store/store.ts';
import type { DaySpent } from './spend.ts';

/** What all windows spent today; undefined where the store cannot tell, which the next call will say. */
export function todaySpent({ spending, day }: Pick<Store, 'spending' | 'day'>): DaySpent | undefined {
  try {
    const today = day();
    return { spent: spending.today().spent, unreported: spending.sum('real', today, today).unreported };
  } catch {
    return undefined;
  }
}
