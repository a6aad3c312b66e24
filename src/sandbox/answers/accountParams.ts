import type { Account, SandboxWorld } from '../world/world.ts';
import { throwRefusal, type ServiceError } from '../reserved/refusals.ts';
import type { SandboxQuestion } from './answer.ts';
import { isNumericId } from './params.ts';

/** A handle as it was written, without one leading `@`. */
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

/** The account of an id in the path: 422 unless it is digits, 400 when there is none. */
export function requireAccountById(world: SandboxWorld, id: string | undefined): Account {
  return isNumericId(id)
    ? requireUnsuspendedAccount(world.account(id), `User ${id} was not found`)
    : throwRefusal(422, 'userId takes digits only, at most 30');
}

/** As requireAccountById; where the path says `-1`, or a handle is given beside an id, the handle counts (primary reference, User-scoped endpoints; assumption 3.2). */
export function requireAccountByIdOrHandle({ world, params }: SandboxQuestion<'userId' | 'username'>): Account {
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
