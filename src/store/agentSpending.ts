import type { Money } from '../client/money.ts';
import type { Database } from './database.ts';
import type { DaySpending } from './earlierSpending.ts';
import { readMoneyColumn, readNumberColumn } from './rows.ts';
import type { Day } from './store.ts';

/**
 * What the calls that agents asked for (the initiator `tool`) cost on a day in real money, over all windows. Lines of the ledger are
 * only added, so each is read once: the sum goes on from the line that was read last.
 */
export class AgentSpending {
  readonly #database: Pick<Database, 'only'>;
  #sum: { readonly day: Day; readonly lastSeq: number; readonly spent: Money } | undefined;

  constructor(database: Pick<Database, 'only'>) {
    this.#database = database;
  }

  getDaySpending(day: Day): DaySpending {
    const before = this.#sum?.day === day ? this.#sum : { lastSeq: 0, spent: 0n };
    const row = this.#database.only(
      `SELECT
        (SELECT coalesce(max(seq), 0) FROM ledger) AS last,
        (SELECT coalesce(sum(amount), 0) FROM ledger
          WHERE seq > ? AND day = ? AND asker = 'tool' AND purse = 'real' AND kind <> 'unexplained') AS spent,
        (SELECT coalesce(sum(reserved), 0) FROM intents WHERE day = ? AND asker = 'tool' AND purse = 'real') AS reserved`,
      before.lastSeq,
      day,
      day,
    );
    const spent = before.spent + readMoneyColumn(row, 'spent');
    this.#sum = { day, lastSeq: readNumberColumn(row, 'last'), spent };
    return { spent, reserved: readMoneyColumn(row, 'reserved') };
  }
}
