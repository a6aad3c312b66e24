import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { AgentFault } from '../app/agents/agentFault.ts';
import type { ConsentReply, ConsentRequest } from '../app/agents/consents.ts';
import { untrustedLine } from '../app/agents/untrusted.ts';
import { formatDollars } from '../app/cost/formatCost.ts';
import { formatCountedPrice } from '../app/cost/formatPrice.ts';

/** The question's name within a request; a request asks one. */
const question = 'consent';
/** The amount that is offered for several requests: five cents. */
const offered = 50_000n;
/** Longer values of an agent are cut: the endpoint and the price have to be seen. */
const maxParams = 300;
/** Questions that nobody answered are forgotten from here on, the oldest first. */
const maxOpen = 100;

const decline = 'Decline';

/** A request of a client while its tool runs. */
interface Turn {
  readonly canAsk: boolean;
  /** What the person answered, and to which question. */
  readonly answer: { readonly to: ConsentRequest; readonly reply: ConsentReply } | undefined;
  /** What they have to be asked first. */
  asks?: ConsentRequest;
}

/** How a tool call went on. */
export type ConsentedRun<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'ask'; readonly required: InputRequiredResult }
  | { readonly kind: 'declined' };

/**
 * Asks the person through the client, by a form that it shows (elicitation). A tool that needs consent ends without having sent
 * anything, the client asks, and the call comes again with the answer: so the newest protocol wants it, and the SDK does the
 * same for older clients. An answer holds once, for the question that it was given to; the client can bring no other back.
 */
export class ElicitedConsents {
  readonly #turns = new AsyncLocalStorage<Turn>();
  readonly #open = new Map<string, ConsentRequest>();

  /** For `Consents`. @throws AgentFault where the client cannot ask */
  readonly ask = async (request: ConsentRequest): Promise<ConsentReply> => {
    const turn = this.#turns.getStore();
    if (turn?.canAsk !== true) {
      return await Promise.reject(cannotAsk());
    }
    if (turn.answer !== undefined && isSame(turn.answer.to, request)) {
      return turn.answer.reply;
    }
    turn.asks = request;
    return 'no';
  };

  /** Runs a tool for a request; `run` is not called again where the person said no. */
  async during<T>(context: ServerContext, capabilities: unknown, run: () => Promise<T>): Promise<ConsentedRun<T>> {
    const answer = this.#answerOf(context);
    if (answer?.reply === 'no') {
      return { kind: 'declined' };
    }
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
    const turn: Turn = { canAsk: canElicit(envelope[CLIENT_CAPABILITIES_META_KEY] ?? capabilities), answer };
    const result = await this.#turns.run(turn, run);
    return turn.asks === undefined ? { kind: 'done', result } : { kind: 'ask', required: this.#toForm(turn.asks) };
  }

  #answerOf({ mcpReq }: ServerContext): Turn['answer'] {
    const state: unknown = mcpReq.requestState();
    const to = typeof state === 'string' ? this.#open.get(state) : undefined;
    if (typeof state !== 'string' || to === undefined) {
      return undefined; // nothing was asked, or the answer was used: it is asked again
    }
    this.#open.delete(state);
    const { kind } = inputResponse(mcpReq.inputResponses, question);
    return kind === 'missing' ? undefined : { to, reply: replyOf(mcpReq.inputResponses, to) };
  }

  #toForm(request: ConsentRequest): InputRequiredResult {
    const requestState = randomUUID();
    this.#open.set(requestState, request);
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen && oldest !== undefined) {
      this.#open.delete(oldest);
    }
    const { agent, endpoint, params, price, isPriceKnown, left } = request;
    const message = [
      `${agent === undefined ? 'An AI agent' : `"${agent}"`} wants to request ${endpoint.title} with ${untrustedLine(JSON.stringify(params), maxParams)}.`,
      `Price: ${formatCountedPrice(price, isPriceKnown)}. Left of the tightest budget: ${formatDollars(left)}.`,
    ].join(' ');
    const form = inputRequired.elicit({
      message,
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: 'Allow', enum: choicesOf(request).map(([words]) => words) } },
        required: ['answer'],
      },
    });
    return inputRequired({ inputRequests: { [question]: form }, requestState });
  }
}

/** What the person chooses from, in their words. */
function choicesOf({ price, isPriceKnown, left }: ConsentRequest): readonly (readonly [words: string, reply: ConsentReply])[] {
  const amount = left < offered ? left : offered;
  return [
    [decline, 'no'],
    [`Once (${formatCountedPrice(price, isPriceKnown)})`, 'once'],
    ...(amount >= price * 2n ? [[`Up to ${formatDollars(amount)}`, { upTo: amount }] as const] : []),
  ];
}

/** Whatever is no clear yes to a choice that was offered is a no. */
function replyOf(responses: ServerContext['mcpReq']['inputResponses'], asked: ConsentRequest): ConsentReply {
  const content = acceptedContent(responses, question, z.object({ answer: z.string() }));
  const [, reply] = choicesOf(asked).find(([words]) => words === content?.answer) ?? [];
  return reply ?? 'no';
}

/** Whether an answer to one question serves another one: the same request, at a price that is not higher. */
function isSame(asked: ConsentRequest, now: ConsentRequest): boolean {
  return (
    asked.endpoint.id === now.endpoint.id &&
    JSON.stringify(asked.params) === JSON.stringify(now.params) &&
    now.price <= asked.price
  );
}

/** By the specification, a client that names no way to ask has forms. */
function canElicit(capabilities: unknown): boolean {
  const { data } = z
    .object({ elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }) })
    .safeParse(capabilities);
  return data !== undefined && (data.elicitation.form !== undefined || data.elicitation.url === undefined);
}

function cannotAsk(): AgentFault {
  return new AgentFault(
    'consent',
    'Not called: this client cannot ask the person. Nothing was sent and nothing was spent. The person may start the server with an amount that needs no question (--allow DOLLARS), within a budget (--budget DOLLARS). Until then use what is kept: read_kept.',
    { fixableBy: 'person' },
  );
}
