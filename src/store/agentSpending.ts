import type { Database } from './database.ts';
import type { DaySpending } from './earlierSpending.ts';
import { readMoneyColumn, readNumberColumn } from './rows.ts';
import type { Day } from './store.ts';

/**
 * What the calls that agents asked for (the initiator `tool`) cost on a day in real money, over all windows. Lines of the ledger are
 * only added, so each is read once: the sum goes on from the line that was read last.
 */
export class AgentSpending {
  readonly #database: Database;
  #day: Day = '';
  #lastSeq = 0;
  #spent = 0n;

  constructor(database: Database) {
    this.#database = database;
  }

  getDaySpending(day: Day): DaySpending {
    if (day !== this.#day) {
      this.#day = day;
      this.#lastSeq = 0;
      this.#spent = 0n;
    }
    const row = this.#database.only(
      `SELECT
        (SELECT coalesce(max(seq), 0) FROM ledger) AS last,
        (SELECT coalesce(sum(amount), 0) FROM ledger
          WHERE seq > ? AND day = ? AND asker = 'tool' AND purse = 'real' AND kind <> 'unexplained') AS spent,
        (SELECT coalesce(sum(reserved), 0) FROM intents WHERE day = ? AND asker = 'tool' AND purse = 'real') AS reserved`,
      this.#lastSeq,
      day,
      day,
    );
    this.#spent += readMoneyColumn(row, 'spent');
    this.#lastSeq = readNumberColumn(row, 'last');
    return { spent: this.#spent, reserved: readMoneyColumn(row, 'reserved') };
  }
}
