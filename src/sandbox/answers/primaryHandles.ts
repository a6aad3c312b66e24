import type { HandleStatus } from '../../client/schemas/primary.ts';
import type { World } from '../world/world.ts';
import type { Answerer } from './answer.ts';
import { built } from './collection.ts';
import { refusal } from './hints.ts';
import { accountOfHandle, handleFault, isRefusal, withoutAt } from './people.ts';

/** The handle for which upstream cannot be asked (decision 3.13). */
const unaskable = 'upstream_error';

type Problem = Readonly<Record<'username' | 'error' | 'message', string>>;

/** Primary reference, index: id for one handle (decision 3.8). */
export const usernameToId: Answerer = (question) => {
  const account = accountOfHandle(question.world, question.texts['username'] ?? '');
  return isRefusal(account) ? account : built(question, { id: account.id });
};

/** Primary reference, GET /user/usernames/to/ids. */
export const usernamesToIds: Answerer = (question) => {
  const handles = readHandles(question.texts['usernames'], 100);
  if (typeof handles === 'string') {
    return refusal(400, handles);
  }
  const faults = handles.flatMap((handle) => handleFault(handle, 2) ?? []);
  const fault = faults.find((one) => one.status === 400) ?? faults[0];
  if (fault !== undefined) {
    return fault;
  }
  const userIds: [string, string][] = [];
  const errors: Problem[] = [];
  for (const handle of handles) {
    const account = question.world.accountByHandle(handle);
    if (handle.toLowerCase() === unaskable) {
      errors.push(problem(handle, 'upstream_error', 'The platform could not be asked, try again later'));
    } else if (account === undefined) {
      errors.push(problem(handle, 'not_found', 'There is no account with this handle'));
    } else if (account.state === 'suspended') {
      errors.push(problem(handle, 'suspended', 'The account is suspended'));
    } else {
      userIds.push([handle, account.id]);
    }
  }
  return built(question, { userIds: Object.fromEntries(userIds), ...errorsIn(errors) });
};

/** Primary reference, GET /user/usernames/status; a badly formed handle is not found (decision 3.11). */
export const usernamesStatus: Answerer = (question) => {
  const handles = readHandles(question.texts['usernames'], 500);
  if (typeof handles === 'string') {
    return refusal(400, handles);
  }
  const statuses = handles.map((handle) => [handle, statusOf(question.world, handle)] as const);
  const errors = statuses
    .filter(([, status]) => status === 'error')
    .map(([handle]) => problem(handle, 'upstream_error', 'The platform could not be asked, try again later'));
  return built(question, { usernamesStatus: Object.fromEntries(statuses), ...errorsIn(errors) });
};

/** Trimmed, blanks dropped, then counted; the first spelling of a handle stays, without `@` (decision 3.10). A text says what is wrong. */
function readHandles(text: string | undefined, most: number): readonly string[] | string {
  const given = (text ?? '')
    .split(',')
    .map((part) => withoutAt(part.trim()))
    .filter((part) => part !== '');
  if (given.length === 0) {
    return 'usernames is missing';
  }
  if (given.length > most) {
    return `usernames takes at most ${most} handles`;
  }
  const first = new Map<string, string>();
  for (const handle of given) {
    const key = handle.toLowerCase();
    first.set(key, first.get(key) ?? handle);
  }
  return [...first.values()];
}

function statusOf(world: World, handle: string): HandleStatus {
  if (handle.toLowerCase() === unaskable) {
    return 'error';
  }
  return world.accountByHandle(handle)?.state ?? 'not-found';
}

function problem(username: string, error: string, message: string): Problem {
  return { username, error, message };
}

function errorsIn(errors: readonly Problem[]): { readonly errors?: readonly Problem[] } {
  return errors.length === 0 ? {} : { errors };
}
