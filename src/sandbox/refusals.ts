import type { Endpoint } from '../client/endpoint.ts';

/** An error from either service; `toErrorBody` creates its body. */
export interface ServiceError {
  readonly status: number;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

const defaultMessageByStatus: Readonly<Record<number, string>> = {
  400: 'Bad or missing parameter',
  401: 'Invalid API key',
  402: 'Insufficient balance',
  403: 'Access refused',
  404: 'Not found upstream',
  408: 'Upstream timed out',
  409: 'Conflict',
  422: 'Validation failed',
  429: 'Rate limit exceeded',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timed out',
};

/** Primary reference, Errors. */
export function toStatusError(status: number, message?: string): ServiceError {
  return { status, message: message ?? defaultMessageByStatus[status] ?? 'Error' };
}

/** The hashflag response to every upstream failure (primary reference, GET /misc/emojis). */
const hashflagError: ServiceError = { status: 400, message: 'Error making emoji request.' };

export function toErrorOfEndpoint({ id }: Endpoint, error: ServiceError): ServiceError {
  return id === 'primary.miscEmojis' && (error.status === 400 || error.status === 408) ? hashflagError : error;
}

/** A search without a result after nine attempts (primary reference, Errors). */
export const emptyTimelineError: ServiceError = {
  status: 502,
  message: 'Upstream returned an empty timeline',
  extra: { attempts: 9 },
};

export class RefusalError extends Error implements ServiceError {
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor({ status, message, extra = {} }: ServiceError) {
    super(message);
    this.status = status;
    this.extra = extra;
  }
}

export function throwRefusal(status: number, message: string): never {
  throw new RefusalError({ status, message });
}

/** Keys that always get an error, so tests need no control request (assumption 2.2). */
export const errorsByReservedKey: ReadonlyMap<string, ServiceError> = new Map([
  ['sandbox-invalid', toStatusError(401)],
  ['sandbox-expired', toStatusError(401, 'API key has expired')],
  ['sandbox-revoked', toStatusError(401, 'API key was revoked')],
  ['sandbox-forbidden', toStatusError(403)],
  ['sandbox-no-balance', toStatusError(402)],
  ['sandbox-rate-limited', toStatusError(429)],
  ['sandbox-timeout', toStatusError(408)],
  ['sandbox-conflict', toStatusError(409)],
  ['sandbox-error', toStatusError(500)],
]);

/** The key contains a character that isn't visible ASCII (gateway reference, Authentication). */
export const malformedKeyError = toStatusError(401, 'Malformed API key');

/** Handles and ids that get an error from every endpoint whose reference lists its status. */
export const errorsByReservedParam: ReadonlyMap<string, ServiceError> = new Map([
  ['lookup_failed', toStatusError(422, 'Username lookup failed')],
  ...[400, 408, 409, 500].map((status) => [`error_${status}`, toStatusError(status)] as const),
  ...[400, 403, 404, 408, 409, 422, 500].map((status) => [`9000000000000000${status}`, toStatusError(status)] as const),
]);

export function findReservedError(endpoint: Endpoint, texts: Readonly<Record<string, string>>): ServiceError | undefined {
  for (const text of Object.values(texts)) {
    // handles are case-insensitive
    const refusal = errorsByReservedParam.get((text.startsWith('@') ? text.slice(1) : text).toLowerCase());
    if (refusal !== undefined && endpoint.errors.includes(refusal.status)) return refusal;
  }
  return undefined;
}
