import type { Quote } from '../../client/client.ts';
import { checkParams } from '../../client/checkParams.ts';
import type { Endpoint, ResponseFormat } from '../../client/endpoint.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Money } from '../../client/money.ts';
import { findRoom } from '../../client/policies/budget.ts';
import { reuseAnyAge } from '../../client/policies/history.ts';
import { describeOverBudget } from '../../core/cost/formatCost.ts';
import { getBudgetLeft, type Cost, getFailedCallCost, getExchangeCost, noCost } from '../../core/cost/cost.ts';
import { AgentFault, createInputFault, editorRemedies, formatBudgetAdvice, toAgentFault } from './agentFault.ts';
import type { AgentServices } from './agentServices.ts';

export interface LiveRequest {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, unknown>>;
  /** Requests the first one. Uses a stored response in any of them. */
  readonly formats: readonly [ResponseFormat, ...ResponseFormat[]];
}

export interface LiveResponse {
  readonly exchange: Exchange;
  readonly cost: Cost;
}

export interface LivePrice {
  readonly kind: 'stored' | 'free' | 'known' | 'unknown';
  /** The assumed price if `kind` is `unknown`. */
  readonly amount: Money;
  /** Set if `kind` is `stored`. */
  readonly exchange?: Exchange;
}

/**
 * Checks the arguments, looks for a stored response, then asks for consent and sends the request. The client enforces the allowance
 * and the budgets.
 * @param stop prevents further requests
 * @throws AgentFault
 */
export async function sendAgentRequest(services: AgentServices, query: LiveRequest, stop: AbortSignal): Promise<LiveResponse> {
  const { client, consents, onProgress } = services;
  const { endpoint, params } = query;
  throwIfParamsInvalid(query);
  const stopped = AbortSignal.any([stop, consents.stopped]);
  for (;;) {
    throwIfStopped(stopped);
    const price = quoteLiveRequest(services, query);
    if (price.exchange !== undefined) {
      return { exchange: price.exchange, cost: noCost };
    }
    const allowance = price.kind === 'free' ? undefined : await obtainAllowance(services, query, price, stopped);
    throwIfStopped(stopped);
    try {
      const [format] = query.formats;
      const exchange: Exchange = await client.call(endpoint, params, {
        format,
        reuse: reuseAnyAge,
        initiator: 'tool',
        agent: services.agent,
        stop: stopped,
        budgets: allowance === undefined ? [] : [allowance],
        onWaiting: () => onProgress?.('waiting'),
        onSent: () => onProgress?.('sent'),
      });
      return { exchange, cost: getExchangeCost(exchange, price.amount) };
    } catch (error) {
      if (!(error instanceof SocialDataError)) {
        throw error;
      }
      if (error.facts.budget?.per === 'call') {
        continue; // the price rose or other requests used the allowance, so ask again
      }
      const cost = getFailedCallCost(error, price.kind === 'free' ? 0n : price.amount);
      throw stopped.aborted && error.kind === 'cancelled'
        ? createStoppedFault()
        : toAgentFault(error, endpoint, cost, services.remedies);
    }
  }
}

/** @throws AgentFault if the service isn't connected */
export function quoteLiveRequest(
  { client, remedies = editorRemedies }: Pick<AgentServices, 'client' | 'remedies'>,
  { endpoint, params, formats }: LiveRequest,
): LivePrice {
  const quotes = formats.map((format): Quote | undefined => client.quote(endpoint, params, { format, reuse: reuseAnyAge }));
  const stored = quotes.find((quote) => quote?.kind === 'stored');
  if (stored !== undefined) {
    return { kind: 'stored', amount: 0n, exchange: stored.exchange };
  }
  const [quote] = quotes;
  const connection = client.connection(endpoint.service);
  if (quote === undefined || connection === undefined) {
    throw new AgentFault('address', `The ${endpoint.service} service isn't connected. Ask the user to ${remedies.connect}.`, {
      fixableBy: 'person',
    });
  }
  if (connection.kind === 'sandbox') {
    return { kind: 'free', amount: 0n };
  }
  return quote.kind === 'known'
    ? { kind: 'known', amount: quote.price }
    : { kind: 'unknown', amount: client.assumedPrice(endpoint.service) };
}

function throwIfParamsInvalid({ endpoint, params }: LiveRequest): void {
  const faults = checkParams(endpoint, params);
  if (faults.length > 0) {
    throw createInputFault(
      faults.map(({ message }) => `${message}.`).join(' '),
      `arguments such as ${JSON.stringify(endpoint.example)} for ${endpoint.id} with call_endpoint; IDs are strings.`,
    );
  }
}

/** Doesn't ask for consent if the request can't be recorded or exceeds a budget. */
async function obtainAllowance(services: AgentServices, query: LiveRequest, price: LivePrice, stop: AbortSignal) {
  const problem = services.storeProblem?.();
  if (problem !== undefined) {
    throw toAgentFault(problem, query.endpoint, noCost, services.remedies);
  }
  const budgets = services.budgets();
  let least: Money | undefined;
  for (const per of ['agents', 'day', 'session'] as const) {
    const { cap } = budgets[per];
    if (cap === undefined) {
      continue;
    }
    const left = getBudgetLeft(budgets[per]);
    if (findRoom(budgets[per], { amount: price.amount, isGuess: price.kind === 'unknown' }) === 'over') {
      const over = describeOverBudget(query.endpoint.title, { per, cap, left, needed: price.amount });
      throw new AgentFault('budget', `${over} ${formatBudgetAdvice(services.remedies)}`, { fixableBy: 'person' });
    }
    least = least === undefined || left < least ? left : least;
  }
  const allowance = await services.consents.obtain(
    {
      endpoint: query.endpoint,
      params: query.params,
      agent: services.agent,
      price: price.amount,
      isPriceKnown: price.kind === 'known',
      left: least ?? price.amount,
    },
    stop,
  );
  if (allowance === undefined && !stop.aborted) {
    throw createDeclinedFault();
  }
  return allowance;
}

export function createDeclinedFault(): AgentFault {
  return new AgentFault(
    'consent',
    "The user didn't allow this request. Nothing was sent. No charge. Continue without it: read_stored reads responses from history. Don't ask again unless the user says so.",
    { fixableBy: 'person' },
  );
}

function throwIfStopped(stop: AbortSignal): void {
  if (stop.aborted) {
    throw createStoppedFault();
  }
}

function createStoppedFault(): AgentFault {
  return new AgentFault(
    'stopped',
    "The user stopped agents. No more requests will be sent. Don't continue unless the user says so.",
    {
      fixableBy: 'person',
    },
  );
}
