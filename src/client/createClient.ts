import { isAddressRefusal, parseBaseUrl } from './address.ts';
import { checkParams } from './checkParams.ts';
import type { Client } from './client.ts';
import { createDeadline, type Clock, systemClock } from './clock.ts';
import { type Connection, isSameConnection, createApiKeyConnections, type ApiKeyOptions, toPriceBookKey } from './connection.ts';
import type { Endpoint, EndpointParams, EndpointResult, Service } from './endpoint.ts';
import { toResponseError } from './toResponseError.ts';
import { SocialDataError } from './errors.ts';
import { type ApiResponse, createExchangeIdGenerator, type ExchangeRequest, createRandomNonce, toResponse } from './exchange.ts';
import { createHistoryPolicy, type HistoryStore, findStoredResponse, memoryHistory } from './policies/history.ts';
import type { Money } from './money.ts';
import { createPageMethods } from './pageMethods.ts';
import { createAuthorizedSend } from './policies/authorize.ts';
import { type Budget, createBudget, createPriceBook, type PriceBook } from './policies/budget.ts';
import { createBudgetPolicy, type CallLedger, type OnCallSettled } from './policies/budgetPolicy.ts';
import { createGate } from './policies/gate.ts';
import { createRetryPolicy } from './policies/retry.ts';
import type { CallOptions, ResponseReuse, Send } from './policies/send.ts';
import type { Transport } from './transport.ts';
import { fetchTransport } from './transports/fetch.ts';
import { normalizeParams } from './endpoints/normalizeParams.ts';
import { encodeCall } from './wire.ts';

/** Each service's connections, or a function that looks one up for each call. */
export type ClientConnections = { readonly primary?: Connection; readonly gateway?: Connection } | ConnectionLookup;

/** @param name default: the service's selected connection */
type ConnectionLookup = (service: Service, name?: string) => Connection | undefined;

export interface ClientOptions {
  readonly connections: ClientConnections;
  /** Default: undici; in `social-data-explorer/fetch`, Node's `fetch`. */
  readonly transport?: Transport;
  /** Stores responses. Default: in memory, up to 64 MiB. */
  readonly history?: HistoryStore;
  /** Default: a new budget without a cap. */
  readonly budget?: Budget | ((connection: Connection) => Budget);
  /** Default: a new, empty price book. */
  readonly prices?: PriceBook;
  readonly clock?: Clock;
  /** Returns a number from 0 up to 1, for retry jitter. */
  readonly random?: () => number;
  /** A call's total time, including retries and waits. Default: 90,000. */
  readonly deadlineMs?: number;
  /** The maximum decoded body size. Default: 32 MiB. */
  readonly maxBodyBytes?: number;
  /** Records each call before it is sent. Optional. */
  readonly ledger?: CallLedger;
  /** When to use a stored response instead of sending a request. Default: `inFlight`, which only joins requests in flight. */
  readonly reuse?: ResponseReuse;
  /** Called once for each call that the budget allowed, even if it failed. */
  readonly onSettled?: OnCallSettled;
  /** Whether a response that doesn't match its schema is a `shape` error instead of a warning. */
  readonly strictShape?: boolean;
}

interface OpenCall {
  readonly abort: (reason: unknown) => void;
  /** Whether a request is in flight and may be charged. */
  isSent: boolean;
}

type RawCallOptions = CallOptions & { readonly format: 'raw' };
const defaultDeadlineMs = 90_000;
const defaultMaxBodyBytes = 32 * 1024 * 1024;

