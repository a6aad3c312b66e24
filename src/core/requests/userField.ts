import type { Endpoint } from '../../client/endpoint.ts';
import { parseLookUpInput } from '../records/parseLookUpInput.ts';
import { type FormField, listFormFields } from './form.ts';
import { findPlaceParam, toPlaceField } from './placeField.ts';

type ValuesByName<T> = Readonly<Record<string, T>>;

export type FindUserId = (handle: string) => string | undefined;

const userFieldFaultText = 'User Id takes a handle, a link to a profile, or a numeric id';

export function findUserIdParam({ params }: Endpoint): string | undefined {
  return ['userId', 'user_id'].find((name) => name in params.shape);
}

/** Whether the service takes a handle beside the id: then -1 stands for the id, which nobody has to know. */
function takesHandle(endpoint: Endpoint): boolean {
  return findUserIdParam(endpoint) !== undefined && 'username' in endpoint.params.shape;
}

/** The fields that a person fills in: one for a user, whether the service wants a handle or an id, and places by their names. */
export function listInputFields(endpoint: Endpoint): readonly FormField[] {
  const user = findUserIdParam(endpoint);
  const fields = listFormFields(endpoint).filter(({ name }) => !(name === 'username' && takesHandle(endpoint)));
  const place = findPlaceParam(endpoint);
  return fields.map((field) => (field.name === user ? toUserField(field) : field.name === place ? toPlaceField(field) : field));
}

function toUserField(field: FormField): FormField {
  const isFit = (text: string) => /^\d{1,30}$/.test(text) || readHandle(text) !== undefined;
  return {
    ...field,
    help: 'The handle, profile link or numeric id.',
    examples: ['@ada_writes'],
    check: (text) => (text.trim() === '' ? field.check(text) : isFit(text.trim()) ? undefined : userFieldFaultText),
    toValue: (text) => (text.trim() === '' ? undefined : text.trim()),
  };
}

/** The handle that stands where a user is asked for; undefined for an id, and where nothing stands. */
export function findUserHandle(endpoint: Endpoint, values: ValuesByName<unknown>): string | undefined {
  const value = values[findUserIdParam(endpoint) ?? ''];
  return typeof value === 'string' ? readHandle(value) : undefined;
}

/** A bare word is no handle here: a slip of a key in an id would be asked about. */
function readHandle(text: string): string | undefined {
  const [reading] = parseLookUpInput(text);
  return reading?.kind === 'handle' && !/^\w+$/.test(text.trim()) ? reading.handle : undefined;
}

/**
 * Parameters as the service takes them: the id of the user where it is known, else the handle where that is taken.
 * @returns undefined where the id must be looked up first
 */
export function withUserId<T>(
  endpoint: Endpoint,
  values: ValuesByName<T>,
  idOf: FindUserId,
): ValuesByName<T | string> | undefined {
  const [param, handle] = [findUserIdParam(endpoint), findUserHandle(endpoint, values)];
  if (param === undefined || handle === undefined) {
    return values;
  }
  const id = idOf(handle);
  if (id !== undefined) {
    return { ...values, [param]: id };
  }
  return takesHandle(endpoint) ? { ...values, [param]: '-1', username: handle } : undefined;
}

/** How the user in a query is called: the handle, also of an id that is known; undefined where there is none. */
export function findUserLabel(
  endpoint: Endpoint,
  values: ValuesByName<unknown>,
  handleOf: (id: string) => string | undefined,
): string | undefined {
  const value = values[findUserIdParam(endpoint) ?? ''];
  const handle = findUserHandle(endpoint, values) ?? (typeof value === 'string' ? handleOf(value.trim()) : undefined);
  return handle === undefined ? undefined : `@${handle}`;
}
