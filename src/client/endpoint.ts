import type * as z from 'zod';
import { type Lazy, once } from './once.ts';

/** `other`: facts, and objects with fields that the references don't show. */
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

export type Service = 'primary' | 'gateway';

/** A response's format. The gateway has only one, which is treated as `simple`. */
export type ResponseFormat = 'raw' | 'simple';

/** In display order. */
export const endpointGroupsByService = {
  primary: ['users', 'tweets', 'search', 'lists', 'communities', 'jobs', 'trends'],
  gateway: ['tweets', 'search', 'spaces', 'lists', 'communities', 'trends'],
} as const satisfies Record<Service, readonly string[]>;

export type EndpointGroup = (typeof endpointGroupsByService)[Service][number];

/** Strict, so a misspelled name is rejected before money is spent. */
export type ParamsSchema = z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$strict>;

/** The next page is requested with its cursor as `cursor`. */
export interface EndpointPaging {
  /** The path to the next cursor in a `simple` response. */
  readonly next: readonly string[];
  /** A cursor means that more follows: the last page doesn't have one (assumption 7.13). */
  readonly isCursorMore?: true;
}

/** Records of one kind in a `simple` response. */
export interface EndpointYield {
  readonly kind: RecordKind;
  /** The path to a list, a map, or a single record; empty for the response itself. */
  readonly at: readonly string[];
  /** The field that identifies a record; optional. */
  readonly id?: string;
  /** For a map, field names for its keys and values. */
  readonly map?: { readonly key: string; readonly value: string };
  /** The role that all these records have. */
  readonly role?: string;
  /** The response is upstream JSON, which is read like a `raw` response. */
  readonly isUpstream?: true;
  /** The reference doesn't show their fields, so tables get columns from the response. */
  readonly hasOpenFields?: true;
}

export function createYieldsUnderData(kind: RecordKind, id = 'id'): readonly EndpointYield[] {
  return [{ kind, at: ['data'], id }];
}

/** A different method and path for the same endpoint. */
export interface EndpointAlias {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The difference, in one sentence. */
  readonly note: string;
}

/** An endpoint as plain data, from which calls, forms, sandbox routes, documents, and tests are made. */
export interface Endpoint<P extends ParamsSchema = ParamsSchema, R extends z.ZodType = z.ZodType> {
  /**
   * `<service>.<name>`, unique. A primary endpoint is exported as its name (`primary.userFollowers` is `userFollowers`), a
   * gateway endpoint as `gateway` and its name (`gateway.searchTweets` is `gatewaySearchTweets`).
   */
  readonly id: string;
  readonly service: Service;
  readonly group: EndpointGroup;
  /** A short noun phrase for menus: "User Followers". */
  readonly title: string;
  /** One sentence about the response. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  /** The path below the base address, as in the reference: "/user/{userId}/followers". */
  readonly path: string;
  readonly aliases: readonly EndpointAlias[];
  /** Sent in the path if named there, otherwise in the query (GET) or as JSON (POST). */
  readonly params: P;
  /** Other names that the service accepts, by parameter; the client never sends them. */
  readonly paramAliases: Readonly<Record<string, readonly string[]>>;
  /** The schema for a `simple` response. Loose: unknown fields are allowed. */
  readonly result: R;
  /** The records in a `simple` response, main records first; a page's items are the first kind. */
  readonly yields: readonly EndpointYield[];
  readonly formats: readonly ResponseFormat[];
  /** The upstream query behind the raw format, if the reference names it. */
  readonly upstreamQuery?: string;
  readonly paging?: EndpointPaging;
  /** The parameters that make the newest records come first; empty if they always do. See isNewestFirst. */
  readonly newestFirst?: Readonly<Record<string, string>>;
  /** The error statuses that the reference or the assumptions list. */
  readonly errors: readonly number[];
  /** Values for every required parameter, and useful optional ones. */
  readonly example: Readonly<Record<string, unknown>>;
  /** False if the reference doesn't show parameters or fields, so they are guesses. */
  readonly confirmed: boolean;
  /** One sentence for each guess, with its assumption; empty if confirmed. */
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
    /** Created on first use, since the sandbox doesn't need schemas to start. */
    readonly result: Lazy<R>;
    /** Default: each required parameter's first example. */
    readonly example?: z.input<P>;
  };

/** Both references, Errors. */
const commonErrors = {
  primary: [401, 402, 403, 408, 409, 429, 500],
  gateway: [401, 429, 500],
} as const satisfies Record<Service, readonly number[]>;

/** Endpoints are checked by test/table/rows.test.ts instead of at startup. */
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

/** An unknown cursor is an invalid parameter on both services (assumption 1.13). */
function listCursorErrorStatuses(params: ParamsSchema): readonly number[] {
  return Object.hasOwn(params.shape, 'cursor') ? [400] : [];
}

export function getPathParamNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Whether the newest records come first, except for pinned ones. */
export function isNewestFirst({ newestFirst, params: { shape } }: Endpoint, params: Readonly<Record<string, unknown>>): boolean {
  return (
    newestFirst !== undefined &&
    Object.entries(newestFirst).every(([name, value]) => (params[name] ?? shape[name]?.meta()?.['serviceDefault']) === value)
  );
}
