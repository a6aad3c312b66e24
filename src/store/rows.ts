import type { Receipt } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import type { Row, RowValues } from './database.ts';
import { UnknownWord, UnreadableRow } from './storageError.ts';
import type { CallFacts } from './store.ts';

/** The value of a text column. @throws UnreadableRow when it is none, which only damage can bring about */
export function textIn(row: Row, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') {
    throw new UnreadableRow(`${name} is no text`);
  }
  return value;
}

/** The value of an integer column that holds an amount. */
export function moneyIn(row: Row, name: string): Money {
  const value = row[name];
  if (typeof value !== 'bigint') {
    throw new UnreadableRow(`${name} is no integer`);
  }
  return value;
}

/** The value of a column that holds a number which is no money. */
export function numberIn(row: Row, name: string): number {
  const value = row[name];
  if (typeof value !== 'bigint' && typeof value !== 'number') {
    throw new UnreadableRow(`${name} is no number`);
  }
  return Number(value);
}

export function isTrueIn(row: Row, name: string): boolean {
  return numberIn(row, name) !== 0;
}

/** The value of a column that may be empty, or that a file of an earlier version does not have. */
export function nullableIn<T>(row: Row, name: string, read: (row: Row, name: string) => T): T | undefined {
  return row[name] === null || row[name] === undefined ? undefined : read(row, name);
}

export function bytesIn(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (!(value instanceof Uint8Array)) {
    throw new UnreadableRow(`${name} holds no bytes`);
  }
  return value;
}

/** The value of a text column that is one of a closed set, for example of the words that an union names. */
export function oneIn<T extends string>(row: Row, name: string, words: readonly T[]): T {
  const text = textIn(row, name);
  const found = words.find((word) => word === text);
  if (found === undefined) {
    throw new UnknownWord(`${name} holds the unknown word ${text}`);
  }
  return found;
}

const services = ['primary', 'gateway'] as const;
const formats = ['simple', 'raw'] as const;
const connectionKinds = ['sandbox', 'direct', 'marketplace'] as const;
const initiators = ['command', 'tree', 'panel', 'fixture', 'replay', 'tool', 'program'] as const;

export function toCallFacts(row: Row): CallFacts {
  return {
    service: oneIn(row, 'service', services),
    endpointId: textIn(row, 'endpoint_id'),
    format: oneIn(row, 'format', formats),
    connection: oneIn(row, 'connection', connectionKinds),
    initiator: oneIn(row, 'asker', initiators),
    agent: nullableIn(row, 'agent', textIn),
    day: textIn(row, 'day'),
  };
}

export function callColumns({ service, endpointId, format, connection, initiator, agent, day }: CallFacts): RowValues {
  return { service, endpoint_id: endpointId, format, connection, asker: initiator, agent, day };
}

export function toReceipt(row: Row): Receipt {
  return {
    price: nullableIn(row, 'price', moneyIn),
    balance: nullableIn(row, 'balance', moneyIn),
    refunded: isTrueIn(row, 'refunded'),
    retried: isTrueIn(row, 'retried'),
    ...(row['connection'] === 'sandbox' ? { isPlay: true } : {}),
  };
}

export function receiptColumns({ price, balance, refunded, retried }: Receipt): RowValues {
  return { price, balance, refunded, retried };
}
