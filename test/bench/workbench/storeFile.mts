import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/store/database.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';

/** The folder of the extension's storage in VS Code: its publisher and name. */
const extension = 'social-data-explorer.social-data-explorer';

/**
 * Creates an empty database with its tables before a workbench starts.
 * @param workspace VS Code's user data is beside it
 * @returns the path of the database
 */
export async function makeStoreFile(workspace: string): Promise<string> {
  const folder = join(dirname(workspace), 'user-data', 'User', 'globalStorage', extension);
  await mkdir(folder, { recursive: true });
  const path = join(folder, databaseFileName);
  openDatabase(path).close();
  return path;
}
