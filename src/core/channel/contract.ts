import type * as z from 'zod/mini';

/** What a page may ask of the host, and tell it. The host checks it by these tables before a handler sees it. */
export interface HostTables {
  readonly requests: Readonly<Record<string, z.ZodMiniType>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

/** A page trusts its host, so what comes from there has types alone. */
export interface Contract {
  readonly host: HostTables;
  /** What requests give, by their names; the others only say that they are done. */
  readonly results: object;
  /** What the host tells the page, by the names of the events. */
  readonly page: object;
}

type RequestName<C extends Contract> = keyof C['host']['requests'] & string;
type RequestResult<C extends Contract, N> = N extends keyof C['results'] ? C['results'][N] : void;

export type RequestParams<C extends Contract, N extends RequestName<C>> = z.output<C['host']['requests'][N]>;

export interface HostHandlers<C extends Contract> {
  readonly requests: {
    readonly [N in RequestName<C>]: (params: RequestParams<C, N>) => Promise<RequestResult<C, N>> | RequestResult<C, N>;
  };
  readonly events: {
    readonly [N in keyof C['host']['events'] & string]: (payload: z.output<C['host']['events'][N]>) => unknown;
  };
}

export type PageHandlers<C extends Contract> = { readonly [N in keyof C['page'] & string]: (payload: C['page'][N]) => void };

export interface HostChannel<C extends Contract> {
  readonly send: <N extends keyof C['page'] & string>(name: N, payload: C['page'][N]) => void;
  /** Stops listening; what is answered from here on is not sent. */
  readonly close: () => void;
}

export interface PageChannel<C extends Contract> {
  readonly send: <N extends keyof C['host']['events'] & string>(name: N, payload: z.output<C['host']['events'][N]>) => void;
  /** @throws Error when it was refused, or failed there */
  readonly request: <N extends RequestName<C>>(name: N, params: RequestParams<C, N>) => Promise<RequestResult<C, N>>;
}
