import type { Endpoint } from '../../client/endpoint.ts';
import { type Refusal, refusalOf } from './refusals.ts';

/** Handles and ids that get one error from every row whose reference lists it, with a key that is good. */
export const reservedParams: ReadonlyMap<string, Refusal> = new Map([
  ['lookup_failed', refusalOf(422, 'Username lookup failed')],
  ...[400, 408, 409, 500].map((status) => [`error_${status}`, refusalOf(status)] as const),
  ...[400, 403, 404, 408, 409, 422, 500].map((status) => [`9000000000000000${status}`, refusalOf(status)] as const),
]);

/**
 * The error that a parameter of the call stands for.
 * @param texts decoded texts by parameter name
 * @returns undefined where no value is reserved, or its error is none of this row's
 */
export function reservedRefusal(endpoint: Endpoint, texts: Readonly<Record<string, string>>): Refusal | undefined {
  for (const text of Object.values(texts)) {
    const refusal = reservedParams.get(text.startsWith('@') ? text.slice(1) : text);
    if (refusal !== undefined && endpoint.errors.includes(refusal.status)) return refusal;
  }
  return undefined;
}
