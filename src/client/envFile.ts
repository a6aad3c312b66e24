import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';

export interface KeySource {
  readonly variable: string;
  /** An absolute path. Default: this process's environment. */
  readonly file?: string;
}

/** @throws Error that says what is missing, without any values */
export async function readKeyFromSource({ variable, file }: KeySource): Promise<string> {
  const values = file === undefined ? process.env : await readEnvFile(file);
  const key = (Object.hasOwn(values, variable) ? (values[variable] ?? '') : '').trim();
  if (key === '') {
    throw new Error(file === undefined ? `${variable} isn't set in the environment` : `${variable} isn't set in ${file}`);
  }
  return key;
}

/**
 * Reads a `.env` file in UTF-8, or in UTF-16 with a byte order mark, as PowerShell writes it.
 * @throws Error that says why it can't be read
 */
export async function readEnvFile(file: string): Promise<NodeJS.Dict<string>> {
  let bytes: Uint8Array;
  try {
    // reading a pipe would block
    if (!(await stat(file)).isFile()) throw new Error(`${file} isn't a file`);
    bytes = await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new Error(`File not found: ${file}`, { cause: error });
    if (code === 'EACCES' || code === 'EPERM') throw new Error(`${file} can't be read`, { cause: error });
    throw error;
  }
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return parseEnv(new TextDecoder(encoding).decode(bytes));
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
