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
import { AgentFault } from '../agentFault.ts';
import { type ConsentReply, type ConsentRequest, getOfferedAllowance } from '../consents.ts';
import { formatUntrustedLine } from '../untrusted.ts';
import { formatDollars } from '../../../core/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../../../core/cost/formatPrice.ts';

const consentInputRequestKey = 'consent';
/** Truncates longer values from an agent, so the endpoint and the price remain visible. */
const maxParamsTextLength = 300;

const declineChoiceLabel = 'Decline';

interface RunningToolRequest {
  readonly canAsk: boolean;
  readonly form: RepliedForm | undefined;
  /** Set if the run needs consent that it doesn't have. */
  asks?: ConsentRequest;
}

interface RepliedForm {
  readonly question: ConsentRequest;
  readonly reply: ConsentReply;
}

export type ConsentedRunResult<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'ask'; readonly required: InputRequiredResult }
  | { readonly kind: 'declined' };

/**
 * Asks for consent in a form that the client shows (elicitation). A tool that needs consent ends without sending a request; the
 * client shows the form, and calls the tool again with the reply. The newest protocol requires this, and the SDK does the same for
 * older clients. A reply is used once, for the request that the form was about.
 */
export class ElicitedConsents {
  readonly #turns = new AsyncLocalStorage<RunningToolRequest>();
  /** Open forms' questions, by their random `requestState`. */
  readonly #open = new Map<string, ConsentRequest>();

  /** For `Consents`. @throws AgentFault if the client can't show forms */
  readonly ask = async (question: ConsentRequest): Promise<ConsentReply> => {
    const turn = this.#turns.getStore();
    if (turn?.canAsk !== true) {
      throw createCannotAskFault();
    }
    const { form } = turn;
    if (form !== undefined && isSameRequestAtNoHigherPrice(form.question, question)) {
      return form.reply;
    }
    turn.asks = question;
    return 'no';
  };

  /** Doesn't call `run` if the user declined. */
  async runWithConsent<T>(context: ServerContext, capabilities: unknown, run: () => Promise<T>): Promise<ConsentedRunResult<T>> {
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
    const form = this.#takeForm(context);
    if (form?.reply === 'no') {
      return { kind: 'declined' };
    }
    const turn: RunningToolRequest = {
      canAsk: canElicit(envelope[CLIENT_CAPABILITIES_META_KEY] ?? capabilities),
      form,
    };
    const result = await this.#turns.run(turn, run);
    return turn.asks === undefined ? { kind: 'done', result } : { kind: 'ask', required: this.#toForm(turn.asks) };
  }

  /** @returns undefined if there wasn't a form, or its reply was already used */
  #takeForm({ mcpReq }: ServerContext): RepliedForm | undefined {
    const state: unknown = mcpReq.requestState();
    const question = typeof state === 'string' ? this.#open.get(state) : undefined;
    if (typeof state !== 'string' || question === undefined) {
      return undefined;
    }
    this.#open.delete(state);
    const { kind } = inputResponse(mcpReq.inputResponses, consentInputRequestKey);
    return kind === 'missing' ? undefined : { question, reply: readConsentReply(mcpReq.inputResponses, question) };
  }

  #toForm(question: ConsentRequest): InputRequiredResult {
    const requestState = randomUUID();
    this.#open.set(requestState, question);
    const elicited = inputRequired.elicit({
      message: describeQuestion(question),
      requestedSchema: {
        type: 'object',
        properties: { response: { type: 'string', title: 'Allow', enum: listConsentChoices(question).map(([words]) => words) } },
        required: ['response'],
      },
    });
    return inputRequired({ inputRequests: { [consentInputRequestKey]: elicited }, requestState });
  }
}

function describeQuestion({ agent, endpoint, params, price, isPriceKnown, left }: ConsentRequest): string {
  return [
    `${agent === undefined ? 'An AI agent' : `"${agent}"`} wants to request ${endpoint.title}`,
    `with ${formatUntrustedLine(JSON.stringify(params), maxParamsTextLength)}.`,
    `Price: ${formatKnownOrAssumedPrice(price, isPriceKnown)}.`,
    `Lowest remaining budget: ${formatDollars(left)}.`,
  ].join(' ');
}

function listConsentChoices(question: ConsentRequest): readonly (readonly [words: string, reply: ConsentReply])[] {
  const amount = getOfferedAllowance(question);
  return [
    [declineChoiceLabel, 'no'],
    [`Once (${formatKnownOrAssumedPrice(question.price, question.isPriceKnown)})`, 'once'],
    ...(amount === undefined ? [] : [[`Up to ${formatDollars(amount)}`, { upTo: amount }] as const]),
  ];
}

/** Anything except an offered choice is treated as no. */
function readConsentReply(responses: ServerContext['mcpReq']['inputResponses'], question: ConsentRequest): ConsentReply {
  const content = acceptedContent(responses, consentInputRequestKey, z.object({ response: z.string() }));
  const [, reply] = listConsentChoices(question).find(([words]) => words === content?.response) ?? [];
  return reply ?? 'no';
}

function isSameRequestAtNoHigherPrice(asked: ConsentRequest, now: ConsentRequest): boolean {
  return (
    asked.endpoint.id === now.endpoint.id &&
    JSON.stringify(asked.params) === JSON.stringify(now.params) &&
    now.price <= asked.price
  );
}

/** According to the specification, clients that don't list elicitation modes support forms. */
function canElicit(capabilities: unknown): boolean {
  const { data } = z
    .object({ elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }) })
    .safeParse(capabilities);
  return data !== undefined && (data.elicitation.form !== undefined || data.elicitation.url === undefined);
}

function createCannotAskFault(): AgentFault {
  return new AgentFault(
    'consent',
    "Not sent: this client can't ask the user. No charge. The user can start the server with a larger amount that needs no consent (--allow DOLLARS), within a budget (--budget DOLLARS). Until then, use responses from history: read_stored.",
    { fixableBy: 'person' },
  );
}
