import * as z from 'zod/mini';
import type {
  SendRequest,
  Contract,
  EventHandlers,
  HostHandlers,
  HostSideContract,
  PageSideContract,
  EventPayload,
  RequestSchemas,
  SendEvent,
} from './contract.ts';

const requestIdSchema = z.int().check(z.nonnegative());
const requestOrEventNameSchema = z.string().check(z.maxLength(100));

const noResultSchema = z.null();

/** One message on the wire. What it carries is checked against the contract's table, by its name. */
const messageSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('request'), id: requestIdSchema, name: requestOrEventNameSchema, params: z.unknown() }),
  z.strictObject({ kind: z.literal('answer'), id: requestIdSchema, result: z.unknown() }),
  z.strictObject({ kind: z.literal('failure'), id: requestIdSchema, message: z.string().check(z.maxLength(2_000)) }),
  z.strictObject({ kind: z.literal('event'), name: requestOrEventNameSchema, payload: z.unknown() }),
]);
export type Message = z.output<typeof messageSchema>;

export interface ChannelPort {
  readonly post: (message: unknown) => void;
  /** @returns stops listening */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

interface ChannelOptions<Mine extends PageSideContract, Theirs extends PageSideContract, Does> {
  readonly port: ChannelPort;
  readonly mine: Mine;
  readonly theirs: Theirs;
  readonly handlers: Does;
  /** Called for each message that was thrown away; the text holds nothing of what the message carried. */
  readonly onDropped: (why: string) => void;
}

export interface HostChannel<Theirs extends PageSideContract> {
  readonly send: SendEvent<Theirs>;
  /** Stops listening; what is answered from here on is not sent. */
  readonly close: () => void;
}

export interface PageChannel<C extends Contract> {
  readonly send: SendEvent<C['host']>;
  readonly request: SendRequest<C['host']>;
}

/**
 * Connects the host's handlers with a port. What comes in is checked against the closed table before a handler sees it; what does
 * not fit is dropped, which `onDropped` hears, and nothing that comes in makes this throw.
 */
export function openHostChannel<Mine extends HostSideContract, Theirs extends PageSideContract>(
  options: ChannelOptions<Mine, Theirs, HostHandlers<Mine>>,
): HostChannel<Theirs> {
  const { port, mine, onDropped } = options;
  // the table's names are the handlers' names; what passes from one to the other has just been checked by the table
  const answerers: Readonly<Record<string, unknown>> = options.handlers.requests;
  let isClosed = false;
  const post = (message: Message) => {
    if (!isClosed) {
      port.post(message);
    }
  };
  const fail = (id: number, why: string) => post({ kind: 'failure', id, message: why.slice(0, 2_000) });

  async function answer({ id, name, params }: Message & { readonly kind: 'request' }): Promise<void> {
    const shape = getOwnEntry(mine.requests, name);
    const answerer = getOwnEntry(answerers, name);
    const refuse = (why: string) => {
      onDropped(why);
      fail(id, why);
    };
    if (shape === undefined || typeof answerer !== 'function') {
      return refuse('a request that is not in the table');
    }
    const read = shape.params.safeParse(params);
    if (!read.success) {
      return refuse(`the request ${name}: ${formatFirstFault(read.error.issues)}`);
    }
    try {
      const result: unknown = await Reflect.apply(answerer, undefined, [read.data]);
      post({ kind: 'answer', id, result: shape.result === undefined ? null : result });
    } catch (error) {
      fail(id, getThrownMessage(error));
    }
  }

  const stop = dispatchEventsAndPassOthers(options, (message) => {
    if (message.kind === 'request') {
      void answer(message);
    } else {
      onDropped('an answer that nothing waits for');
    }
  });
  return {
    send: (name, payload) => post({ kind: 'event', name, payload }),
    close: () => {
      isClosed = true;
      stop();
    },
  };
}

export function openPageChannel<C extends Contract>(
  options: ChannelOptions<C['webview'], C['host'], EventHandlers<C['webview']>>,
): PageChannel<C> {
  const { port, theirs, onDropped } = options;
  const waiting = new Map<number, PendingPageRequest>();
  let lastId = 0;

  async function ask(name: string, params: unknown): Promise<unknown> {
    const shape = getOwnEntry(theirs.requests, name);
    if (shape === undefined) {
      throw new Error(`${name} is not in the table.`);
    }
    lastId += 1;
    return await new Promise<unknown>((resolve, reject) => {
      waiting.set(lastId, { name, shape, resolve, reject });
      port.post({ kind: 'request', id: lastId, name, params } satisfies Message);
    });
  }

  dispatchEventsAndPassOthers(options, (message) => {
    const asked = message.kind === 'request' ? undefined : waiting.get(message.id);
    if (asked === undefined || message.kind === 'request') {
      return onDropped('an answer that nothing waits for');
    }
    waiting.delete(message.id);
    if (message.kind === 'failure') {
      return asked.reject(new Error(message.message));
    }
    const read = (asked.shape.result ?? noResultSchema).safeParse(message.result);
    if (read.success) {
      return asked.resolve(read.data);
    }
    onDropped(`the answer to ${asked.name}: ${formatFirstFault(read.error.issues)}`);
    asked.reject(new Error(`The answer to ${asked.name} does not fit.`));
  });
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's result schema has checked what `ask` gives
    request: ask as PageChannel<C>['request'],
    send: (name, payload) => port.post({ kind: 'event', name, payload } satisfies Message),
  };
}

/** For a document that already contains its page's first events. */
export function createEventMessage<S extends PageSideContract, N extends keyof S['events'] & string>(
  _side: S,
  name: N,
  payload: EventPayload<S, N>,
): Message {
  return { kind: 'event', name, payload };
}

interface PendingPageRequest {
  readonly name: string;
  readonly shape: RequestSchemas;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Hears events, and gives other messages of a known form on. @returns stops listening */
function dispatchEventsAndPassOthers<Mine extends PageSideContract>(
  { port, mine, handlers, onDropped }: ChannelOptions<Mine, PageSideContract, EventHandlers<Mine>>,
  take: (message: Exclude<Message, { readonly kind: 'event' }>) => void,
): () => void {
  const hearers: Readonly<Record<string, unknown>> = handlers.events;
  const hear = (name: string, payload: unknown) => {
    const schema = getOwnEntry(mine.events, name);
    const hearer = getOwnEntry(hearers, name);
    if (schema === undefined || typeof hearer !== 'function') {
      return onDropped('an event that is not in the table');
    }
    const read = schema.safeParse(payload);
    if (!read.success) {
      return onDropped(`the event ${name}: ${formatFirstFault(read.error.issues)}`);
    }
    try {
      Reflect.apply(hearer, undefined, [read.data]);
    } catch (error) {
      onDropped(`the event ${name} failed: ${getThrownMessage(error)}`);
    }
  };
  return port.listen((raw) => {
    const { data: message } = messageSchema.safeParse(raw);
    if (message === undefined) {
      onDropped('a message of no known form');
    } else if (message.kind === 'event') {
      hear(message.name, message.payload);
    } else {
      take(message);
    }
  });
}

/** Undefined for names like `constructor`. */
function getOwnEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function formatFirstFault(issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string {
  const [first] = issues;
  return `${first?.path.map(String).join('.') ?? ''} ${first?.code ?? ''}`.trim();
}

function getThrownMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'an unknown fault';
}
