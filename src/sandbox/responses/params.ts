import { type ServiceError, throwRefusal } from '../refusals.ts';
import { hashText } from '../world/random.ts';
import type { WorldPlace, SandboxWorld, Account } from '../world/world.ts';
import type { SandboxRequest } from './response.ts';
import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { readPageSize } from '../../client/endpoints/normalizeParams.ts';

interface QueryWithText<N extends string> {
  readonly params: { readonly [K in N]: string | undefined };
}

/** A parameter without which there is no response, trimmed (assumption 7.2). */
export function requireTextParam<N extends string>({ params }: QueryWithText<NoInfer<N>>, name: N): string {
  const text = (params[name] ?? '').trim();
  return text === '' ? throwRefusal(400, `${name} is missing`) : text;
}

export function requireNumericIdParam<N extends string>({ params }: QueryWithText<NoInfer<N>>, name: N): string {
  const id = params[name];
  return isNumericId(id) ? id : throwRefusal(422, `${name} takes digits only, at most 30`);
}

export function requireItemByIdParam<N extends string, T>(
  { params }: QueryWithText<NoInfer<N>>,
  name: N,
  find: (id: string) => T | undefined,
): T {
  const id: string = params[name] ?? '';
  return find(id) ?? throwRefusal(404, `There is nothing with the ${name} ${id}`);
}

export function requireCommaSeparatedParam<N extends string>(
  { params }: QueryWithText<NoInfer<N>>,
  name: N,
  max: number,
  what: string,
): readonly string[] {
  const text: string = params[name] ?? '';
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) {
    return throwRefusal(400, `${name} is missing`);
  }
  return parts.length > max ? throwRefusal(400, `${name} takes at most ${max} ${what}`) : parts;
}

/** The ids that the services take: 1 to 30 digits (primary reference, Conventions). */
export function isNumericId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,30}$/.test(text);
}

/**
 * The page size of follower pages (assumption 1.12): between 50 and 70, the same for the same account,
 * unless the hint asks for more than 50.
 */
export function getFollowerPageSize({ endpoint, params }: SandboxRequest<'count'>, accountId: string): number {
  return params.count <= 50 ? 50 + (hashText(`${endpoint.id} ${accountId}`) % 21) : params.count;
}

/** The place of a WOEID: one error unless it is a whole number, another when no place has it (assumptions 7.2, 7.19). */
export function requirePlaceByWoeid(world: SandboxWorld, woeid: string, odd: ServiceError, missing: number): WorldPlace {
  if (!/^\d{1,30}$/.test(woeid)) {
    return throwRefusal(odd.status, odd.message);
  }
  return world.place(Number(woeid)) ?? throwRefusal(missing, `There is no place with the WOEID ${woeid}`);
}

export function stripAtSign(handle: string): string {
  return handle.startsWith('@') ? handle.slice(1) : handle;
}

/**
 * What is wrong with a handle (assumptions 3.4, 3.5): characters that upstream blocks give 400, looked for first,
 * any other wrong form 422.
 * @param shortest 1 on lookup paths, 2 where handles become ids
 */
export function findHandleError(handle: string, shortest: 1 | 2): ServiceError | undefined {
  // oxlint-disable-next-line no-control-regex -- control characters are among the blocked ones
  if (/[\s\u0000-\u001f\u007f-\u009f!-,/:-@[-^`{-~]/.test(handle)) {
    return { status: 400, message: `The handle ${JSON.stringify(handle)} has characters that are not allowed` };
  }
  const isWellFormed = /^[A-Za-z0-9_]{1,15}$/.test(handle) && handle.length >= shortest;
  return isWellFormed
    ? undefined
    : { status: 422, message: `The handle ${JSON.stringify(handle)} takes ${shortest} to 15 letters, digits or underscores` };
}

/** The account of a handle on a lookup path: 400 when there is none or it is suspended (assumptions 3.3, 3.6). */
export function requireAccountByHandle(world: SandboxWorld, given = ''): Account {
  const handle = stripAtSign(given);
  const fault = findHandleError(handle, 1);
  return fault === undefined
    ? requireUnsuspendedAccount(world.accountByHandle(handle), `User ${handle} was not found`)
    : throwRefusal(fault.status, fault.message);
}

export function requireAccountById(world: SandboxWorld, id: string | undefined): Account {
  return isNumericId(id)
    ? requireUnsuspendedAccount(world.account(id), `User ${id} was not found`)
    : throwRefusal(422, 'userId takes digits only, at most 30');
}

/** As requireAccountById; where the path says `-1`, or a handle is given beside an id, the handle counts (primary reference, User-scoped endpoints; assumption 3.2). */
export function requireAccountByIdOrHandle({ world, params }: SandboxRequest<'userId' | 'username'>): Account {
  const { userId, username } = params;
  if (userId !== '-1' && !isNumericId(userId)) {
    return throwRefusal(422, 'userId takes digits only, at most 30, or -1 with username');
  }
  if (username !== undefined) {
    return requireAccountByHandle(world, username);
  }
  return userId === '-1' ? throwRefusal(400, 'username is missing: a userId of -1 needs it') : requireAccountById(world, userId);
}

function requireUnsuspendedAccount(account: Account | undefined, notFound: string): Account {
  if (account === undefined) {
    return throwRefusal(400, notFound);
  }
  return account.state === 'suspended' ? throwRefusal(400, `User ${account.record.username} is suspended`) : account;
}

/**
 * Reads the texts of a call by the row's schema. Like the services, it never refuses a page size, a yes or no, or one of a few
 * words. Everything else stays text.
 * @param texts decoded texts of path and query by parameter name: aliases folded, the first of several wins, empty ones dropped
 * @param note called with what is ignored or not read as intended
 */
export function readParams(
  endpoint: Endpoint,
  texts: Readonly<Record<string, string>>,
  note: (text: string) => void,
): Readonly<Record<string, unknown>> {
  const read = (name: string, schema: z.ZodType): unknown => {
    const text = texts[name];
    const inner: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    if (name === 'count' || name === 'limit') return readPageSize(endpoint, name, text, note);
    if (inner instanceof z.ZodEnum) {
      if (text === undefined || inner.options.includes(text)) return text;
      // assumptions 1.17, 7.4; if there is only one word, any other counts as left out (primary reference, quotes)
      if (inner.options.length > 1) note(`${name} ${text} is not known and was ignored`);
      return undefined;
    }
    if (inner instanceof z.ZodBoolean) {
      if (text !== undefined && !/^(true|false|1|0)$/.test(text)) note(`${name} ${text} was read as false`); // assumption 1.16
      return text === 'true' || text === '1';
    }
    return text;
  };
  return Object.fromEntries(Object.entries(endpoint.params.shape).map(([name, schema]) => [name, read(name, schema)]));
}
