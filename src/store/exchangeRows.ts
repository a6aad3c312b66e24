import { hash } from 'node:crypto';
import { z } from 'zod';
import { readAnswer } from '../client/answer.ts';
import type { Connection } from '../client/connection.ts';
import { type Exchange, identityOf, type Receipt } from '../client/exchange.ts';
import { isReusable } from '../client/policies/history.ts';
import type { Asker } from '../client/policies/send.ts';
import { bodyIn, putBody } from './bodies.ts';
import type { Database } from './database.ts';
import { isTrueIn, maybeMoneyIn, maybeTextIn, numberIn, oneIn, type Row, textIn } from './row.ts';
import type { Day, KeptSummary } from './store.ts';

export const services = ['primary', 'gateway'] as const;
export const formats = ['simple', 'raw'] as const;
export const connectionKinds = ['sandbox', 'direct', 'marketplace'] as const;
export const askers = ['command', 'tree', 'panel', 'fixture', 'tool', 'program'] as const;
const methods = ['GET', 'POST'] as const;
const withheldWords = ['repeatsKey', 'noRoom'] as const;

const paramsSchema = z.record(z.string(), z.unknown());
const headersSchema = z.record(z.string(), z.string());
const warningsSchema = z.array(z.object({ path: z.string(), message: z.string() }));

/** The columns that a summary is made of. */
export const summaryColumns =
  'id, service, endpoint_id, format, params, connection, asker, status, sent_at, day, duration_ms, attempts, ' +
  'price, balance, refunded, retried, body_bytes, withheld, pinned';

export function toReceipt(row: Row): Receipt {
  return {
    price: maybeMoneyIn(row, 'price'),
    balance: maybeMoneyIn(row, 'balance'),
    refunded: isTrueIn(row, 'refunded'),
    retried: isTrueIn(row, 'retried'),
  };
}

export function toSummary(row: Row): KeptSummary {
  return {
    id: textIn(row, 'id'),
    service: oneIn(row, 'service', services),
    endpointId: textIn(row, 'endpoint_id'),
    format: oneIn(row, 'format', formats),
    params: paramsSchema.parse(JSON.parse(textIn(row, 'params'))),
    connection: oneIn(row, 'connection', connectionKinds),
    asker: oneIn(row, 'asker', askers),
    status: numberIn(row, 'status'),
    sentAt: numberIn(row, 'sent_at'),
    day: textIn(row, 'day'),
    durationMs: numberIn(row, 'duration_ms'),
    attempts: numberIn(row, 'attempts'),
    receipt: toReceipt(row),
    bodyBytes: numberIn(row, 'body_bytes'),
    ...(row['withheld'] === null ? {} : { withheld: oneIn(row, 'withheld', withheldWords) }),
    isPinned: isTrueIn(row, 'pinned'),
  };
}

/** A whole exchange from its row joined with its body's: the same as it was, but that it comes from the history. */
export function toExchange(row: Row): Exchange {
  const body = bodyIn(row);
  const answer = readAnswer(body, undefined);
  const requestBody = maybeTextIn(row, 'request_body');
  return {
    id: textIn(row, 'id'),
    request: {
      service: oneIn(row, 'service', services),
      endpointId: textIn(row, 'endpoint_id'),
      params: paramsSchema.parse(JSON.parse(textIn(row, 'params'))),
      format: oneIn(row, 'format', formats),
      method: oneIn(row, 'method', methods),
      baseUrl: textIn(row, 'base_url'),
      target: textIn(row, 'target'),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    status: numberIn(row, 'status'),
    headers: headersSchema.parse(JSON.parse(textIn(row, 'headers'))),
    body,
    receipt: toReceipt(row),
    sentAt: numberIn(row, 'sent_at'),
    durationMs: numberIn(row, 'duration_ms'),
    attempts: numberIn(row, 'attempts'),
    value: answer.kind === 'json' ? answer.value : undefined,
    warnings: warningsSchema.parse(JSON.parse(textIn(row, 'warnings'))),
    from: 'history',
  };
}

/** What is kept of an exchange beside itself. */
export interface KeptWith {
  readonly connection: Connection['kind'];
  readonly asker: Asker;
  readonly day: Day;
  /** Set for an answer that did not arrive whole: it can be looked at but never serves again. */
  readonly isCut?: boolean;
}

/** The name of a question (see identityOf) in the index. */
export function questionOf(identity: string): Uint8Array {
  return hash('sha256', identity, 'buffer');
}

/** Whether an exchange is kept. */
export function isKept(database: Database, id: string): boolean {
  return database.first('SELECT 1 FROM exchanges WHERE id = ?', id) !== undefined;
}

/**
 * Keeps an exchange; one that is kept already stays as it is. To be called within a transaction.
 * A body that repeats the key is left out, and so are its headers: only that there was an answer is kept.
 */
export function putExchange(database: Database, exchange: Exchange, { connection, asker, day, isCut }: KeptWith): void {
  const { request, receipt } = exchange;
  const isWithheld = exchange.repeatsKey === true;
  const canServe = !isWithheld && isCut !== true && isReusable(exchange);
  const bodyId = isWithheld ? null : putBody(database, exchange.body);
  database.run(
    `INSERT INTO exchanges (
      id, question, can_serve, service, endpoint_id, format, method, base_url, target, request_body, params, connection, asker,
      status, headers, sent_at, day, duration_ms, attempts, price, balance, refunded, retried, warnings, body_id, body_bytes,
      withheld
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    exchange.id,
    questionOf(identityOf(request)),
    canServe ? 1 : 0,
    request.service,
    request.endpointId,
    request.format,
    request.method,
    request.baseUrl,
    request.target,
    request.body ?? null,
    JSON.stringify(request.params),
    connection,
    asker,
    exchange.status,
    JSON.stringify(isWithheld ? {} : exchange.headers),
    Math.round(exchange.sentAt),
    day,
    exchange.durationMs,
    exchange.attempts,
    receipt.price ?? null,
    receipt.balance ?? null,
    receipt.refunded ? 1 : 0,
    receipt.retried ? 1 : 0,
    JSON.stringify(isWithheld ? [] : exchange.warnings),
    bodyId,
    exchange.body.byteLength,
    isWithheld ? 'repeatsKey' : null,
  );
}
