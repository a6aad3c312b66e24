import type { Endpoint } from '../../client/endpoint.ts';
import { parseLookUpInput } from '../records/parseLookUpInput.ts';
import { type FormField, listFormFields } from './form.ts';

/** WOEIDs by name. Other WOEIDs may be typed as numbers. */
export const wellKnownPlaces: Readonly<Record<string, number>> = {
  Worldwide: 1,
  Australia: 23_424_748,
  Brazil: 23_424_768,
  Canada: 23_424_775,
  France: 23_424_819,
  Germany: 23_424_829,
  India: 23_424_848,
  Japan: 23_424_856,
  Mexico: 23_424_900,
  Spain: 23_424_950,
  Turkey: 23_424_969,
  'United Kingdom': 23_424_975,
  'United States': 23_424_977,
  Berlin: 638_242,
  Chicago: 2_379_574,
  Istanbul: 2_344_116,
  London: 44_418,
  Madrid: 766_273,
  'Mexico City': 116_545,
  Mumbai: 2_295_411,
  'New York': 2_459_115,
  Paris: 615_702,
  'Rio de Janeiro': 455_825,
  'San Francisco': 2_487_956,
  Sydney: 1_105_779,
  Tokyo: 1_118_370,
  Toronto: 4_118,
};

const woeidByPlaceName = new Map(Object.entries(wellKnownPlaces).map(([name, woeid]) => [name.toLowerCase(), woeid]));

const unknownPlaceText = 'Place (WOEID) must be the name of a well-known place, or any WOEID';

type ValuesByName<T> = Readonly<Record<string, T>>;

export type FindUserId = (handle: string) => string | undefined;

const userFieldFaultText = 'User must be a handle, a profile link, or a numeric ID';

export function findUserIdParam({ params }: Endpoint): string | undefined {
  return ['userId', 'user_id'].find((name) => name in params.shape);
}

/** If the service also accepts a handle, -1 is sent as the id. */
function takesHandle(endpoint: Endpoint): boolean {
  return findUserIdParam(endpoint) !== undefined && 'username' in endpoint.params.shape;
}

/** The form's fields. Users are entered by handle or id in one field, places by WOEID or name. */
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
    title: 'User',
    help: '@handle, profile link, or numeric ID',
    examples: ['@ada_writes'],
    check: (text) => (text.trim() === '' ? field.check(text) : isFit(text.trim()) ? undefined : userFieldFaultText),
    toValue: (text) => (text.trim() === '' ? undefined : text.trim()),
  };
}

/** The handle in the user field; undefined if the field has an id or is empty. */
export function findUserHandle(endpoint: Endpoint, values: ValuesByName<unknown>): string | undefined {
  const value = values[findUserIdParam(endpoint) ?? ''];
  return typeof value === 'string' ? readHandle(value) : undefined;
}

/** Requires an @ or a link, because a mistyped id would otherwise be read as a handle. */
function readHandle(text: string): string | undefined {
  const [reading] = parseLookUpInput(text);
  return reading?.kind === 'handle' && !/^\w+$/.test(text.trim()) ? reading.handle : undefined;
}

/**
 * Replaces a handle with the user's id if it's known, otherwise with the handle parameters if the endpoint has them.
 * @returns undefined if the id must be looked up first
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

/** "@ada_writes"; undefined if the query doesn't have a user or the user's handle is unknown. */
export function findUserLabel(
  endpoint: Endpoint,
  values: ValuesByName<unknown>,
  handleOf: (id: string) => string | undefined,
): string | undefined {
  const value = values[findUserIdParam(endpoint) ?? ''];
  const handle = findUserHandle(endpoint, values) ?? (typeof value === 'string' ? handleOf(value.trim()) : undefined);
  return handle === undefined ? undefined : `@${handle}`;
}

export function findPlaceParam({ params }: Endpoint): string | undefined {
  return ['woeid', 'locationId'].find((name) => name in params.shape);
}

function toPlaceField(field: FormField): FormField {
  return {
    ...field,
    help: 'The name of a well-known place, or any WOEID.',
    examples: ['Worldwide'],
    suggestions: Object.keys(wellKnownPlaces),
    check: (text) => {
      const woeid = toWoeid(text);
      return woeid === text && /\p{L}/u.test(text) ? unknownPlaceText : field.check(woeid);
    },
    toValue: (text) => field.toValue(toWoeid(text)),
  };
}

/** Returns other text unchanged. */
function toWoeid(text: string): string {
  return String(woeidByPlaceName.get(text.trim().toLowerCase()) ?? text);
}

export function withWoeid(endpoint: Endpoint, texts: ValuesByName<string>): ValuesByName<string> {
  const param = findPlaceParam(endpoint);
  const text = texts[param ?? ''];
  return param === undefined || text === undefined ? texts : { ...texts, [param]: toWoeid(text) };
}

/** Undefined if the query doesn't have a well-known place. */
export function findPlaceName(endpoint: Endpoint, texts: ValuesByName<string>): string | undefined {
  const woeid = Number(toWoeid(texts[findPlaceParam(endpoint) ?? ''] ?? ''));
  return Object.entries(wellKnownPlaces).find(([, one]) => one === woeid)?.[0];
}
