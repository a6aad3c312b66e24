import type { EventName, Handlers, PayloadFor, Remote, RequestShape, Side } from './contract.ts';
import { type Message, messageSchema, noResult } from './message.ts';
import { type FailureReason, RequestError } from './requestError.ts';

/** A wire to the other side. */
export interface Port {
  readonly post: (message: unknown) => void;
  /** @returns stops listening */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

export interface ChannelOptions<Mine extends Side, Theirs extends Side> {
  readonly port: Port;
  /** What this side takes. */
  readonly mine: Mine;
  /** What the other side takes. */
  readonly theirs: Theirs;
  readonly handlers: Handlers<Mine>;
  /** Is told of each message that was thrown away; the text holds nothing of what the message carried. */
  readonly onDropped: (why: string) => void;
}

export interface Channel<Theirs extends Side> extends Remote<Theirs> {
  /** Stops listening, cancels what this side works on, and rejects what it waits for. */
  close(): void;
}

/** The most requests of the other side that this side works on at a time; a side that asks more has run wild. */
const mostAtWork = 500;

/**
 * Connects this side's handlers with a port. What comes in is checked against the closed table before a handler sees it;
 * what does not fit is dropped and told to `onDropped`, and nothing that comes in makes this throw.
 */
export function openChannel<Mine extends Side, Theirs extends Side>(options: ChannelOptions<Mine, Theirs>): Channel<Theirs> {
  const { port, mine, theirs, onDropped } = options;
  // the table's names are the handlers' names; what passes from one to the other has just been checked by the table
  const answerers: Readonly<Record<string, unknown>> = options.handlers.requests;
  const hearers: Readonly<Record<string, unknown>> = options.handlers.events;
  const waiting = new Map<number, Waiting>();
  const atWork = new Map<number, AbortController>();
  let lastId = 0;
  let isClosed = false;

  const stop = port.listen((raw) => {
    const read = messageSchema.safeParse(raw);
    if (isClosed) {
      return;
    }
    if (read.success) {
      receive(read.data);
    } else {
      onDropped('a message of no known form');
    }
  });

  function receive(message: Message): void {
    switch (message.kind) {
      case 'request':
        return void answer(message);
      case 'event':
        return hear(message);
      case 'cancel':
        return atWork.get(message.id)?.abort();
      case 'answer':
      case 'failure':
        return settle(message);
    }
  }

  function hear({ name, payload }: Message & { readonly kind: 'event' }): void {
    const schema = ownOf(mine.events, name);
    const hearer = ownOf(hearers, name);
    if (schema === undefined || typeof hearer !== 'function') {
      return onDropped('an event that is not in the table');
    }
    const read = schema.safeParse(payload);
    if (!read.success) {
      return onDropped(`the event ${name}: ${firstFault(read.error.issues)}`);
    }
    try {
      Reflect.apply(hearer, undefined, [read.data]);
    } catch (error) {
      onDropped(`the event ${name} failed: ${wordsOf(error)}`);
    }
  }

  async function answer({ id, name, params }: Message & { readonly kind: 'request' }): Promise<void> {
    const shape = ownOf(mine.requests, name);
    const answerer = ownOf(answerers, name);
    const refuse = (why: string) => {
      onDropped(why);
      fail(id, 'refused', why);
    };
    if (shape === undefined || typeof answerer !== 'function') {
      return refuse('a request that is not in the table');
    }
    if (atWork.has(id) || atWork.size >= mostAtWork) {
      return refuse(`the request ${name}: its number is taken, or too many are under way`);
    }
    const read = shape.params.safeParse(params);
    if (!read.success) {
      return refuse(`the request ${name}: ${firstFault(read.error.issues)}`);
    }
    const abort = new AbortController();
    atWork.set(id, abort);
    try {
      const result: unknown = await Reflect.apply(answerer, undefined, [read.data, abort.signal]);
      if (!isClosed) {
        port.post({ kind: 'answer', id, result: shape.result === undefined ? null : result } satisfies Message);
      }
    } catch (error) {
      fail(id, abort.signal.aborted ? 'cancelled' : 'failed', wordsOf(error));
    } finally {
      atWork.delete(id);
    }
  }

  function fail(id: number, reason: Exclude<FailureReason, 'closed'>, message: string): void {
    if (!isClosed) {
      port.post({ kind: 'failure', id, reason, message: message.slice(0, 2_000) });
    }
  }

  function settle(message: Message & { readonly kind: 'answer' | 'failure' }): void {
    const asked = waiting.get(message.id);
    if (asked === undefined) {
      // what was cancelled here may still be answered there
      return message.id > 0 && message.id <= lastId ? undefined : onDropped('an answer that nothing waits for');
    }
    waiting.delete(message.id);
    if (message.kind === 'failure') {
      return asked.reject(new RequestError(message.reason, message.message));
    }
    const read = (asked.shape.result ?? noResult).safeParse(message.result);
    if (read.success) {
      return asked.resolve(read.data);
    }
    onDropped(`the answer to ${asked.name}: ${firstFault(read.error.issues)}`);
    asked.reject(new RequestError('refused', `The answer to ${asked.name} does not fit.`));
  }

  async function ask(name: string, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const shape = ownOf(theirs.requests, name);
    if (shape === undefined) {
      throw new RequestError('refused', `${name} is not in the table.`);
    }
    if (isClosed || signal?.aborted === true) {
      throw new RequestError(isClosed ? 'closed' : 'cancelled', `${name} was not asked.`);
    }
    lastId += 1;
    const id = lastId;
    return await new Promise<unknown>((resolve, reject) => {
      const cancel = () => {
        waiting.delete(id);
        port.post({ kind: 'cancel', id } satisfies Message);
        reject(new RequestError('cancelled', `${name} was cancelled.`));
      };
      const settled =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', cancel);
          end(value);
        };
      waiting.set(id, { name, shape, resolve: settled(resolve), reject: settled(reject) });
      signal?.addEventListener('abort', cancel, { once: true });
      port.post({ kind: 'request', id, name, params } satisfies Message);
    });
  }

  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's result schema has checked what `ask` gives
    request: ask as Channel<Theirs>['request'],
    send: (name, payload) => {
      if (!isClosed) {
        port.post({ kind: 'event', name, payload } satisfies Message);
      }
    },
    close: () => {
      isClosed = true;
      stop();
      for (const abort of atWork.values()) {
        abort.abort();
      }
      for (const { name, reject } of waiting.values()) {
        reject(new RequestError('closed', `${name} has no answer: the other side is gone.`));
      }
      waiting.clear();
    },
  };
}

/** An event of a side's table as it stands on the wire: for a document that brings its page's first ones along. */
export function eventMessage<S extends Side, N extends EventName<S>>(_side: S, name: N, payload: PayloadFor<S, N>): Message {
  return { kind: 'event', name, payload };
}

interface Waiting {
  readonly name: string;
  readonly shape: RequestShape;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: RequestError) => void;
}

/** What a table holds under a name of its own; nothing for `constructor` and its like. */
function ownOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function firstFault(issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: string }[]): string {
  const [first] = issues;
  return `${first?.path.map(String).join('.') ?? ''} ${first?.code ?? ''}`.trim();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'an unknown fault';
}
