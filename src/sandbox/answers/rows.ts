import type { Endpoint } from '../../client/endpoint.ts';
import type * as table from '../../client/endpoints/table.ts';
import type { Answerer } from './answer.ts';

type Table = typeof table;

/** The names under which the table exports its rows. */
type RowName = { readonly [K in keyof Table]: Table[K] extends Endpoint ? K : never }[keyof Table];

export type GatewayRowName = Extract<RowName, `gateway${string}`>;
export type PrimaryRowName = Exclude<RowName, GatewayRowName>;

/** Rows of the table and who answers them, by endpoint id. */
export interface Rows {
  readonly endpoints: readonly Endpoint[];
  readonly answerers: Readonly<Record<string, Answerer>>;
}

/** Brings rows and answerers of the same names together. */
export function toRows<N extends RowName>(
  rows: Readonly<Record<N, Endpoint>>,
  answerers: Readonly<Record<NoInfer<N>, Answerer>>,
): Rows {
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
