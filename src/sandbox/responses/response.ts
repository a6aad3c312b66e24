import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import type { RawUserLayout } from '../upstream/rawUserLayout.ts';
import type { PageBounds } from '../upstream/timeline.ts';
import type { SandboxWorld } from '../world/world.ts';
import type * as z from 'zod';
import type * as table from '../../client/endpoints/table.ts';

export type ResponderParams<Name extends string> = {
  readonly [N in Name]: N extends 'count' | 'limit' ? number : string | undefined;
};

export interface QueryWithParams<P> {
  readonly endpoint: Endpoint;
  readonly params: P;
  readonly body: unknown;
  readonly format: ResponseFormat;
  /** True on paths that don't check for control characters (`/search_v2`). */
  readonly isSearchLenient: boolean;
  readonly world: SandboxWorld;
  readonly rawUserLayout: RawUserLayout;
  readonly note: (text: string) => void;
}

export type SandboxRequest<Name extends string = never> = QueryWithParams<ResponderParams<Name>>;

export type ResponderResult =
  | { readonly kind: 'body'; readonly body: unknown }
  /** `cutPageAndMakeBody` creates a page and its cursors. */
  | {
      readonly kind: 'sequence';
      readonly length: number;
      /** This request's page size (assumptions 1.11, 1.12, 7.3). */
      readonly pageSize: number;
      readonly toBody: (page: ResponsePage) => unknown;
      /** The body for a cursor of direction `rest`; undefined if items don't have one. */
      readonly toRestBody?: (index: number) => unknown;
    };

export interface ResponsePage extends PageBounds {
  readonly next: string | null;
  readonly previous: string | null;
  readonly isFirst: boolean;
  readonly cursorToRest: (index: number) => string;
}

export type ResponderWithParams<P> = {
  // TypeScript compares a method's parameters in both directions, so one row's responder is a `Responder`
  response(query: QueryWithParams<P>): ResponderResult;
}['response'];

export type Responder<Name extends string = string> = ResponderWithParams<
  string extends Name ? Readonly<Record<string, unknown>> : ResponderParams<Name>
>;

type EndpointTable = typeof table;

export type RowName = { readonly [K in keyof EndpointTable]: EndpointTable[K] extends Endpoint ? K : never }[keyof EndpointTable];

type RowParamShape<N extends RowName> = EndpointTable[N]['params']['shape'];

/** The value that `readParams` returns: a page size, a boolean, an enum value, or the request's string. */
type ParsedParamValue<Name, V> = Name extends 'count' | 'limit'
  ? number
  : [V] extends [boolean]
    ? boolean
    : string extends V
      ? string | undefined
      : [V] extends [string]
        ? V | undefined
        : string | undefined;

/** A row's responder. Parameters and enum values that the row doesn't have don't compile. */
export type EndpointResponder<N extends RowName> = ResponderWithParams<RowParams<N>>;
export type EndpointRequest<N extends RowName> = QueryWithParams<RowParams<N>>;

type RowParams<N extends RowName> = {
  readonly [K in keyof RowParamShape<N>]: RowParamShape<N>[K] extends z.ZodType
    ? ParsedParamValue<K, NonNullable<z.output<RowParamShape<N>[K]>>>
    : never;
};

export interface ResponseDependencies {
  readonly endpoints: readonly Endpoint[];
  /** By endpoint id. */
  readonly responders: Readonly<Record<string, Responder>>;
  readonly world: SandboxWorld;
}
