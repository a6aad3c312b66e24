import { type Refusal, refusalOf } from './refusals.ts';

/**
 * Keys that make the sandbox answer with one error, so that each is reached without a control call (decision 2.2).
 * 401, 402, 403 and 429 stand before the charge, the others after it.
 */
export const reservedKeys: ReadonlyMap<string, Refusal> = new Map([
  ['sandbox-invalid', refusalOf(401)],
  ['sandbox-expired', refusalOf(401, 'API key has expired')],
  ['sandbox-forbidden', refusalOf(403)],
  ['sandbox-no-balance', refusalOf(402)],
  ['sandbox-rate-limited', refusalOf(429)],
  ['sandbox-timeout', refusalOf(408)],
  ['sandbox-conflict', refusalOf(409)],
  ['sandbox-error', refusalOf(500)],
]);
