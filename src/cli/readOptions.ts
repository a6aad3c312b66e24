import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Money, parseMoney } from '../client/money.ts';

/** What is wrong with the arguments, in a sentence. */
export class UsageError extends Error {}

/**
 * Reads the arguments of a command.
 * @throws UsageError
 */
export function readOptions<const O extends ParseArgsOptionsConfig>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    // parseArgs throws TypeErrors that name the argument
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** @throws UsageError unless it is a whole number up to `max`, or left out */
export function readIntegerOption(name: string, given: string | undefined, max: number): number | undefined {
  if (given === undefined) return undefined;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : undefined;
  if (value === undefined || value > max) throw new UsageError(`--${name} takes a number from 0 to ${max}`);
  return value;
}

/** @throws UsageError unless it is one of a few words, or left out */
export function readEnumOption<const T extends string>(
  name: string,
  given: string | undefined,
  words: readonly T[],
): T | undefined {
  const found = words.find((word) => word === given);
  if (given !== undefined && found === undefined) throw new UsageError(`--${name} takes ${words.join(' or ')}`);
  return found;
}

/** @throws UsageError unless it is an amount of dollars such as 0.05, or left out */
export function readDollarsOption(name: string, given: string | undefined): Money | undefined {
  if (given === undefined) return undefined;
  const amount = parseMoney(given, 'down');
  if (amount === undefined) throw new UsageError(`--${name} takes an amount of US dollars, such as 0.05`);
  return amount;
}

/** Runs what a command does. What is wrong with its arguments is said above its usage, and ends it with 2. */
export async function runWithUsage(usage: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  }
}

/** Why a folder cannot be read, in a sentence; undefined for any other error. */
export function describeFolderError(folder: string, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `There is no folder ${folder}`;
    case 'ENOTDIR':
      return `${folder} is no folder`;
    case 'EACCES':
    case 'EPERM':
      return error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? undefined : `${folder} may not be read`;
    default:
      return undefined;
  }
}
