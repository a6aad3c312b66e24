import type { Endpoint, AnswerFormat } from '../../../../src/client/endpoint.ts';
import { findEndpointById } from '../../../../src/client/endpoints/table.ts';
import type { AnswererResult, SandboxQuestion } from '../../../../src/sandbox/answers/answer.ts';
import { readParams } from '../../../../src/sandbox/answers/params.ts';
import { RefusalError } from '../../../../src/sandbox/reserved/refusals.ts';
import { answerers } from '../answerers.ts';
import { createWorld } from '../../../../src/sandbox/world/createWorld.ts';

/** The world that the tests of the answers ask. */
export const world = createWorld();

/** A whole body, or an error, with what was noted. */
export interface Asked {
  readonly status: number;
  readonly body: unknown;
  readonly message: string;
  readonly notes: readonly string[];
}

/** Asks an endpoint by id with texts, as the server would; `page` counts pages of a sequence from 0. */
export function ask(
  id: string,
  texts: Readonly<Record<string, string>>,
  options: { readonly format?: AnswerFormat; readonly page?: number } = {},
): Asked {
  const { answer, notes } = answerOf(rowOf(id), { texts, format: options.format ?? 'simple' });
  return { ...toAsked(answer, options.page ?? 0), notes };
}

/** An answer, or the error that it ended with. */
type Given = AnswererResult | { readonly kind: 'error'; readonly status: number; readonly message: string };

/** The answer of a row, before any page is cut. */
export function answerOf(
  endpoint: Endpoint,
  {
    texts = {},
    ...given
  }: Partial<Pick<SandboxQuestion, 'body' | 'format' | 'isSearchLenient' | 'rawUserLayout'>> & {
    readonly texts?: Readonly<Record<string, string>>;
  },
): { readonly answer: Given; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const params = readParams(endpoint, texts, note);
  const answerer = answerers[endpoint.id];
  if (answerer === undefined) {
    throw new RangeError(`${endpoint.id} has no answer`);
  }
  try {
    const answer = answerer({
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
    return { answer, notes };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { answer: { kind: 'error', status: error.status, message: error.message }, notes };
  }
}

/** The texts in which a row's params travel. */
export function textsOf(params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** One page of an answer; the cursors say which page they lead to. */
export function toAsked(answer: Given, page: number): Omit<Asked, 'notes'> {
  switch (answer.kind) {
    case 'error':
      return { status: answer.status, body: undefined, message: answer.message };
    case 'body':
      return { status: 200, body: answer.body, message: '' };
    case 'sequence': {
      const start = page * answer.pageSize;
      const end = Math.min(start + answer.pageSize, answer.length);
      const next = end < answer.length ? `page ${page + 1}` : null;
      const previous = page === 0 ? null : `page ${page - 1}`;
      const body = answer.toBody({
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

/** What stands at a path of keys. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (Reflect.get(inner, key) as unknown) : undefined), // any value may stand there
    value,
  );
}

/** The ids of the items at a path of keys. */
export function idsAt(value: unknown, ...keys: readonly string[]): readonly string[] {
  const items = at(value, ...keys);
  return Array.isArray(items) ? items.map((item) => String(at(item, 'id'))) : [];
}
