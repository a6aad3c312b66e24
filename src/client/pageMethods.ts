import type * as z from 'zod';
import type { Client } from './client.ts';
import type { Endpoint, EndpointParams, EndpointResult, Service } from './endpoint.ts';
import type { ApiResponse } from './exchange.ts';
import {
  type ResponseItems,
  type ResponsePages,
  createResponsePages,
  type EndpointItem,
  type PagesOptions,
  PageTrail,
} from './pages.ts';
import type { CallOptions } from './policies/send.ts';
import { getValueAtPath } from './records/fieldValues.ts';
import { getParamEncoding } from './wire.ts';

type PageParams = Readonly<Record<string, unknown>>;

export function createPageMethods(call: Client['call']): Pick<Client, 'pages' | 'items' | 'batches'> {
  function pages<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: PagesOptions,
  ): ResponsePages<EndpointResult<E>>;
  function pages(endpoint: Endpoint, params: PageParams, options: PagesOptions = {}): ResponsePages {
    const trail = options.trail ?? new PageTrail(endpoint, params);
    return createResponsePages(trail, options, (pageParams, pageOptions) => call(endpoint, pageParams, pageOptions));
  }
  function items<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: PagesOptions,
  ): ResponseItems<EndpointItem<E>>;
  function items(endpoint: Endpoint, params: PageParams, options?: PagesOptions): ResponseItems {
    return createResponseItems(async function* () {
      const ids = new Set<string>();
      for await (const { value } of pages(endpoint, params, options)) {
        for (const item of listItems(endpoint, value)) {
          const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
          if (typeof id === 'string' && ids.has(id)) {
            continue; // a pinned post is repeated on a later page
          }
          if (typeof id === 'string') {
            ids.add(id);
          }
          yield item;
        }
      }
    });
  }
  async function* batches<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: CallOptions,
  ): AsyncIterable<ApiResponse<EndpointResult<E>>> {
    for (const batch of splitIntoBatches(endpoint, params)) {
      yield await call(endpoint, batch, options);
    }
  }
  return { pages, items, batches };
}

function createResponseItems(walk: () => AsyncGenerator): ResponseItems {
  return {
    [Symbol.asyncIterator]: walk,
    take: (count) =>
      createResponseItems(async function* () {
        let left = count;
        if (left <= 0) {
          return;
        }
        for await (const item of walk()) {
          yield item;
          left -= 1;
          if (left <= 0) {
            return;
          }
        }
      }),
  };
}

/** Splits a list that is longer than the endpoint allows into parameters for several calls. */
function splitIntoBatches<E extends Endpoint>({ params: { shape } }: E, params: EndpointParams<E>): readonly EndpointParams<E>[] {
  for (const [name, schema] of Object.entries(shape)) {
    const max = getListLimit(schema);
    const values: unknown = params[name];
    if (max !== undefined && Array.isArray(values) && values.length > max) {
      const starts = Array.from({ length: Math.ceil(values.length / max) }, (_, index) => index * max);
      return starts.map((start) => ({ ...params, [name]: values.slice(start, start + max) }));
    }
  }
  return [params];
}

/** The most values that a request takes in a list parameter; undefined for other parameters. */
export function getListLimit(schema: z.ZodType | undefined): number | undefined {
  const checks = schema !== undefined && getParamEncoding(schema) === 'list' ? (schema._zod.def.checks ?? []) : [];
  return checks.map((check) => Number(Reflect.get(check._zod.def, 'maximum'))).find((limit) => limit > 0);
}

/** Lists records of the endpoint's first kind. */
function listItems({ yields }: Endpoint, value: unknown): readonly unknown[] {
  const items = getValueAtPath(value, yields[0]?.at ?? []);
  return Array.isArray(items) ? items : [];
}

/** Wraps a client with default connections. */
export function overConnections(client: Client, names: Readonly<Record<Service, string>>): Client {
  const call = ((endpoint, params, options) =>
    client.call(endpoint, params, { connection: names[endpoint.service], ...options })) as Client['call'];
  return {
    ...client,
    call,
    ...createPageMethods(call),
    quote: (endpoint, params, options) => client.quote(endpoint, params, { connection: names[endpoint.service], ...options }),
    priceOf: (endpoint, name = names[endpoint.service]) => client.priceOf(endpoint, name),
    assumedPrice: (service, name = names[service]) => client.assumedPrice(service, name),
    connection: (service, name = names[service]) => client.connection(service, name),
  };
}
