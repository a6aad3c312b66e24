import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

/** Where a person keeps a key: a variable of the environment, or of a `.env` file. */
export interface KeySource {
  readonly variable: string;
  /** The absolute path of the file; left out for the environment that VS Code was started in. */
  readonly file?: string;
}

/** @throws Error that says what is missing, without what was found there */
export async function readKeyFromSource({ variable, file }: KeySource): Promise<string> {
  const values = file === undefined ? process.env : parseEnv(await readFile(file, 'utf8'));
  const key = (values[variable] ?? '').trim();
  if (key === '') {
    throw new Error(file === undefined ? `${variable} is not set in the environment` : `${variable} is not set in ${file}`);
  }
  return key;
}

export function isKeySource(value: unknown): value is KeySource {
  return (
    typeof value === 'object' &&
    value !== null &&
    'variable' in value &&
    typeof value.variable === 'string' &&
    (!('file' in value) || typeof value.file === 'string')
  );
}
