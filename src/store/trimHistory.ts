import type { Database } from './database.ts';
import { numberIn } from './row.ts';

/** How many exchanges go at once: other windows may write in between. */
const batch = 200;

/** After it has passed its size, the history is cut to this part of it, so that not every call has to cut again. */
const leftOver = 0.9;

/** What the database takes, without the pages that are free. */
export function usedBytes(database: Database): number {
  return fileBytes(database) - pragma(database, 'freelist_count') * pragma(database, 'page_size');
}

/** Lets the oldest exchanges that are not pinned go until the rest fits, and gives the room back to the disk. */
export function trimHistory(database: Database, maxBytes: number): void {
  const goal = maxBytes * leftOver;
  let isDone = usedBytes(database) <= maxBytes;
  while (!isDone) {
    const used = usedBytes(database);
    const average = used / Math.max(1, count(database));
    const enough = Math.min(batch, Math.max(1, Math.ceil((used - goal) / average)));
    const gone = database.transact(() =>
      database.run('DELETE FROM exchanges WHERE seq IN (SELECT seq FROM exchanges WHERE pinned = 0 ORDER BY id LIMIT ?)', enough),
    );
    isDone = gone === 0 || usedBytes(database) <= goal;
  }
  giveBackRoom(database);
}

/** Gives the pages that are free back to the disk. */
export function giveBackRoom(database: Database): void {
  if (pragma(database, 'freelist_count') > 0) {
    database.all('PRAGMA incremental_vacuum');
  }
}

/** What the database takes on the disk. Whoever deletes gives the room back, so it is little more than what is used. */
export function fileBytes(database: Database): number {
  return pragma(database, 'page_count') * pragma(database, 'page_size');
}

function count(database: Database): number {
  const row = database.first('SELECT count(*) AS exchanges FROM exchanges');
  return row === undefined ? 0 : numberIn(row, 'exchanges');
}

function pragma(database: Database, name: 'page_count' | 'freelist_count' | 'page_size'): number {
  const row = database.first(`PRAGMA ${name}`);
  return row === undefined ? 0 : numberIn(row, name);
}
