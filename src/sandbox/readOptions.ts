import { type Money, parseMoney } from '../client/money.ts';
import { toWebOrigin } from './requestHead.ts';

// an import statement would create all of the module's exports
const { parseArgs } = process.getBuiltinModule('node:util');

export class UsageError extends Error {}

/** The arguments are valid, but the command can't start. The message is shown without the usage. */
export class StartError extends Error {}

export class HelpRequest extends Error {}

interface OptionRow {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly value?: string;
  readonly says: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

export const helpOption = { help: { type: 'boolean', short: 'h', says: 'show this help' } } as const satisfies OptionTable;

export const originOption = {
  type: 'string',
  multiple: true,
  value: 'ORIGIN',
  says: 'lets web pages from this origin send requests, such as http://localhost:5173; can be repeated',
} as const satisfies OptionRow;

export function readOrigins(given: readonly string[]): readonly string[] {
  return given.map((text) => {
    const origin = toWebOrigin(text);
    if (origin === undefined) throw new UsageError("--origin must be a web page's origin, such as http://localhost:5173");
    return origin;
  });
}

export function formatUsage(...parts: readonly (string | OptionTable)[]): string {
  const toRows = (table: OptionTable): readonly (readonly [string, string])[] =>
    Object.entries(table).map(([name, { value, says }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, says]);
  const tables = parts.flatMap((part) => (typeof part === 'string' ? [] : toRows(part)));
  const width = Math.max(...tables.map(([name]) => name.length));
  const toLine = ([name, says]: readonly [string, string]): string =>
    `  ${name.padEnd(width)}  ${says.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`;
  return `${parts.map((part) => (typeof part === 'string' ? part : toRows(part).map(toLine).join('\n'))).join('\n\n')}\n`;
}

export function readOptions<const O extends OptionTable>(args: readonly string[], options: O, { allowPositionals = false } = {}) {
  try {
    const read = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    if ('help' in read.values && read.values.help === true) throw new HelpRequest();
    return read;
  } catch (error) {
    // parseArgs throws TypeErrors that name the argument
    if (error instanceof TypeError) throw new UsageError(error.message.replace(/\. To specify a positional argument .*/s, ''));
    throw error;
  }
}

/** At least 16 characters that are valid in keys, without a sentence's final period. */
const longWordPattern = /[\w+=~.-]{15,}[\w+=~-]/g;
/** Options, folders, hosts, variables, and endpoints. */
const namePattern = /^[-.]*(?:[a-z]+(?:[-_.][a-z]+)+|[A-Z]+(?:_[A-Z]+)+|[a-z]{2,}(?:[A-Z][a-z]+)+)$/;

/** Replaces words that may be keys: a key can be passed as an argument by mistake, and errors end up in logs. */
export function hideKeys(sentence: string): string {
  return sentence.replace(longWordPattern, (word) => (namePattern.test(word) ? word : '…'));
}

export function readIntegerOption(name: string, given: string | undefined, max: number): number | undefined {
  if (given === undefined) return undefined;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : undefined;
  if (value === undefined || value > max) throw new UsageError(`--${name} must be a number from 0 to ${max}`);
  return value;
}

export function readEnumOption<const T extends string>(
  name: string,
  given: string | undefined,
  words: readonly T[],
): T | undefined {
  const found = words.find((word) => word === given);
  if (given !== undefined && found === undefined) throw new UsageError(`--${name} must be ${words.join(' or ')}`);
  return found;
}

export function readDollarsOption(name: string, given: string | undefined): Money | undefined {
  if (given === undefined) return undefined;
  const amount = parseMoney(given, 'down');
  if (amount === undefined) throw new UsageError(`--${name} must be an amount in US dollars, such as 0.05`);
  return amount;
}

/** Prints usage and start errors instead of throwing them, and sets exit code 2. */
export async function runWithUsage(usage: string, run: () => void | Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof HelpRequest) process.stdout.write(usage);
    else if (error instanceof UsageError) endWithUsageError(error.message, usage);
    else if (error instanceof StartError) {
      process.stderr.write(`${hideKeys(error.message)}\n`);
      process.exitCode = 2;
    } else throw error;
  }
}

export function endWithUsageError(message: string, usage: string): void {
  process.stderr.write(`${hideKeys(message)}\n\n${usage}`);
  process.exitCode = 2;
}
