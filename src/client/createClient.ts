import { isAddressRefusal, parseBaseUrl } from './address.ts';
import { checkParams } from './checkParams.ts';
import type { CallOptions, Client } from './client.ts';
import { createDeadline, type Clock, systemClock } from './clock.ts';
import {
  type Connection,
  toConnectionStateKey,
  isSameConnection,
  createApiKeyConnections,
  type ApiKeyOptions,
  toPriceBookKey,
} from './connection.ts';
import type { Endpoint, EndpointParams, EndpointResult, Service } from './endpoint.ts';
import { toResponseError } from './toResponseError.ts';
import { SocialDataError } from './errors.ts';
import { type ApiResponse, createExchangeIdGenerator, type ExchangeRequest, createRandomNonce, toResponse } from './exchange.ts';
import { createHistoryPolicy, type HistoryStore, findStoredResponse, memoryHistory } from './policies/history.ts';
import type { Money } from './money.ts';
import { createPageMethods } from './pageMethods.ts';
import { createAuthorisedSend } from './policies/authorise.ts';
import { type Budget, createBudget, createPriceBook, type PriceBook } from './policies/budget.ts';
import { createBudgetPolicy, type CallLedger, type OnCallSettled } from './policies/budgetPolicy.ts';
import { createGate } from './policies/gate.ts';
import { createRetryPolicy } from './policies/retry.ts';
import type { ResponseReuse, Send } from './policies/send.ts';
import type { Transport } from './transport.ts';
import { fetchTransport } from './transports/fetch.ts';
import { normalizeParams } from './endpoints/normalizeParams.ts';
import { encodeCall } from './wire.ts';

/** Where the services are; asked for each call. */
export type ClientConnections = { readonly primary?: Connection; readonly gateway?: Connection } | ConnectionLookup;

/** @param name default: the connection selected for the service */
type ConnectionLookup = (service: Service, name?: string) => Connection | undefined;

export interface ClientOptions {
  readonly connections: ClientConnections;
  /** Default: of the package, that of undici; of `social-data-explorer/fetch`, the `fetch` of Node. */
  readonly transport?: Transport;
  /** Where answers are kept. Default: in memory, up to 64 MiB. */
  readonly history?: HistoryStore;
  /** Default: one of its own without a cap. */
  readonly budget?: Budget | ((connection: Connection) => Budget);
  /** Default: one of its own, empty. */
  readonly prices?: PriceBook;
  readonly clock?: Clock;
  /** From 0 up to 1: for the jitter of retries. */
  readonly random?: () => number;
  /** The total time of a call, retries and waits included. Default: 90,000. */
  readonly deadlineMs?: number;
  /** The most bytes of a body after decoding. Default: 32 MiB. */
  readonly maxBodyBytes?: number;
  /** Where each call is written down before it is sent. Default: nowhere. */
  readonly ledger?: CallLedger;
  /** When a stored response serves instead of a call. Default: `inFlight`, never. */
  readonly reuse?: ResponseReuse;
  /** Called once for each call that got past the budget, however it ended: for the ledger and what shows it. */
  readonly onSettled?: OnCallSettled;
  /** A response whose shape differs from the row's is an error of kind `shape`, not a warning. */
  readonly strictShape?: boolean;
}

interface CallUnderWay {
  readonly abort: (reason: unknown) => void;
  /** Whether a request of it is on its way, so that it may be charged. */
  isOnItsWay: boolean;
}

type RawCallOptions = CallOptions & { readonly format: 'raw' };
const defaultDeadlineMs = 90_000;
const defaultMaxBodyBytes = 32 * 1024 * 1024;

