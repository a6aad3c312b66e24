import type { Clock } from '../client/clock.ts';
import { type Database, retryWhileLocked } from './database.ts';
import { readNumberColumn, readTextColumn } from './rows.ts';
import type { KeptPins, PinRow } from './store.ts';

export function createKeptPins(database: Database, clock: Clock, onChanged: () => void): KeptPins {
  const list = () =>
    database.all('SELECT kind, id, label, pinned_at FROM pins ORDER BY place').map((row): PinRow => {
      const label: unknown = JSON.parse(readTextColumn(row, 'label'));
      return {
        kind: readTextColumn(row, 'kind'),
        id: readTextColumn(row, 'id'),
        label,
        pinnedAt: readNumberColumn(row, 'pinned_at'),
      };
    });
  return {
    list,
    update: async (change) => {
      const write = () => {
        const pins = change(list());
        database.run('DELETE FROM pins');
        for (const [place, { kind, id, label, pinnedAt }] of pins.entries()) {
          database.insert('pins', { kind, id, place, label: JSON.stringify(label), pinned_at: pinnedAt });
        }
      };
      await retryWhileLocked(clock, new AbortController().signal, () => database.transact(write));
      onChanged();
    },
  };
}
