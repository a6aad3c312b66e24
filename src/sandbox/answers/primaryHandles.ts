import type { HandleStatus } from '../../client/schemas/primary.ts';
import { throwRefusal } from '../reserved/refusals.ts';
import type { SandboxWorld } from '../world/world.ts';
import type { SandboxQuestion } from './answer.ts';
import { toServiceBuiltAnswer } from './collectionAnswers.ts';
import { requireCommaSeparatedParam } from './params.ts';
import { requireAccountByHandle, findHandleError, stripAtSign } from './accountParams.ts';
import type { EndpointAnswerer } from './rows.ts';

/** The handle for which upstream cannot be asked (assumption 3.13). */
const handleWithUpstreamError = 'upstream_error';

type HandleError = Readonly<Record<'username' | 'error' | 'message', string>>;

export const usernameToId: EndpointAnswerer<'usernameToId'> = (question) =>
  toServiceBuiltAnswer(question, { id: requireAccountByHandle(question.world, question.params.username).id });

export const usernamesToIds: EndpointAnswerer<'usernamesToIds'> = (question) => {
  const handles = requireDistinctHandles(question, 100);
  const faults = handles.flatMap((handle) => findHandleError(handle, 2) ?? []);
  const fault = faults.find((one) => one.status === 400) ?? faults[0];
  if (fault !== undefined) {
    return throwRefusal(fault.status, fault.message);
  }
  const userIds: [string, string][] = [];
  const errors: HandleError[] = [];
  for (const handle of handles) {
    const account = question.world.accountByHandle(handle);
    if (handle.toLowerCase() === handleWithUpstreamError) {
      errors.push(createHandleError(handle, 'upstream_error', 'The platform could not be asked, try again later'));
    } else if (account === undefined) {
      errors.push(createHandleError(handle, 'not_found', 'There is no account with this handle'));
    } else if (account.state === 'suspended') {
      errors.push(createHandleError(handle, 'suspended', 'The account is suspended'));
    } else {
      userIds.push([handle, account.id]);
    }
  }
  return toServiceBuiltAnswer(question, { userIds: Object.fromEntries(userIds), ...toErrorsField(errors) });
};

/** Primary reference, GET /user/usernames/status; a badly formed handle is not found (assumption 3.11). */
export const usernamesStatus: EndpointAnswerer<'usernamesStatus'> = (question) => {
  const handles = requireDistinctHandles(question, 500);
  const statuses = handles.map((handle) => [handle, getHandleStatus(question.world, handle)] as const);
  const errors = statuses
    .filter(([, status]) => status === 'error')
    .map(([handle]) => createHandleError(handle, 'upstream_error', 'The platform could not be asked, try again later'));
  return toServiceBuiltAnswer(question, { usernamesStatus: Object.fromEntries(statuses), ...toErrorsField(errors) });
};

/** The first spelling of each handle, without `@` (assumption 3.10). */
function requireDistinctHandles(question: SandboxQuestion<'usernames'>, max: number): readonly string[] {
  const first = new Map<string, string>();
  for (const part of requireCommaSeparatedParam(question, 'usernames', max, 'handles')) {
    const handle = stripAtSign(part);
    first.set(handle.toLowerCase(), first.get(handle.toLowerCase()) ?? handle);
  }
  return [...first.values()];
}

function getHandleStatus(world: SandboxWorld, handle: string): HandleStatus {
  if (handle.toLowerCase() === handleWithUpstreamError) {
    return 'error';
  }
  return world.accountByHandle(handle)?.state ?? 'not-found';
}

function createHandleError(username: string, error: string, message: string): HandleError {
  return { username, error, message };
}

function toErrorsField(errors: readonly HandleError[]): { readonly errors?: readonly HandleError[] } {
  return errors.length === 0 ? {} : { errors };
}
