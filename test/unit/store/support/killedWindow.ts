// A window that opens a broken store and is killed halfway through setting it aside: when the broken file has left its place, and
// nothing has come into it yet. `node killedWindow.ts FOLDER`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { systemClock } from '../../../../src/client/systemClock.ts';
import { databaseName, openStore } from '../../../../src/store/openStore.ts';

const [folder = ''] = process.argv.slice(2);
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  rename(from, to);
  if (String(from).endsWith(databaseName)) {
    process.kill(process.pid, 'SIGKILL');
  }
};
syncBuiltinESMExports();
await openStore({
  folder,
  clock: systemClock,
  dayCap: () => undefined,
  maxBytes: () => 500_000_000,
  accountOf: () => undefined,
  dayOf: () => '2026-08-01',
  notify: () => undefined,
});
