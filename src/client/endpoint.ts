import type * as z from 'zod';
import { type Lazy, once } from './once.ts';

/** What a record is. `other`: facts and objects whose fields the references do not show. */
export const recordKinds = [
  'post',
  'user',
  'list',
  'community',
  'job',
  'trend',
  'space',
  'place',
  'hashtagPoint',
  'handleState',
  'other',
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** The two services; see docs/glossary.md. */
export type Service = 'primary' | 'gateway';

/** How the primary service words a response. The gateway has one shape per endpoint, which counts as `simple`. */
export type ResponseFormat = 'raw' | 'simple';

/** The groups of the catalogue in the order they are shown in, per service. */
export const endpointGroupsByService = {
  primary: ['users', 'tweets', 'search', 'lists', 'communities', 'jobs', 'trends'],
  gateway: ['tweets', 'search', 'spaces', 'lists', 'communities', 'trends'],
} as const satisfies Record<Service, readonly string[]>;

export type EndpointGroup = (typeof endpointGroupsByService)[Service][number];

/** A parameter schema: strict, so that a misspelt name is refused before money is spent. */
export type ParamsSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$strict>;

/** How to find the next page; its cursor is sent as `cursor`. */
export interface EndpointPaging {
  /** The path of keys to the next cursor in a `simple` response. */
  readonly next: readonly string[];
  /** A cursor there says that more follows: the last page has none (assumption 7.13). */
  readonly isCursorMore?: true;
}

/** Records of one kind, and where they stand in a `simple` answer. */
export interface EndpointYield {
  readonly kind: RecordKind;
  /** The keys that lead to their list, their map, or the one of them; empty for the response itself. */
  readonly at: readonly string[];
  /** The field of a record that tells it from the others; left out where none does. */
  readonly id?: string;
  /** Of a map: what its keys are, and what its values. */
  readonly map?: { readonly key: string; readonly value: string };
  /** The role that all of them have there. */
  readonly role?: string;
  /** The response is upstream JSON: the records are read out of it as out of a `raw` one. */
  readonly isUpstream?: true;
  /** The reference does not show their fields: a table takes its columns from what came. */
  readonly hasOpenFields?: true;
}

export function createYieldsUnderData(kind: RecordKind, id = 'id'): readonly EndpointYield[] {
  return [{ kind, at: ['data'], id }];
}

/** Another method and path that the service answers with the same handler. */
export interface EndpointAlias {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What differs, in one sentence. */
  readonly note: string;
}

/** One row of the catalogue: plain frozen data from which call, form, sandbox route, documents and tests are made. */
export interface Endpoint<P extends ParamsSchema = ParamsSchema, R extends z.ZodType = z.ZodType> {
  /**
   * `<service>.<name>`, unique. A primary row is exported under its name (`primary.userFollowers` is `userFollowers`),
   * a gateway row under `gateway` and its name (`gateway.searchTweets` is `gatewaySearchTweets`).
   */
  readonly id: string;
  readonly service: Service;
  readonly group: EndpointGroup;
  /** A short noun phrase for menus: "User Followers". */
  readonly title: string;
  /** One sentence: what the response holds. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** The path below the base address, parameters in braces: "/user/{userId}/followers". The service's reference lists the row under it. */
  readonly path: string;
  readonly aliases: readonly EndpointAlias[];
  /** Names in `path` travel there, the others in the query (GET) or as the JSON body (POST). */
  readonly params: P;
  /** Other names that the service takes for a parameter, by the parameter's name; the client never sends them. */
  readonly paramAliases: Readonly<Record<string, readonly string[]>>;
  /** The shape of a `simple` answer. Loose: unknown fields are kept. */
  readonly result: R;
  /** The records of a `simple` answer: what it is of first, then what stands beside it. The items of a page are the first. */
  readonly yields: readonly EndpointYield[];
  readonly formats: readonly ResponseFormat[];
  /** The upstream query behind the raw format, where the reference names it. */
  readonly upstreamQuery?: string;
  readonly paging?: EndpointPaging;
  /** The error statuses that the reference or the assumptions list for this row. */
  readonly errors: readonly number[];
  /** Values of every required parameter (and telling optional ones), good for a first call. */
  readonly example: Readonly<Record<string, unknown>>;
  /** false where the reference does not show parameters or shapes and the row is a guess. */
  readonly confirmed: boolean;
  /** What exactly is guessed, one sentence each that names its assumption; empty when confirmed. */
  readonly guesses: readonly string[];
}

export type EndpointParams<E extends Endpoint> = z.input<E['params']>;
export type EndpointResult<E extends Endpoint> = z.output<E['result']>;

type OptionalEndpointField = 'method' | 'aliases' | 'paramAliases' | 'guesses' | 'errors';

export type EndpointDefinition<P extends ParamsSchema, R extends z.ZodType> = Omit<
  Endpoint<P, R>,
  OptionalEndpointField | 'formats' | 'confirmed' | 'result' | 'example'
> &
  Partial<Pick<Endpoint<P, R>, OptionalEndpointField>> & {
    /** Made when the first response is held against it: who only serves the rows, as the sandbox does, starts without. */
    readonly result: Lazy<R>;
    /** Left out: the first example of each required parameter. */
    readonly example?: z.input<P>;
  };

/** Both references, Errors. */
const commonErrors = {
  primary: [401, 402, 403, 408, 409, 429, 500],
  gateway: [401, 429, 500],
} as const satisfies Record<Service, readonly number[]>;

/** A test checks that a row does not contradict itself (test/table/rows.test.ts), so that startup need not. */
export function defineEndpoint<const P extends ParamsSchema, const R extends z.ZodType>(
  row: EndpointDefinition<P, R>,
): Endpoint<P, R> {
  const result = once(row.result);
  const endpoint: Endpoint<P, R> = {
    method: 'GET',
    aliases: [],
    paramAliases: {},
    formats: row.service === 'primary' ? ['simple', 'raw'] : ['simple'],
    confirmed: row.guesses === undefined || row.guesses.length === 0,
    guesses: [],
    ...row,
    errors: [...new Set([...(row.errors ?? []), ...commonErrors[row.service], ...listCursorErrorStatuses(row.params)])].sort(
      (a, b) => a - b,
    ),
    get result() {
      return result();
    },
    get example() {
      return row.example ?? getRequiredParamExamples(row.params);
    },
  };
  return Object.freeze(endpoint);
}

export function createEndpointDefiner(service: Service, group: EndpointGroup) {
  return <const P extends ParamsSchema, const R extends z.ZodType>(
    row: Omit<EndpointDefinition<P, R>, 'service' | 'group'>,
  ): Endpoint<P, R> => defineEndpoint({ service, group, ...row });
}

function getRequiredParamExamples({ shape }: ParamsSchema): Readonly<Record<string, unknown>> {
  const required = Object.entries(shape).filter(([, param]) => !param.safeParse(undefined).success);
  return Object.fromEntries(
    required.map(([name, param]) => {
      const examples: unknown = param.meta()?.['examples'];
      return [name, Array.isArray(examples) ? examples[0] : undefined];
    }),
  );
}

/** A cursor that no earlier page gave is a bad parameter on both services (assumption 1.13). */
function listCursorErrorStatuses(params: ParamsSchema): readonly number[] {
  return Object.hasOwn(params.shape, 'cursor') ? [400] : [];
}

export function getPathParamNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
