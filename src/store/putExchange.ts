import { hash } from 'node:crypto';
import { errorOf } from '../client/errorOf.ts';
import type { Connection } from '../client/connection.ts';
import type { Exchange } from '../client/exchange.ts';
import { identityOf } from '../client/identity.ts';
import type { Asker } from '../client/policies/send.ts';
import { putBody } from './bodies.ts';
import type { Database } from './database.ts';
import type { Day } from './store.ts';

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

/** Whether an answer may stand in for a later call: a success that can be read and was not refunded. */
export function isReusable(exchange: Exchange): boolean {
  return !exchange.receipt.refunded && errorOf(exchange) === undefined;
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
