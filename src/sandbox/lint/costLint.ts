import type { Money } from '../../client/money.ts';
import type { LoggedRequest } from '../requestLog.ts';

/** The ways to pay for nothing that the log can tell. */
export type WasteKind = 'repeated' | 'retriedCharged' | 'pastEnd' | 'resolvedAgain';

/** Calls of one kind of waste that asked the same. */
export interface Waste {
  readonly kind: WasteKind;
  /** "GET /search?searchItem=coffee" */
  readonly call: string;
  /** How many calls would not have been needed. */
  readonly times: number;
  /** What they cost together, micro-dollars. */
  readonly cost: Money;
}

const minuteMs = 60_000;

/**
 * Finds the calls of one key that cost something and gave nothing new. A call counts once, as the first of:
 * - `retriedCharged`: asked again within a minute after a failure that was paid for;
 * - `repeated`: asked again within a minute after a good answer;
 * - `pastEnd`: a page behind the last one;
 * - `resolvedAgain`: ids of handles that an earlier answer has given.
 * @param log the requests of one key, oldest first
 * @returns by cost, the most expensive first
 */
export function findWaste(log: readonly LoggedRequest[]): readonly Waste[] {
  const wastes = new Map<string, Waste>();
  const last = new Map<string, LoggedRequest>();
  const known = new Set<string>();
  for (const request of log) {
    const identity = identityOf(request);
    const kind = request.cost > 0n ? kindOf(request, last.get(identity), known) : undefined;
    if (kind !== undefined) {
      const id = `${kind} ${identity}`;
      const before = wastes.get(id);
      const cost = (before?.cost ?? 0n) + request.cost;
      wastes.set(id, { kind, call: presentCall(request), times: (before?.times ?? 0) + 1, cost });
    }
    if (request.cost > 0n) last.set(identity, request);
    if (request.status === 200 && !request.isBroken) for (const handle of resolvedHandles(request)) known.add(handle);
  }
  return [...wastes.values()].sort((a, b) => (a.cost === b.cost ? 0 : a.cost < b.cost ? 1 : -1));
}

function kindOf(request: LoggedRequest, before: LoggedRequest | undefined, known: ReadonlySet<string>): WasteKind | undefined {
  if (before !== undefined && request.atMs - before.atMs <= minuteMs) {
    return before.status === 200 && !before.isBroken ? 'repeated' : 'retriedCharged';
  }
  if (request.isPastEnd) return 'pastEnd';
  const handles = request.endpointId === 'primary.userByUsername' ? [] : resolvedHandles(request);
  return handles.length > 0 && handles.every((handle) => known.has(handle)) ? 'resolvedAgain' : undefined;
}

/** What makes two requests the same question: the order of the query's parts and empty ones do not matter. */
function identityOf({ service, method, path, query, wantsSimple, bodyHash }: LoggedRequest): string {
  const parts = query.split('&').filter((part) => part !== '' && !part.endsWith('='));
  const isSimple = wantsSimple && !parts.some((part) => part.startsWith('format='));
  return JSON.stringify([service, method, path, [...parts, ...(isSimple ? ['format=simple'] : [])].sort(), bodyHash]);
}

/** The handles whose ids an answer says (primary reference, index and GET /user/usernames/to/ids), lower case. */
function resolvedHandles({ endpointId, path, query }: LoggedRequest): readonly string[] {
  switch (endpointId) {
    case 'primary.userByUsername':
    case 'primary.usernameToId':
      return [plainHandle(path.slice(path.lastIndexOf('/') + 1))];
    case 'primary.usernamesToIds':
      return (new URLSearchParams(query).get('usernames') ?? '')
        .split(',')
        .filter((part) => part.trim() !== '')
        .map(plainHandle);
    default:
      return [];
  }
}

function plainHandle(text: string): string {
  return text.replace('%40', '@').trim().replace(/^@/, '').toLowerCase();
}

function presentCall({ method, path, query }: LoggedRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`;
}