/** Creates a client. Clients share only the objects that are passed to both. */
export function createClient(options: ClientOptions | (Omit<ClientOptions, 'connections'> & ApiKeyOptions)): Client {
  const {
    clock = systemClock,
    transport = fetchTransport(),
    history = memoryHistory(),
    prices = createPriceBook(),
    deadlineMs = defaultDeadlineMs,
    reuse = 'inFlight',
  } = options;
  const connectionOf = toConnectionLookup('connections' in options ? options.connections : createApiKeyConnections(options));
  const prepare = createCallPreparer(connectionOf);
  const send = createPolicyChain({ ...options, clock, transport, history, prices, deadlineMs });
  const openCalls = createOpenCalls(clock);
  let count = 0;

  function call<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, callOptions: RawCallOptions): Promise<ApiResponse>;
  function call<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    callOptions?: CallOptions,
  ): Promise<ApiResponse<EndpointResult<E>>>;
  // The overloads promise a type that isn't enforced here: `warnings` lists where the value differs from it.
  async function call(endpoint: Endpoint, params: EndpointParams<Endpoint>, callOptions: CallOptions = {}): Promise<ApiResponse> {
    count += 1;
    const order = count;
    const { strictShape = options.strictShape, initiator = 'program', isStored = true, agent, budgets = [], stop } = callOptions;
    const { connection, request } = prepare(endpoint, params, callOptions);
    const deadline = createDeadline(clock, deadlineMs, callOptions.signal);
    const open = openCalls.add(deadline.abort);
    try {
      const exchange = await send({
        endpoint,
        request,
        connection,
        connectionStateKey: `${toPriceBookKey(endpoint.service, connection)} ${connection.keyId ?? ''}`,
        order,
        signal: deadline.signal,
        deadlineAt: Number.POSITIVE_INFINITY,
        startDeadline: deadline.start,
        reuse: callOptions.reuse ?? reuse,
        ...{ isStored, initiator, agent, budgets, stop },
        onWaiting: (waiting) => {
          openCalls.markWaiting(open);
          callOptions.onWaiting?.(waiting);
        },
        onSent: (endsBy) => {
          open.isSent = true;
          callOptions.onSent?.(endsBy);
        },
        checkBeforeSend: () => {
          if (!isSameConnection(connection, connectionOf(endpoint.service, connection.name))) {
            throw new SocialDataError('connectionChanged', 'the connection changed before the request was sent', { spent: 'no' });
          }
        },
      });
      const error = toResponseError(exchange, strictShape);
      if (error !== undefined) {
        throw error;
      }
      return toResponse(exchange);
    } finally {
      deadline.end();
      openCalls.delete(open);
    }
  }

  const close = async ({ waitMs = 0 }: { readonly waitMs?: number } = {}) => {
    await openCalls.close(waitMs);
    await transport.close();
  };
  return {
    call,
    ...createPageMethods(call),
    ...createQuoteMethods({ history, prices, clock, connectionOf, prepare, reuse }),
    connection: connectionOf,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A client's open calls. Once closed, it aborts every call that is added or has to wait. */
function createOpenCalls(clock: Clock) {
  const calls = new Set<OpenCall>();
  let isClosed = false;
  let onAllEnded: () => void = () => undefined;
  const abort = (call: OpenCall) => call.abort(new Error('the client is closed'));
  const abortIfClosed = (call: OpenCall) => (isClosed ? abort(call) : undefined);
  return {
    add: (abortCall: OpenCall['abort']): OpenCall => {
      const call = { abort: abortCall, isSent: false };
      calls.add(call);
      abortIfClosed(call);
      return call;
    },
    markWaiting: (call: OpenCall) => {
      call.isSent = false;
      abortIfClosed(call);
    },
    delete: (call: OpenCall) => {
      calls.delete(call);
      if (calls.size === 0) {
        onAllEnded();
      }
    },
    /** Aborts all calls. Calls in flight are aborted only after `waitMs`, because they may be charged. */
    close: async (waitMs: number) => {
      isClosed = true;
      [...calls].filter(({ isSent }) => !isSent).forEach(abort);
      if (waitMs > 0 && calls.size > 0) {
        await new Promise<void>((resolve) => {
          const cancel = clock.schedule(waitMs, resolve);
          onAllEnded = () => {
            cancel();
            resolve();
          };
        });
      }
      [...calls].forEach(abort);
    },
  };
}

interface QuoteOptions extends Required<Pick<ClientOptions, 'history' | 'prices' | 'clock' | 'reuse'>> {
  readonly connectionOf: ConnectionLookup;
  readonly prepare: PrepareCall;
}

function createQuoteMethods(options: QuoteOptions): Pick<Client, 'quote' | 'priceOf' | 'assumedPrice'> {
  const { history, prices, clock, connectionOf, prepare, reuse } = options;
  const priceAt = ({ service, id }: Endpoint, connection: Connection): Money | undefined => {
    if (connection.kind === 'sandbox') {
      return 0n;
    }
    const price = prices.priceOf(toPriceBookKey(service, connection), id);
    return price === 0n ? undefined : price; // an endpoint that was free once may cost something the next time
  };
  return {
    quote: (endpoint, params, callOptions = {}) => {
      let prepared: PreparedCall;
      try {
        prepared = prepare(endpoint, params, callOptions);
      } catch (error) {
        if (error instanceof SocialDataError) {
          return undefined;
        }
        throw error;
      }
      const stored = findStoredResponse(history, prepared.request, callOptions.reuse ?? reuse, clock.now());
      if (stored !== undefined) {
        return { kind: 'stored', exchange: stored };
      }
      const price = priceAt(endpoint, prepared.connection);
      return price === undefined ? { kind: 'unknown' } : { kind: 'known', price };
    },
    priceOf: (endpoint, name) => {
      const connection = connectionOf(endpoint.service, name);
      return connection === undefined ? undefined : priceAt(endpoint, connection);
    },
    assumedPrice: (service, name) => {
      const connection = connectionOf(service, name);
      return connection === undefined || connection.kind === 'sandbox'
        ? 0n
        : prices.guessFor(toPriceBookKey(service, connection));
    },
  };
}

type DefaultedOption = 'clock' | 'transport' | 'history' | 'prices' | 'deadlineMs';

/** The policies that every call passes through, outermost first. */
function createPolicyChain(options: Omit<ClientOptions, 'connections'> & Required<Pick<ClientOptions, DefaultedOption>>): Send {
  const { clock, transport, history, prices, deadlineMs, ledger, onSettled } = options;
  const gate = createGate(clock);
  const policies = [
    createHistoryPolicy({ store: history, clock, deadlineMs }),
    createBudgetPolicy({ budget: options.budget ?? createBudget(), prices, ledger, clock, gate, onSettled }),
    createRetryPolicy({ clock, random: options.random ?? Math.random, gate }),
    gate.policy,
  ];
  const innermost = createAuthorizedSend({
    transport,
    clock,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    newId: createExchangeIdGenerator(createRandomNonce()),
  });
  return policies.reduceRight<Send>((next, policy) => policy(next), innermost);
}

interface PreparedCall {
  readonly connection: Connection;
  readonly request: ExchangeRequest;
}

/**
 * Checks a call and encodes its request.
 * @throws SocialDataError `input`, `address`, or `noConnection`
 */
type PrepareCall = (endpoint: Endpoint, params: EndpointParams<Endpoint>, options: CallOptions) => PreparedCall;

function createCallPreparer(connectionOf: ConnectionLookup): PrepareCall {
  return (endpoint, params, { format = 'simple', connection: name }) => {
    const { service } = endpoint;
    if (!endpoint.formats.includes(format)) {
      throw createInputError(`${endpoint.title} has no ${format} format`, 'format');
    }
    const faults = checkParams(endpoint, params);
    if (faults[0] !== undefined) {
      throw createInputError(faults.map((fault) => fault.message).join('. '), faults[0].param);
    }
    const connection = connectionOf(service, name);
    if (connection === undefined) {
      throw name === undefined
        ? new SocialDataError('address', `no address is set for the ${service} service`, { spent: 'no' })
        : new SocialDataError('noConnection', `no connection named ${name} exists for the ${service} service`, {
            spent: 'no',
            connection: name,
          });
    }
    const address = parseBaseUrl(connection.baseUrl);
    if (isAddressRefusal(address)) {
      throw new SocialDataError('address', `the ${service} service's address ${address.refused}`, { spent: 'no' });
    }
    const names = endpoint.confirmed ? undefined : connection.parameterNames?.[endpoint.id];
    const wire = encodeCall(endpoint, normalizeParams(endpoint, params), format, names);
    return { connection, request: { service, endpointId: endpoint.id, params, format, baseUrl: address.baseUrl, ...wire } };
  };
}

function createInputError(message: string, param: string): SocialDataError {
  return new SocialDataError('input', message, { spent: 'no', param });
}

function toConnectionLookup(connections: ClientConnections): ConnectionLookup {
  return typeof connections === 'function'
    ? connections
    : (service, name) => {
        const connection = connections[service];
        return name === undefined || name === connection?.name ? connection : undefined;
      };
}
