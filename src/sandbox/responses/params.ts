import { RefusalError, type ServiceError, throwRefusal } from '../refusals.ts';
import { hashText } from '../world/random.ts';
import type { WorldPlace, SandboxWorld, Account } from '../world/world.ts';
import type { SandboxRequest } from './response.ts';
import * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import { readPageSize } from '../../client/endpoints/normalizeParams.ts';

interface QueryWithText<N extends string> {
  readonly params: { readonly [K in N]: string | undefined };
}

/** Assumption 7.2. */
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
  if (parts.length === 0) return throwRefusal(400, `${name} is missing`);
  return parts.length > max ? throwRefusal(400, `${name} takes at most ${max} ${what}`) : parts;
}

/** Primary reference, Conventions. */
export function isNumericId(text: string | undefined): text is string {
  return text !== undefined && /^[0-9]{1,30}$/.test(text);
}

/** From 50 to 70, fixed for an account, unless `count` is larger than 50 (assumption 1.12). */
export function getFollowerPageSize({ endpoint, params }: SandboxRequest<'count'>, accountId: string): number {
  return params.count <= 50 ? 50 + (hashText(`${endpoint.id} ${accountId}`) % 21) : params.count;
}

/**
 * Assumptions 7.2, 7.19.
 * @param invalid the error for a string that isn't an integer
 * @param missing the status if no place has the WOEID
 */
export function requirePlaceByWoeid(world: SandboxWorld, woeid: string, invalid: ServiceError, missing: number): WorldPlace {
  if (!/^\d{1,30}$/.test(woeid)) throw new RefusalError(invalid);
  return world.place(Number(woeid)) ?? throwRefusal(missing, `There is no place with the WOEID ${woeid}`);
}

export function stripAtSign(handle: string): string {
  return handle.startsWith('@') ? handle.slice(1) : handle;
}

/**
 * Characters that upstream blocks give 400, any other invalid handle 422 (assumptions 3.4, 3.5).
 * @param shortest the minimum length: 1 on lookup paths, 2 when handles become ids
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

/** Lookup paths: an unknown or suspended account gives 400 (assumptions 3.3, 3.6). */
export function requireAccountByHandle(world: SandboxWorld, text = ''): Account {
  const handle = stripAtSign(text);
  const error = findHandleError(handle, 1);
  if (error !== undefined) throw new RefusalError(error);
  return requireUnsuspendedAccount(world.accountByHandle(handle), `User ${handle} was not found`);
}

export function requireAccountById(world: SandboxWorld, id: string | undefined): Account {
  return isNumericId(id)
    ? requireUnsuspendedAccount(world.account(id), `User ${id} was not found`)
    : throwRefusal(422, 'userId takes digits only, at most 30');
}

/** A handle takes precedence over the path's id, which can then be -1 (primary reference, User-scoped endpoints; assumption 3.2). */
export function requireAccountByIdOrHandle({ world, params }: SandboxRequest<'userId' | 'username'>): Account {
  const { userId, username } = params;
  if (userId !== '-1' && !isNumericId(userId)) {
    return throwRefusal(422, 'userId takes digits only, at most 30, or -1 with username');
  }
  if (username !== undefined) return requireAccountByHandle(world, username);
  return userId === '-1' ? throwRefusal(400, 'username is missing: a userId of -1 needs it') : requireAccountById(world, userId);
}

function requireUnsuspendedAccount(account: Account | undefined, notFound: string): Account {
  if (account === undefined) return throwRefusal(400, notFound);
  return account.state === 'suspended' ? throwRefusal(400, `User ${account.record.username} is suspended`) : account;
}

/**
 * Reads page sizes, booleans, and enum values; the services accept any value. Other parameters remain strings.
 * @param texts decoded path and query strings by the parameter's main name, without empty ones
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
      // assumptions 1.17, 7.4; if there is only one valid word, any other is treated as missing (primary reference, quotes)
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
