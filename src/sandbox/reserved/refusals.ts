/** A service's error, before it is worded for the service. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Further fields of the body, as `attempts` of an empty search. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

const messages: Readonly<Record<number, string>> = {
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

/** The error of a status where nothing more is known about it (primary reference, Errors). */
export function refusalOf(status: number, message?: string): Refusal {
  return { status, message: message ?? messages[status] ?? 'Error' };
}

/** A search for which upstream had nothing, nine times over (primary reference, Errors). */
export const emptyTimeline: Refusal = { status: 502, message: 'Upstream returned an empty timeline', extra: { attempts: 9 } };
