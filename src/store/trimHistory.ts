import type { Database } from './database.ts';
import { numberIn } from './row.ts';

/** How many exchanges go at once: other windows may write in between. */
const batch = 200;

/** After it has passed its size, the history is cut to this part of it, so that not every call has to cut again. */
const leftOver = 0.9;

/** What the database takes, without the pages that are free. */
export function usedBytes(database: Database): number {
  return (pragma(database, 'page_count') - pragma(database, 'freelist_count')) * pragma(database, 'page_size');
}

/**
 * Lets the oldest exchanges that are not pinned go until the rest fits, and gives the room back to the disk.
 * @param maxBytes undefined: only gives back what is free
 * @returns whether exchanges went
 */
export function trimHistory(database: Database, maxBytes: number | undefined): boolean {
  let hasGone = false;
  if (maxBytes !== undefined && usedBytes(database) > maxBytes) {
    const goal = maxBytes * leftOver;
    for (let gone = 1; gone > 0 && usedBytes(database) > goal; hasGone ||= gone > 0) {
      const average = usedBytes(database) / Math.max(1, count(database));
      const enough = Math.min(batch, Math.max(1, Math.ceil((usedBytes(database) - goal) / average)));
      gone = database.transact(() =>
        database.run(
          'DELETE FROM exchanges WHERE seq IN (SELECT seq FROM exchanges WHERE pinned = 0 ORDER BY id LIMIT ?)',
          enough,
        ),
      );
    }
  }
  if (pragma(database, 'freelist_count') > 0) {
    database.all('PRAGMA incremental_vacuum');
  }
  return hasGone;
}

function count(database: Database): number {
  const row = database.first('SELECT count(*) AS exchanges FROM exchanges');
  return row === undefined ? 0 : numberIn(row, 'exchanges');
}

function pragma(database: Database, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  const row = database.first(`PRAGMA ${name}`);
  return row === undefined ? 0 : numberIn(row, name);
}
