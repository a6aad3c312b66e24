import type { SQLOutputValue } from 'node:sqlite';
import type { Money } from '../client/money.ts';

/** A row as SQLite gives it; integers are read as bigints, so that money is exact. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** The value of a text column. @throws TypeError when it is none, which only a foreign hand can bring about */
export function textIn(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') {
    throw new TypeError(`${name} is no text`);
  }
  return value;
}

export function maybeTextIn(row: Row, name: string): string | undefined {
  return row[name] === null ? undefined : textIn(row, name);
}

/** The value of an integer column that holds an amount. */
export function moneyIn(row: Row, name: string): Money {
  const value = row[name];
  if (typeof value !== 'bigint') {
    throw new TypeError(`${name} is no integer`);
  }
  return value;
}

export function maybeMoneyIn(row: Row, name: string): Money | undefined {
  return row[name] === null ? undefined : moneyIn(row, name);
}

/** The value of a column that holds a number which is no money. */
export function numberIn(row: Row, name: string): number {
  const value = row[name];
  if (typeof value !== 'bigint' && typeof value !== 'number') {
    throw new TypeError(`${name} is no number`);
  }
  return Number(value);
}

export function isTrueIn(row: Row, name: string): boolean {
  return numberIn(row, name) !== 0;
}

export function bytesIn(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (!(value instanceof Uint8Array)) {
    throw new TypeError(`${name} holds no bytes`);
  }
  return value;
}

/** The value of a text column that is one of a closed set, for example of the words that an union names. */
export function oneIn<T extends string>(row: Row, name: string, words: readonly T[]): T {
  const text = textIn(row, name);
  const found = words.find((word) => word === text);
  if (found === undefined) {
    throw new TypeError(`${name} holds the unknown word ${text}`);
  }
  return found;
}
