import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/store/database.ts';
import { databaseFileName } from '../../../src/store/openStore.ts';

/** The extension's storage folder in VS Code: its publisher and name. */
const extension = 'social-data-explorer.social-data-explorer';

/**
 * Creates an empty database with its tables before a workbench starts.
 * @param workspace a sibling of VS Code's user data
 * @returns the database's path
 */
export async function makeStoreFile(workspace: string): Promise<string> {
  const folder = join(dirname(workspace), 'user-data', 'User', 'globalStorage', extension);
  await mkdir(folder, { recursive: true });
  const path = join(folder, databaseFileName);
  openDatabase(path).close();
  return path;
}
