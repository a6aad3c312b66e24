import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { BudgetState } from '../client/policies/budget.ts';
import type { Database } from './database.ts';
import { readMoneyColumn } from './rows.ts';
import { isDamageError } from './storageError.ts';
import type { Day } from './store.ts';

/** What was spent in real money on a day, and what the calls that are under way have set aside. */
export type DaySpending = Pick<BudgetState, 'spent' | 'reserved'>;

/** What was spent before a store was opened and is not in its own tables. */
export interface EarlierSpending {
  /** What a file says that can only be read. */
  getDaySpending(day: Day): DaySpending;
  /** Whether more was spent than can be read, perhaps. */
  isUnknown(day: Day): boolean;
  /** Called when the person decided to go on: what is known counts from now on. */
  accept(): void;
}

/** Reads the spending of a day out of a database. */
export function readDaySpending(database: Database, day: Day): DaySpending {
  const row = database.only(
    `SELECT
      (SELECT coalesce(sum(spent), 0) FROM totals WHERE purse = 'real' AND day = ?) AS spent,
      (SELECT coalesce(sum(reserved), 0) FROM intents WHERE purse = 'real' AND day = ?) AS reserved`,
    day,
    day,
  );
  return { spent: readMoneyColumn(row, 'spent'), reserved: readMoneyColumn(row, 'reserved') };
}

const zeroDaySpending: DaySpending = { spent: 0n, reserved: 0n };

/** Of a store that has all of it in its tables. */
export const noEarlierSpending: EarlierSpending = {
  getDaySpending: () => zeroDaySpending,
  isUnknown: () => false,
  accept: () => undefined,
};

/** The earlier spending of a store in memory. @param past the file that it could not write to; undefined where it cannot be read */
export function createMemoryStoreEarlierSpending(past: Database | undefined): EarlierSpending {
  let isAccepted = false;
  let isUnreadable = past === undefined;
  const on = (day: Day): DaySpending => {
    try {
      return past === undefined ? zeroDaySpending : readDaySpending(past, day);
    } catch (error) {
      if (!isDamageError(error)) {
        throw error;
      }
      isUnreadable = true;
      return zeroDaySpending;
    }
  };
  return {
    getDaySpending: on,
    isUnknown: (day) => {
      on(day);
      return isUnreadable && !isAccepted;
    },
    accept: () => {
      isAccepted = isUnreadable; // what is found to be broken later has not been accepted
    },
  };
}

const toUnknownSpendingMarkPath = (path: string) => `${path}.spending-unknown`;

/**
 * Marks that nobody can tell what was spent on a day: every window that opens the file on that day asks before it spends.
 * @returns takes the mark back, unless it was there before
 */
export function markSpendingUnknown(path: string, day: Day): () => void {
  if (readUnknownSpendingDay(path) === day) {
    return () => undefined;
  }
  writeFileSync(toUnknownSpendingMarkPath(path), day);
  return () => rmSync(toUnknownSpendingMarkPath(path), { force: true });
}

/** The earlier spending of a store on the disk: all in its own tables, but for what a broken file took with it. */
export function createDiskStoreEarlierSpending(path: string): EarlierSpending {
  let unknownDay = readUnknownSpendingDay(path);
  return {
    getDaySpending: () => zeroDaySpending,
    // another window may have asked meanwhile
    isUnknown: (day) => day === unknownDay && readUnknownSpendingDay(path) === day,
    accept: () => {
      unknownDay = undefined;
      rmSync(toUnknownSpendingMarkPath(path), { force: true });
    },
  };
}

function readUnknownSpendingDay(path: string): Day | undefined {
  try {
    return readFileSync(toUnknownSpendingMarkPath(path), 'utf8');
  } catch {
    return undefined; // there is none
  }
}
