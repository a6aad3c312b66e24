import type { ParseArgsOptionsConfig } from 'node:util';
import { type Money, parseMoney } from '../client/money.ts';

// imported by its name the module makes all that it exports, most of which nobody here asks for
const { parseArgs } = process.getBuiltinModule('node:util');

/** What is wrong with the arguments, in a sentence. */
export class UsageError extends Error {}

/** Somebody asked how a command is used. */
export class HelpRequest extends Error {}

/**
 * Reads the arguments of a command.
 * @throws UsageError, or HelpRequest, whatever else is given
 */
export function readOptions<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
  { allowPositionals = true } = {},
) {
  try {
    const read = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    if ('help' in read.values && read.values.help === true) throw new HelpRequest();
    return read;
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

/** Runs what a command does, or prints its usage. What is wrong with its arguments is said above that, and ends it with 2. */
export async function runWithUsage(usage: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof HelpRequest) process.stdout.write(usage);
    else if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`);
      process.exitCode = 2;
    } else throw error;
  }
}
