// A window that opens a broken store and is killed halfway through setting it aside: when the broken file has left its place, and
// nothing has come into it yet. `node killedWindow.ts FOLDER`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { databaseFileName } from '../../../../src/store/openStore.ts';
import { openProcessStore } from './processStore.ts';

const [folder = ''] = process.argv.slice(2);
const rename = fs.renameSync;
fs.renameSync = (from, to) => {
  rename(from, to);
  if (String(from).endsWith(databaseFileName)) {
    process.kill(process.pid, 'SIGKILL');
  }
};
syncBuiltinESMExports();
await openProcessStore(folder, () => undefined);
