import * as z from 'zod/mini';

/** What a page may ask of the host, and tell it. The host checks it by these tables before a handler sees it. */
interface HostTables {
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

const requestOrEventNameSchema = z.string().check(z.maxLength(100));

/** What a page sends. What it carries is checked against the host's tables, by its name. */
const pageMessageSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('request'),
    id: z.int().check(z.nonnegative()),
    name: requestOrEventNameSchema,
    params: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('event'), name: requestOrEventNameSchema, payload: z.unknown() }),
]);
export type PageMessage = z.output<typeof pageMessageSchema>;

interface HostEvent {
  readonly kind: 'event';
  readonly name: string;
  readonly payload: unknown;
}

export type HostMessage =
  | HostEvent
  | { readonly kind: 'response'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

export interface HostPort {
  readonly post: (message: HostMessage) => void;
  /** @returns stops listening */
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
  /** Called for each message that was thrown away; the text holds nothing of what the message carried. */
  readonly onDropped: (why: string) => void;
}

/**
 * Connects the host's handlers with a port. What comes in is checked against the closed tables before a handler sees it; what does
 * not fit is dropped, which `onDropped` hears, and nothing that comes in makes this throw.
 */
export function openHostChannel<C extends Contract>(options: HostChannelOptions<C>): HostChannel<C> {
  const { port, onDropped } = options;
  // the tables' names are the handlers' names; what passes from one to the other has just been checked
  const tables: HostTables = options.tables;
  const handlers: Readonly<Record<'requests' | 'events', Readonly<Record<string, unknown>>>> = options.handlers;
  let isClosed = false;
  const post = (message: HostMessage) => {
    if (!isClosed) {
      port.post(message);
    }
  };

  /** @returns what the handler gives */
  function handle(kind: 'request' | 'event', name: string, value: unknown): unknown {
    const group = kind === 'request' ? 'requests' : 'events';
    const schema = Object.hasOwn(tables[group], name) ? tables[group][name] : undefined;
    const handler = handlers[group][name];
    if (schema === undefined || typeof handler !== 'function') {
      throw new RefusedMessage(`${kind === 'request' ? 'a request' : 'an event'} that is not in the table`);
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
      onDropped('a message of no known form');
    } else if (message.kind === 'event') {
      void hear(message);
    } else {
      void response(message);
    }
  });

  async function hear({ name, payload }: PageMessage & { readonly kind: 'event' }): Promise<void> {
    try {
      await handle('event', name, payload);
    } catch (error) {
      onDropped(error instanceof RefusedMessage ? error.message : `the event ${name} failed: ${getThrownMessage(error)}`);
    }
  }

  async function response({ id, name, params }: PageMessage & { readonly kind: 'request' }): Promise<void> {
    try {
      post({ kind: 'response', id, result: await handle('request', name, params) });
    } catch (error) {
      const message = getThrownMessage(error);
      if (error instanceof RefusedMessage) {
        onDropped(message);
      }
      post({ kind: 'failure', id, message });
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

function getThrownMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'an unknown fault';
}

export function openPageChannel<C extends Contract>(port: PagePort, handlers: PageHandlers<C>): PageChannel<C> {
  const hearers: Readonly<Record<string, unknown>> = handlers;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;

  async function request(name: string, params: unknown): Promise<unknown> {
    lastId += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(lastId, asked);
    port.post({ kind: 'request', id: lastId, name, params });
    return await asked.promise;
  }

  const take = (id: number) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    return asked;
  };

  port.listen((message) => {
    switch (message.kind) {
      case 'event': {
        const hearer = hearers[message.name];
        if (typeof hearer === 'function') {
          Reflect.apply(hearer, undefined, [message.payload]);
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
