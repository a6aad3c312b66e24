import { z } from 'zod';
import { readAnswer } from '../client/answer.ts';
import type { Exchange, Receipt } from '../client/exchange.ts';
import { bodyIn } from './bodies.ts';
import { isTrueIn, maybeMoneyIn, maybeTextIn, numberIn, oneIn, type Row, textIn } from './row.ts';
import type { KeptSummary } from './store.ts';

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
