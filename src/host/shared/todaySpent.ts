import { type Cost, costOfTotal } from '../../app/cost/cost.ts';
import type { Store } from '../../store/store.ts';

/** What all windows spent today; undefined where the store cannot tell, which the next call will say. */
export function todaySpent({ spending, day }: Pick<Store, 'spending' | 'day'>): Cost | undefined {
  try {
    const today = day();
    return costOfTotal(spending.sum('real', today, today));
  } catch {
    return undefined;
  }
}
