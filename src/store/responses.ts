import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as z from 'zod';
import { parseResponseBody } from '../client/response.ts';
import type { Exchange } from '../client/exchange.ts';
import { toQueryIdentity } from '../client/exchange.ts';
import { isReusableResponse } from '../client/policies/history.ts';
import { withStorageErrors, type Database, type SqlRow } from './database.ts';
import {
  readBytesColumn,
  toCallColumns,
  readBooleanColumn,
  readNullableColumn,
  readNumberColumn,
  readEnumColumn,
  toReceiptColumns,
  readTextColumn,
  toCallFacts,
  toReceipt,
} from './rows.ts';
import type { StoredSummary } from './store.ts';

const methods = ['GET', 'POST'] as const;

const paramsSchema = z.record(z.string(), z.unknown());
const headersSchema = z.record(z.string(), z.string());
const warningsSchema = z.array(z.object({ path: z.string(), message: z.string() }));

export const summaryColumns =
  'seq, id, service, endpoint_id, format, params, connection, initiator, status, sent_at, day, duration_ms, attempts, ' +
  'price, balance, refunded, retried, body_bytes, body_id IS NULL AS is_withheld, pinned, agent';

function toCommonExchangeFields(row: SqlRow): Pick<Exchange, 'id' | 'status' | 'sentAt' | 'durationMs' | 'attempts' | 'receipt'> {
  return {
    id: readTextColumn(row, 'id'),
    status: readNumberColumn(row, 'status'),
    sentAt: readNumberColumn(row, 'sent_at'),
    durationMs: readNumberColumn(row, 'duration_ms'),
    attempts: readNumberColumn(row, 'attempts'),
    receipt: toReceipt(row),
  };
}

function readJsonColumn<T>(row: SqlRow, name: string, schema: z.ZodType<T>): T {
  const text = readTextColumn(row, name);
  return withStorageErrors(() => schema.parse(JSON.parse(text)));
}

function readParamsColumn(row: SqlRow): Readonly<Record<string, unknown>> {
  return readJsonColumn(row, 'params', paramsSchema);
}

export function toStoredSummary(row: SqlRow): StoredSummary {
  return {
    ...toCommonExchangeFields(row),
    ...toCallFacts(row),
    params: readParamsColumn(row),
    bodyBytes: readNumberColumn(row, 'body_bytes'),
    isWithheld: readBooleanColumn(row, 'is_withheld'),
    isPinned: readBooleanColumn(row, 'pinned'),
  };
}

/** @param row a row of `exchanges`, joined with its body */
export function toExchange(row: SqlRow): Exchange {
  const { service, endpointId, format } = toCallFacts(row);
  const body = readBody(row);
  const headers = readJsonColumn(row, 'headers', headersSchema);
  const response = parseResponseBody({ body, headers }, undefined);
  const requestBody = readNullableColumn(row, 'request_body', readTextColumn);
  return {
    ...toCommonExchangeFields(row),
    request: {
      service,
      endpointId,
      params: readParamsColumn(row),
      format,
      method: readEnumColumn(row, 'method', methods),
      baseUrl: readTextColumn(row, 'base_url'),
      target: readTextColumn(row, 'target'),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    headers,
    body,
    value: response.kind === 'json' ? response.value : undefined,
    warnings: readJsonColumn(row, 'warnings', warningsSchema),
    from: 'history',
  };
}

export function readBody(row: SqlRow): Uint8Array {
  const { buffer, byteOffset, byteLength } = withStorageErrors(() => zstdDecompressSync(readBytesColumn(row, 'bytes')));
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export interface ExchangeMetadata extends Pick<StoredSummary, 'connection' | 'initiator' | 'agent' | 'day'> {
  /** An incomplete response can be viewed but isn't reused. */
  readonly isCut?: boolean;
}

export function hashQueryIdentity(identity: string): Uint8Array {
  return hash('sha256', identity, 'buffer');
}

/**
 * Stores an exchange unless it is stored already. Needs a transaction.
 * If the response repeats the key, its body and headers aren't stored.
 */
export function putExchange(database: Database, exchange: Exchange, { isCut = false, ...stored }: ExchangeMetadata): void {
  const { request } = exchange;
  const isWithheld = exchange.repeatsKey === true;
  const row = {
    id: exchange.id,
    query: hashQueryIdentity(toQueryIdentity(request)),
    can_serve: !isWithheld && !isCut && isReusableResponse(exchange),
    ...toCallColumns({ ...request, ...stored }),
    method: request.method,
    base_url: request.baseUrl,
    target: request.target,
    request_body: request.body,
    params: JSON.stringify(request.params),
    status: exchange.status,
    headers: JSON.stringify(isWithheld ? {} : exchange.headers),
    sent_at: Math.round(exchange.sentAt),
    duration_ms: exchange.durationMs,
    attempts: exchange.attempts,
    ...toReceiptColumns(exchange.receipt),
    warnings: JSON.stringify(isWithheld ? [] : exchange.warnings),
    body_id: isWithheld ? null : putBody(database, exchange.body),
    body_bytes: exchange.body.byteLength,
  };
  database.insert('exchanges', row, 'ON CONFLICT (id) DO NOTHING');
}

/** The fastest level. Results are 2% larger than with the default. */
const zstdCompressionParams = { [constants.ZSTD_c_compressionLevel]: 1 };

/** Stores equal bodies once. @returns the body's id */
function putBody(database: Database, body: Uint8Array): bigint {
  const name = hash('sha256', body, 'buffer');
  const known = database.first('SELECT id FROM bodies WHERE hash = ?', name);
  if (known !== undefined) {
    return BigInt(readNumberColumn(known, 'id'));
  }
  const bytes = zstdCompressSync(body, { params: zstdCompressionParams, pledgedSrcSize: body.byteLength });
  const made = database.only('INSERT INTO bodies (hash, bytes) VALUES (?, ?) RETURNING id', name, bytes);
  return BigInt(readNumberColumn(made, 'id'));
}
