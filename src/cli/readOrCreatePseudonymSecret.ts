import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folders.ts';

const fileName = 'pseudonyms.key';
const secretBytes = 32;

/**
 * What the pseudonyms of this account are made from: made once, and readable by the account alone. Of two processes that make it at
 * the same time both take the one that was there first.
 * @throws what the file system throws
 */
export async function readOrCreatePseudonymSecret(folder: string): Promise<Uint8Array> {
  const file = join(folder, fileName);
  await makeFolder(folder);
  try {
    await writeFile(file, randomBytes(secretBytes), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = await readFile(file);
  if (secret.length !== secretBytes) throw new Error(`${file} does not hold ${secretBytes} bytes`);
  return secret;
}
