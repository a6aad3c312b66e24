import type * as z from 'zod/mini';

/** A question that one side answers; without a result it is only said that it was done. */
export interface RequestShape {
  readonly params: z.ZodMiniType;
  readonly result?: z.ZodMiniType;
}

/** All that one side takes: the questions that it answers and the events that it hears. A closed table. */
export interface Side {
  readonly requests: Readonly<Record<string, RequestShape>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

/** What the extension host and one kind of webview say to each other. */
export interface Contract {
  readonly host: Side;
  readonly webview: Side;
}

type RequestName<S extends Side> = keyof S['requests'] & string;
export type EventName<S extends Side> = keyof S['events'] & string;

export type ParamsFor<S extends Side, N extends RequestName<S>> = z.output<S['requests'][N]['params']>;
type ResultFor<S extends Side, N extends RequestName<S>> = S['requests'][N]['result'] extends z.ZodMiniType
  ? z.output<S['requests'][N]['result']>
  : void;
export type PayloadFor<S extends Side, N extends EventName<S>> = z.output<S['events'][N]>;

/** What a side does with each of its requests and events; leaving one out does not compile. */
export interface Handlers<S extends Side> {
  readonly requests: {
    readonly [N in RequestName<S>]: (params: ParamsFor<S, N>, signal: AbortSignal) => Promise<ResultFor<S, N>> | ResultFor<S, N>;
  };
  readonly events: { readonly [N in EventName<S>]: (payload: PayloadFor<S, N>) => void };
}

/** What a side can say to the other one. */
export interface Remote<S extends Side> {
  /**
   * Asks the other side.
   * @param signal cancels the work on the other side, too
   * @returns the answer, checked against the table
   * @throws RequestError when it was refused, failed there, was cancelled, or this side is closed
   */
  request<N extends RequestName<S>>(name: N, params: ParamsFor<S, N>, signal?: AbortSignal): Promise<ResultFor<S, N>>;
  /** Says something that needs no answer. */
  send<N extends EventName<S>>(name: N, payload: PayloadFor<S, N>): void;
}

/** Freezes the table of a webview; its literal types are what both sides are checked by. */
export function defineContract<const C extends Contract>(contract: C): C {
  return Object.freeze(contract);
}
