import { at } from '../../../support/at.ts';
import type { Endpoint, ResponseFormat } from '../../../../src/client/endpoint.ts';
import { findEndpointById } from '../../../../src/client/endpoints/table.ts';
import type { ResponderResult, SandboxRequest } from '../../../../src/sandbox/responses/response.ts';
import { readParams } from '../../../../src/sandbox/responses/params.ts';
import { RefusalError } from '../../../../src/sandbox/refusals.ts';
import { allResponders } from '../../../../src/sandbox/responses/allResponders.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';

export const world = createWorld();

/** A body or an error, with its notes. */
export interface Asked {
  readonly status: number;
  readonly body: unknown;
  readonly message: string;
  readonly notes: readonly string[];
}

/** Requests an endpoint by id with strings, as the server does; `page` counts from 0. */
export function ask(
  id: string,
  texts: Readonly<Record<string, string>>,
  options: { readonly format?: ResponseFormat; readonly page?: number } = {},
): Asked {
  const { response, notes } = responseOf(rowOf(id), { texts, format: options.format ?? 'simple' });
  return { ...toAsked(response, options.page ?? 0), notes };
}

/** A response or its error. */
type Given = ResponderResult | { readonly kind: 'error'; readonly status: number; readonly message: string };

/** A row's response, before it is cut into pages. */
export function responseOf(
  endpoint: Endpoint,
  {
    texts = {},
    ...given
  }: Partial<Pick<SandboxRequest, 'body' | 'format' | 'isSearchLenient' | 'rawUserLayout'>> & {
    readonly texts?: Readonly<Record<string, string>>;
  },
): { readonly response: Given; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const params = readParams(endpoint, texts, note);
  const responder = allResponders.responders[endpoint.id];
  if (responder === undefined) {
    throw new RangeError(`${endpoint.id} has no answer`);
  }
  try {
    const response = responder({
      endpoint,
      params,
      body: undefined,
      format: 'simple',
      isSearchLenient: false,
      world,
      rawUserLayout: 'both',
      note,
      ...given,
    });
    return { response, notes };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { response: { kind: 'error', status: error.status, message: error.message }, notes };
  }
}

/** A row's params as request strings. */
export function textsOf(params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** A response's page; its cursors contain the number of their page. */
export function toAsked(response: Given, page: number): Omit<Asked, 'notes'> {
  switch (response.kind) {
    case 'error':
      return { status: response.status, body: undefined, message: response.message };
    case 'body':
      return { status: 200, body: response.body, message: '' };
    case 'sequence': {
      const start = page * response.pageSize;
      const end = Math.min(start + response.pageSize, response.length);
      const next = end < response.length ? `page ${page + 1}` : null;
      const previous = page === 0 ? null : `page ${page - 1}`;
      const body = response.toBody({
        next,
        previous,
        isFirst: page === 0,
        start,
        end,
        top: `page ${Math.max(page - 1, 0)}`,
        bottom: `page ${page + 1}`,
        isEnd: next === null,
        cursorToRest: (index) => `rest ${index}`,
      });
      return { status: 200, body, message: '' };
    }
  }
}

export function rowOf(id: string): Endpoint {
  const endpoint = findEndpointById(id);
  if (endpoint === undefined) {
    throw new RangeError(`there is no row ${id}`);
  }
  return endpoint;
}

/** The ids of the items at a path of keys. */
export function idsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const items = at(value, ...keys);
  return Array.isArray(items) ? items.map((item) => String(at(item, 'id'))) : [];
}
