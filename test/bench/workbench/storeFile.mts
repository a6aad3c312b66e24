import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/store/database.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';

/** The folder in which VS Code lets the extension keep things: its publisher and name. */
const extension = 'social-data-explorer.social-data-explorer';

/**
 * Makes the database that the extension will find when a workbench starts, with its tables and nothing in them.
 * @param workspace the folder of the workspace; VS Code's folder of data stands beside it
 * @returns the path of the database
 */
export async function makeStoreFile(workspace: string): Promise<string> {
  const folder = join(dirname(workspace), 'user-data', 'User', 'globalStorage', extension);
  await mkdir(folder, { recursive: true });
  const path = join(folder, databaseFileName);
  openDatabase(path).close();
  return path;
}
