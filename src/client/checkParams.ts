import type * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { presentIssue } from './presentIssue.ts';
import { nearestName } from './search/nearestName.ts';

/** A parameter that does not fit, in words. */
export interface ParamFault {
  /** The name of the parameter; an unknown name as it was given; empty when the parameters are no object. */
  readonly param: string;
  /** A sentence: "User Id takes digits only, at most 30". */
  readonly message: string;
}

interface PlacedFault extends ParamFault {
  readonly place: string;
}

/**
 * Checks parameters against the row, before anything is sent.
 * @param params what a call would be given; unknown, because it may come from a form or a file
 * @returns the faults in the order of the row's parameters, unknown names last; empty when all fit
 */
export function checkParams(endpoint: Endpoint, params: unknown): readonly ParamFault[] {
  const parsed = endpoint.params.safeParse(params);
  if (parsed.success) {
    return [];
  }
  const names = Object.keys(endpoint.params.shape);
  const rank = ({ param }: ParamFault): number => (names.includes(param) ? names.indexOf(param) : names.length);
  return onePerPlace(parsed.error.issues.flatMap((issue) => toFaults(endpoint, params, issue)))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ param, message }) => ({ param, message }));
}

function toFaults(endpoint: Endpoint, params: unknown, issue: z.core.$ZodIssue): readonly PlacedFault[] {
  const [first, ...inside] = issue.path;
  if (first === undefined) {
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ param: key, place: key, message: unknownName(endpoint, key) }))
      : [{ param: '', place: '', message: 'The parameters are not an object' }];
  }
  const param = String(first);
  const schema = endpoint.params.shape[param];
  const title = schema?.meta()?.title ?? param;
  const place = issue.path.map(String).join('.');
  if (schema === undefined) {
    return [{ param, place, message: `${title} ${issue.message}` }];
  }
  const isMissing = inside.length === 0 && valueOf(params, param) === undefined && issue.code !== 'custom';
  return [{ param, place, message: isMissing ? `${title} is needed` : presentIssue(title, schema, issue, inside) }];
}

function unknownName(endpoint: Endpoint, name: string): string {
  const names = Object.keys(endpoint.params.shape);
  const nearest = nearestName(name, names);
  const known = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
  return `${name} is not a parameter of ${endpoint.title}: ${nearest === undefined ? known : `did you mean ${nearest}?`}`;
}

function valueOf(params: unknown, name: string): unknown {
  return typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
}

/** A value may break several rules at once; the last one is the row's own and the narrowest. */
function onePerPlace(faults: readonly PlacedFault[]): PlacedFault[] {
  return [...new Map(faults.map((fault) => [fault.place, fault])).values()];
}
