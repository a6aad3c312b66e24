import type { Client } from './client.ts';
import type { Endpoint, EndpointParams, EndpointResult } from './endpoint.ts';
import type { Answer } from './exchange.ts';
import {
  type AnswerItems,
  type AnswerPages,
  createAnswerPages,
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
  ): AnswerPages<EndpointResult<E>>;
  function pages(endpoint: Endpoint, params: PageParams, options: PagesOptions = {}): AnswerPages {
    const trail = options.trail ?? new PageTrail(endpoint, params);
    return createAnswerPages(trail, options, (pageParams, pageOptions) => call(endpoint, pageParams, pageOptions));
  }
  function items<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    options?: PagesOptions,
  ): AnswerItems<EndpointItem<E>>;
  function items(endpoint: Endpoint, params: PageParams, options?: PagesOptions): AnswerItems {
    return createAnswerItems(async function* () {
      const ids = new Set<string>();
      for await (const { value } of pages(endpoint, params, options)) {
        for (const item of listItems(endpoint, value)) {
          const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
          if (typeof id === 'string' && ids.has(id)) {
            continue; // a pinned post comes again on a later page
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
  ): AsyncIterable<Answer<EndpointResult<E>>> {
    for (const batch of splitIntoBatches(endpoint, params)) {
      yield await call(endpoint, batch, options);
    }
  }
  return { pages, items, batches };
}

function createAnswerItems(walk: () => AsyncGenerator): AnswerItems {
  return {
    [Symbol.asyncIterator]: walk,
    take: (count) =>
      createAnswerItems(async function* () {
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

/** @returns the parameters of as many calls as its list needs: the row says how many values one takes */
function splitIntoBatches<E extends Endpoint>({ params: { shape } }: E, params: EndpointParams<E>): readonly EndpointParams<E>[] {
  for (const [name, schema] of Object.entries(shape)) {
    const limits = getParamEncoding(schema) === 'list' ? (schema._zod.def.checks ?? []) : [];
    const max = limits.map((check) => Number(Reflect.get(check._zod.def, 'maximum'))).find((limit) => limit > 0);
    const values: unknown = params[name];
    if (max !== undefined && Array.isArray(values) && values.length > max) {
      const starts = Array.from({ length: Math.ceil(values.length / max) }, (_, index) => index * max);
      return starts.map((start) => ({ ...params, [name]: values.slice(start, start + max) }));
    }
  }
  return [params];
}

/** Of its kind that a row states first. */
function listItems({ yields }: Endpoint, value: unknown): readonly unknown[] {
  const items = getValueAtPath(value, yields[0]?.at ?? []);
  return Array.isArray(items) ? items : [];
}
