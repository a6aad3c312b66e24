import type * as z from 'zod/mini';

/** Without a result, the response only says that it is done. */
export interface RequestSchemas {
  readonly params: z.ZodMiniType;
  readonly result?: z.ZodMiniType;
}

export interface PageSideContract {
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

export interface HostSideContract extends PageSideContract {
  readonly requests: Readonly<Record<string, RequestSchemas>>;
}

export interface Contract {
  readonly host: HostSideContract;
  readonly webview: PageSideContract;
}

type RequestName<S extends HostSideContract> = keyof S['requests'] & string;
type EventName<S extends PageSideContract> = keyof S['events'] & string;
type RequestResult<S extends HostSideContract, N extends RequestName<S>> = S['requests'][N]['result'] extends z.ZodMiniType
  ? z.output<S['requests'][N]['result']>
  : void;

export type RequestParams<S extends HostSideContract, N extends RequestName<S>> = z.output<S['requests'][N]['params']>;
export type EventPayload<S extends PageSideContract, N extends EventName<S>> = z.output<S['events'][N]>;

export interface EventHandlers<S extends PageSideContract> {
  readonly events: { readonly [N in EventName<S>]: (payload: EventPayload<S, N>) => void };
}

export interface HostHandlers<S extends HostSideContract> extends EventHandlers<S> {
  readonly requests: {
    readonly [N in RequestName<S>]: (params: RequestParams<S, N>) => Promise<RequestResult<S, N>> | RequestResult<S, N>;
  };
}

export type SendEvent<S extends PageSideContract> = <N extends EventName<S>>(name: N, payload: EventPayload<S, N>) => void;

/**
 * @returns the answer, checked against the table
 * @throws Error when it was refused, or failed there
 */
export type SendRequest<S extends HostSideContract> = <N extends RequestName<S>>(
  name: N,
  params: RequestParams<S, N>,
) => Promise<RequestResult<S, N>>;

/** Its literal types are what both sides are checked by. */
export function defineContract<const C extends Contract>(contract: C): C {
  return Object.freeze(contract);
}
