import type { Receipt } from '../client/exchange.ts';
import type { Money } from '../client/money.ts';
import { createStoreFault, type SqlRow, type SqlInsertRow } from './database.ts';
import type { CallFacts } from './store.ts';

/** @throws SocialDataError `storage` if the value has a different type, which means a damaged file. So do the readers below. */
function readColumn<T>(row: SqlRow, name: string, isType: (value: unknown) => value is T): T {
  const value = row[name];
  if (!isType(value)) {
    throw createStoreFault('STORE_ROW', `${name} has a value of another type`);
  }
  return value;
}

export function readTextColumn(row: SqlRow, name: string): string {
  return readColumn(row, name, (value) => typeof value === 'string');
}

export function readMoneyColumn(row: SqlRow, name: string): Money {
  return readColumn(row, name, (value) => typeof value === 'bigint');
}

export function readNumberColumn(row: SqlRow, name: string): number {
  return Number(readColumn(row, name, (value) => typeof value === 'bigint' || typeof value === 'number'));
}

export function readBytesColumn(row: SqlRow, name: string): Uint8Array {
  return readColumn(row, name, (value) => value instanceof Uint8Array);
}

export function readBooleanColumn(row: SqlRow, name: string): boolean {
  return readNumberColumn(row, name) !== 0;
}

export function readNullableColumn<T>(row: SqlRow, name: string, read: (row: SqlRow, name: string) => T): T | undefined {
  return row[name] === null ? undefined : read(row, name);
}

export function readEnumColumn<T extends string>(row: SqlRow, name: string, words: readonly T[]): T {
  const text = readTextColumn(row, name);
  const found = words.find((word) => word === text);
  if (found === undefined) {
    throw createStoreFault('STORE_ROW', `${name} has an unknown value: ${text}`);
  }
  return found;
}

const services = ['primary', 'gateway'] as const;
const formats = ['simple', 'raw'] as const;
const connectionKinds = ['sandbox', 'direct', 'marketplace'] as const;
const initiators = ['command', 'tree', 'panel', 'fixture', 'replay', 'tool', 'program'] as const;

export function toCallFacts(row: SqlRow): CallFacts {
  return {
    service: readEnumColumn(row, 'service', services),
    endpointId: readTextColumn(row, 'endpoint_id'),
    format: readEnumColumn(row, 'format', formats),
    connection: readEnumColumn(row, 'connection', connectionKinds),
    initiator: readEnumColumn(row, 'initiator', initiators),
    agent: readNullableColumn(row, 'agent', readTextColumn),
    day: readTextColumn(row, 'day'),
  };
}

export function toCallColumns({ service, endpointId, format, connection, initiator, agent, day }: CallFacts): SqlInsertRow {
  return { service, endpoint_id: endpointId, format, connection, initiator, agent, day };
}

export function toReceipt(row: SqlRow): Receipt {
  return {
    price: readNullableColumn(row, 'price', readMoneyColumn),
    balance: readNullableColumn(row, 'balance', readMoneyColumn),
    refunded: readBooleanColumn(row, 'refunded'),
    retried: readBooleanColumn(row, 'retried'),
    ...(row['connection'] === 'sandbox' ? { isPlayMoney: true } : {}),
  };
}

export function toReceiptColumns({ price, balance, refunded, retried }: Receipt): SqlInsertRow {
  return { price, balance, refunded, retried };
}
