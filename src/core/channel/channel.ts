import * as z from 'zod/mini';

/** The requests and events that a page may send. The host validates each message against these schemas. */
interface HostTables {
  readonly requests: Readonly<Record<string, z.ZodMiniType>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

/** Messages from the host are typed but not validated, because a page trusts its host. */
export interface Contract {
  readonly host: HostTables;
  /** The results of requests by name. Requests without an entry resolve to undefined. */
  readonly results: object;
  /** The events from the host by name. */
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
  /** Stops listening. Later events and responses aren't sent. */
  readonly close: () => void;
}

export interface PageChannel<C extends Contract> {
  readonly send: <N extends keyof C['host']['events'] & string>(name: N, payload: z.output<C['host']['events'][N]>) => void;
  /** @throws Error if the host rejected the request or failed */
  readonly request: <N extends RequestName<C>>(name: N, params: RequestParams<C, N>) => Promise<RequestResult<C, N>>;
}

/** The envelope of a page's message. The host's tables validate the content. */
const pageMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    id: z.int().check(z.nonnegative()),
    name: z.string(),
    params: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('event'), name: z.string(), payload: z.unknown() }),
]);
export type PageMessage = z.output<typeof pageMessageSchema>;

export type HostMessage =
  | { readonly kind: 'event'; readonly name: string; readonly payload: unknown }
  | { readonly kind: 'response'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

export interface HostPort {
  readonly post: (message: HostMessage) => void;
  /** @returns a function that stops listening */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

export interface PagePort {
  readonly post: (message: PageMessage) => void;
  readonly listen: (listener: (message: HostMessage) => void) => void;
}

interface HostChannelOptions<C extends Contract> {
  readonly port: HostPort;
  readonly tables: C['host'];
  readonly handlers: HostHandlers<C>;
  /** Called for each dropped message. The reason doesn't include the message's content. */
  readonly onDropped: (why: string) => void;
}

/** Connects the host's handlers to a port. Invalid messages are dropped and reported. Never throws because of a message. */
export function openHostChannel<C extends Contract>(options: HostChannelOptions<C>): HostChannel<C> {
  const { port, onDropped } = options;
  // handlers are called with validated values only, so their parameter types can be erased
  const tables: HostTables = options.tables;
  const handlers: Readonly<Record<'requests' | 'events', Readonly<Record<string, unknown>>>> = options.handlers;
  let isClosed = false;
  const post = (message: HostMessage) => {
    if (!isClosed) {
      port.post(message);
    }
  };

  function handle(kind: 'request' | 'event', name: string, value: unknown): unknown {
    const group = kind === 'request' ? 'requests' : 'events';
    const schema = Object.hasOwn(tables[group], name) ? tables[group][name] : undefined;
    const handler = handlers[group][name];
    if (schema === undefined || typeof handler !== 'function') {
      throw new RefusedMessage(`${kind === 'request' ? 'a request' : 'an event'} that isn't in the table`);
    }
    const read = schema.safeParse(value);
    if (!read.success) {
      const [fault] = read.error.issues;
      throw new RefusedMessage(`the ${kind} ${name}: ${fault?.path.map(String).join('.') ?? ''} ${fault?.code ?? ''}`.trim());
    }
    return Reflect.apply(handler, undefined, [read.data]);
  }

  const stop = port.listen((raw) => {
    const { data: message } = pageMessageSchema.safeParse(raw);
    if (message === undefined) {
      onDropped('a message in an unknown format');
    } else {
      void receive(message);
    }
  });

  async function receive(message: PageMessage): Promise<void> {
    const { kind, name } = message;
    try {
      if (kind === 'event') {
        await handle(kind, name, message.payload);
      } else {
        post({ kind: 'response', id: message.id, result: await handle(kind, name, message.params) });
      }
    } catch (error) {
      const fault = error instanceof Error ? error.message : 'an unknown error';
      if (error instanceof RefusedMessage) {
        onDropped(fault);
      } else if (kind === 'event') {
        onDropped(`the event ${name} failed: ${fault}`);
      }
      if (kind === 'request') {
        post({ kind: 'failure', id: message.id, message: fault });
      }
    }
  }

  return {
    send: (name, payload) => post({ kind: 'event', name, payload }),
    close: () => {
      isClosed = true;
      stop();
    },
  };
}

class RefusedMessage extends Error {}

export function openPageChannel<C extends Contract>(port: PagePort, handlers: PageHandlers<C>): PageChannel<C> {
  const eventHandlers: Readonly<Record<string, unknown>> = handlers;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  async function request(name: string, params: unknown): Promise<unknown> {
    lastId += 1;
    const response = Promise.withResolvers<unknown>();
    waiting.set(lastId, response);
    port.post({ kind: 'request', id: lastId, name, params });
    return await response.promise;
  }

  const take = (id: number) => {
    const response = waiting.get(id);
    waiting.delete(id);
    return response;
  };

  port.listen((message) => {
    switch (message.kind) {
      case 'event': {
        const handler = eventHandlers[message.name];
        if (typeof handler === 'function') {
          Reflect.apply(handler, undefined, [message.payload]);
        }
        break;
      }
      case 'response':
        take(message.id)?.resolve(message.result);
        break;
      case 'failure':
        take(message.id)?.reject(new Error(message.message));
        break;
    }
  });
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a page trusts its host
    request: request as PageChannel<C>['request'],
    send: (name, payload) => port.post({ kind: 'event', name, payload }),
  };
}
