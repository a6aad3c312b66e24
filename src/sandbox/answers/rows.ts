import type * as z from 'zod';
import type { Endpoint } from '../../client/endpoint.ts';
import type * as table from '../../client/endpoints/table.ts';
import type { AnswerDependencies } from '../answerCall.ts';
import type { Answerer, AnswererWithParams, QuestionWithParams } from './answer.ts';

type EndpointTable = typeof table;

/** The names under which the table exports its rows. */
export type RowName = { readonly [K in keyof EndpointTable]: EndpointTable[K] extends Endpoint ? K : never }[keyof EndpointTable];

type RowParamShape<N extends RowName> = EndpointTable[N]['params']['shape'];

/** What `readParams` makes of a parameter: a page size, yes or no, one of the row's words; of all others the text that was sent. */
type ParsedParamValue<Name, V> = Name extends 'count' | 'limit'
  ? number
  : [V] extends [boolean]
    ? boolean
    : string extends V
      ? string | undefined
      : [V] extends [string]
        ? V | undefined
        : string | undefined;

/** Answers one row: a parameter that the row does not have does not compile, nor does a word that it does not take. */
export type EndpointAnswerer<N extends RowName> = AnswererWithParams<RowParams<N>>;
export type EndpointQuestion<N extends RowName> = QuestionWithParams<RowParams<N>>;

type RowParams<N extends RowName> = {
  readonly [K in keyof RowParamShape<N>]: RowParamShape<N>[K] extends z.ZodType
    ? ParsedParamValue<K, NonNullable<z.output<RowParamShape<N>[K]>>>
    : never;
};

/** Brings rows and answerers of the same names together: a row without an answerer does not compile. */
export function createAnswererTable<N extends RowName>(
  rows: Readonly<Record<N, Endpoint>>,
  answerers: { readonly [K in NoInfer<N>]: EndpointAnswerer<K> },
): Pick<AnswerDependencies, 'endpoints' | 'answerers'> {
  const byName = new Map(Object.entries<Answerer>(answerers));
  const pairs = Object.entries<Endpoint>(rows).flatMap(([name, endpoint]) => {
    const answerer = byName.get(name);
    return answerer === undefined ? [] : [{ endpoint, answerer }];
  });
  return {
    endpoints: pairs.map(({ endpoint }) => endpoint),
    answerers: Object.fromEntries(pairs.map(({ endpoint, answerer }) => [endpoint.id, answerer])),
  };
}