/**
 * Makes a client. Two clients share nothing but what both are handed.
 * @param options the connections and what the client is to use; or a key with an address
 */
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
  const underWay = new Set<CallUnderWay>();
  let isClosed = false;
  let onAllEnded: () => void = () => undefined;
  let count = 0;

  function call<E extends Endpoint>(endpoint: E, params: EndpointParams<E>, callOptions: RawCallOptions): Promise<ApiResponse>;
  function call<E extends Endpoint>(
    endpoint: E,
    params: EndpointParams<E>,
    callOptions?: CallOptions,
  ): Promise<ApiResponse<EndpointResult<E>>>;
  // The overloads promise a shape that is not enforced here: `warnings` names where the value differs from it.
  async function call(endpoint: Endpoint, params: EndpointParams<Endpoint>, callOptions: CallOptions = {}): Promise<ApiResponse> {
    count += 1;
    const order = count;
    const {
      signal,
      strictShape = options.strictShape,
      initiator = 'program',
      agent,
      budgets = [],
      stop,
      onWaiting,
      onSent,
    } = callOptions;
    const { connection, request } = prepare(endpoint, params, callOptions);
    const deadline = createDeadline(clock, deadlineMs, signal);
    const own: CallUnderWay = { abort: deadline.abort, isOnItsWay: false };
    const stopIfClosed = () => {
      if (isClosed) {
        deadline.abort(new Error('the client is closed'));
      }
    };
    underWay.add(own);
    stopIfClosed();
    try {
      const exchange = await send({
        endpoint,
        request,
        connection,
        connectionStateKey: toConnectionStateKey(endpoint.service, connection),
        order,
        signal: deadline.signal,
        deadlineAt: Number.POSITIVE_INFINITY,
        startDeadline: deadline.start,
        reuse: callOptions.reuse ?? reuse,
        ...{ initiator, agent, budgets, stop },
        onWaiting: (waiting) => {
          own.isOnItsWay = false;
          stopIfClosed();
          onWaiting?.(waiting);
        },
        onSent: (endsBy) => {
          own.isOnItsWay = true;
          onSent?.(endsBy);
        },
        checkBeforeSend: () => requireSameConnection(connection, connectionOf(endpoint.service, connection.name)),
      });
      const error = toResponseError(exchange, strictShape);
      if (error !== undefined) {
        throw error;
      }
      return toResponse(exchange);
    } finally {
      deadline.end();
      underWay.delete(own);
      if (underWay.size === 0) {
        onAllEnded();
      }
    }
  }

  const close = async ({ waitMs = 0 }: { readonly waitMs?: number } = {}) => {
    isClosed = true;
    const cut = (calls: readonly CallUnderWay[]) => calls.forEach(({ abort }) => abort(new Error('the client is closed')));
    cut([...underWay].filter(({ isOnItsWay }) => !isOnItsWay));
    if (waitMs > 0 && underWay.size > 0) {
      await new Promise<void>((resolve) => {
        const cancel = clock.schedule(waitMs, resolve);
        onAllEnded = () => {
          cancel();
          resolve();
        };
      });
    }
    cut([...underWay]);
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

function createQuoteMethods({
  history,
  prices,
  clock,
  connectionOf,
  prepare,
  reuse,
}: {
  readonly history: HistoryStore;
  readonly prices: PriceBook;
  readonly clock: Clock;
  readonly connectionOf: ConnectionLookup;
  readonly prepare: PrepareCall;
  readonly reuse: ResponseReuse;
}): Pick<Client, 'quote' | 'priceOf' | 'assumedPrice'> {
  const priceAt = ({ service, id }: Endpoint, connection: Connection): Money | undefined => {
    if (connection.kind === 'sandbox') {
      return 0n;
    }
    const price = prices.priceOf(toPriceBookKey(service, connection), id);
    return price === 0n ? undefined : price; // what cost nothing once is no promise
  };
  return {
    quote: (endpoint, params, callOptions = {}) => {
      const prepared = getOrUndefined(() => prepare(endpoint, params, callOptions));
      if (prepared === undefined) {
        return undefined;
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

/** The way of every call of a client, from the outside in. */
function createPolicyChain(options: Omit<ClientOptions, 'connections'> & Required<Pick<ClientOptions, DefaultedOption>>): Send {
  const { clock, transport, history, prices, deadlineMs, ledger, onSettled } = options;
  const gate = createGate(clock);
  const policies = [
    createHistoryPolicy({ store: history, clock, deadlineMs }),
    createBudgetPolicy({ budget: options.budget ?? createBudget(), prices, ledger, clock, gate, onSettled }),
    createRetryPolicy({ clock, random: options.random ?? Math.random, gate }),
    gate.policy,
  ];
  const innermost = createAuthorisedSend({
    transport,
    clock,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    newId: createExchangeIdGenerator(createRandomNonce()),
  });
  return policies.reduceRight<Send>((next, policy) => policy(next), innermost);
}

/** @throws SocialDataError `connectionChanged` where the call was prepared for another address or key */
function requireSameConnection(then: Connection, now: Connection | undefined): void {
  if (!isSameConnection(then, now)) {
    throw new SocialDataError('connectionChanged', 'the connection changed before the request was sent', { spent: 'no' });
  }
}

interface PreparedCall {
  readonly connection: Connection;
  readonly request: ExchangeRequest;
}

/**
 * Checks what was asked and writes it down as it will travel.
 * @throws SocialDataError `input` or `address`, before anything is sent
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
    if (hasDotSegment(wire.target)) {
      throw createInputError("a path segment can't be . or ..");
    }
    return { connection, request: { service, endpointId: endpoint.id, params, format, baseUrl: address.baseUrl, ...wire } };
  };
}

function createInputError(message: string, param?: string): SocialDataError {
  return new SocialDataError('input', message, { spent: 'no', ...(param === undefined ? {} : { param }) });
}

/** A path that every URL parser would shorten to another one. */
function hasDotSegment(target: string): boolean {
  return target.includes('.') && /\/\.{1,2}(?=[/?]|$)/.test(target.split('?', 1)[0] ?? '');
}

function getOrUndefined<T>(prepare: () => T): T | undefined {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof SocialDataError) {
      return undefined;
    }
    throw error;
  }
}

function toConnectionLookup(connections: ClientConnections): ConnectionLookup {
  return typeof connections === 'function'
    ? connections
    : (service, name) => {
        const connection = connections[service];
        return name === undefined || name === connection?.name ? connection : undefined;
      };
}
