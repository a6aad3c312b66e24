import type * as z from 'zod';
import type { Endpoint, ParamsSchema } from './endpoint.ts';
import { SocialDataError } from './errors.ts';
import { suggestSimilarName } from './search/suggestSimilarName.ts';
import { type ParamEncoding, getParamEncoding } from './wire.ts';

export interface ParamFault {
  /** The name as given; empty if the parameters aren't an object. */
  readonly param: string;
  /** A sentence: "User Id takes digits only, at most 30". */
  readonly message: string;
}

type TitledParams = Pick<Endpoint, 'params' | 'title'>;

interface PlacedFault extends ParamFault {
  readonly place: string;
}

/**
 * Checks parameters before anything is sent.
 * @param params unknown, since they may come from a form or a file
 * @returns issues in the endpoint's parameter order, unknown names last
 */
export function checkParams(endpoint: TitledParams, params: unknown): readonly ParamFault[] {
  const parsed = endpoint.params.safeParse(params);
  if (parsed.success) {
    return [];
  }
  const names = Object.keys(endpoint.params.shape);
  const rank = ({ param }: ParamFault): number => (names.includes(param) ? names.indexOf(param) : names.length);
  const faults = parsed.error.issues.flatMap((issue) => toParamFaults(endpoint, params, issue));
  // if a value breaks several rules, the last one is the most specific
  return [...new Map(faults.map((fault) => [fault.place, fault])).values()]
    .sort((a, b) => rank(a) - rank(b))
    .map(({ param, message }) => ({ param, message }));
}

/** Checks options at run time, for callers without TypeScript. @throws SocialDataError `input` */
export function requireOptions(title: string, params: ParamsSchema, options: unknown): void {
  const faults = checkParams({ title, params }, options);
  if (faults[0] !== undefined) {
    const message = faults.map((fault) => fault.message).join('. ');
    throw new SocialDataError('input', `${title}: ${message}`, { spent: 'no', param: faults[0].param });
  }
}

function toParamFaults(endpoint: TitledParams, params: unknown, issue: z.core.$ZodIssue): readonly PlacedFault[] {
  const [first, ...inside] = issue.path;
  if (first === undefined) {
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ param: key, place: key, message: describeUnknownParam(endpoint, key) }))
      : [{ param: '', place: '', message: 'The parameters must be an object' }];
  }
  const param = String(first);
  const schema = endpoint.params.shape[param];
  const title = schema?.meta()?.title ?? param;
  const place = issue.path.map(String).join('.');
  if (schema === undefined) {
    return [{ param, place, message: `${title} ${issue.message}` }];
  }
  const isMissing = inside.length === 0 && Reflect.get(Object(params), param) === undefined && issue.code !== 'custom';
  return [{ param, place, message: isMissing ? `${title} is required` : describeIssue(title, schema, issue, inside) }];
}

function describeUnknownParam(endpoint: TitledParams, name: string): string {
  const names = Object.keys(endpoint.params.shape);
  const nearest = suggestSimilarName(name, names);
  const known = names.length === 0 ? 'it has no parameters' : `its parameters are ${names.join(', ')}`;
  return `${name} isn't a parameter of ${endpoint.title}: ${nearest === undefined ? known : `did you mean ${nearest}?`}`;
}

/**
 * Describes an issue as a sentence about the value: "User Id takes digits only, at most 30".
 * @param path the issue's path in the value; empty for the value itself
 */
export function describeIssue(title: string, schema: z.ZodType, issue: z.core.$ZodIssue, path: readonly PropertyKey[]): string {
  const where = path.length === 0 ? title : `${title} (${formatPlaceInValue(path)})`;
  const says = toIssuePhrase(issue, path.length === 0 ? getParamEncoding(schema) : undefined);
  // some messages are whole sentences, which follow a colon
  return /^(\p{Lu}|no )/u.test(says) ? `${where}: ${says}` : `${where} ${says}`;
}

const typePhrases: Readonly<Record<string, string>> = {
  string: 'must be a string',
  int: 'must be a whole number',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
};

/** Endpoint messages are phrases that follow a title; zod's own messages are replaced. */
function toIssuePhrase(issue: z.core.$ZodIssue, kind: ParamEncoding | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('Invalid input')
        ? (typePhrases[kind === 'integer' ? 'int' : issue.expected] ?? 'must be an object')
        : issue.message;
    case 'invalid_value':
      return `must be ${joinWithOr(issue.values.map(String))}`;
    case 'unrecognized_keys':
      return issue.message.startsWith('Unrecognized') ? `has no ${joinWithOr(issue.keys)}` : issue.message;
    case 'too_big':
      return issue.message.startsWith('Too big') ? `must be at most ${issue.maximum}` : issue.message;
    case 'too_small':
      return issue.message.startsWith('Too small') ? `must be at least ${issue.minimum}` : issue.message;
    default:
      return issue.message;
  }
}

/** Formats ["date_range", "from"] as "date_range.from" and ["keywords", 1] as "keywords, item 2". */
function formatPlaceInValue(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `, item ${part + 1}` : `.${String(part)}`))
    .join('')
    .replace(/^(\.|, )/, '');
}

function joinWithOr(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
}
