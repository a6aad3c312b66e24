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
import {
  type ConsentQuestion,
  type ConsentReply,
  type ConsentRequest,
  getOfferedAllowance,
  toConsentQuestion,
} from '../app/agents/consents.ts';
import { formatUntrustedLine } from '../app/agents/untrusted.ts';
import { formatDollars } from '../app/cost/formatCost.ts';
import { formatKnownOrAssumedPrice } from '../app/cost/formatPrice.ts';
import { type Clock, systemClock } from '../client/clock.ts';

/** A request asks one question. */
const consentInputRequestKey = 'consent';
/** Longer values of an agent are cut: the endpoint and the price have to be seen. */
const maxParamsTextLength = 300;
/** Questions that nobody answered are forgotten from here on, the oldest first. */
const maxUnansweredForms = 100;

const declineChoiceLabel = 'Decline';

/** How long calls wait for the answer to a question of another one; from then on they are asked about as if it were none. */
const maxWaitForOtherAnswerMs = 30_000;

interface RunningToolRequest {
  readonly canAsk: boolean;
  readonly answer: FormAnswer | undefined;
  /** The question that the call came back from; left out: none. */
  readonly close: () => void;
  asks?: ConsentRequest;
}

interface FormAnswer {
  readonly to: ConsentRequest;
  readonly reply: ConsentReply;
}

interface CallWaitingForOtherForm {
  readonly asks: ConsentRequest;
  readonly wake: () => void;
  /** What the person said of it, where the other one's question was about it as well. */
  reply?: 'no' | 'once';
}

interface OpenForm {
  readonly question: ConsentQuestion;
  readonly joined: readonly CallWaitingForOtherForm[];
  readonly openedAt: number;
}

export type ConsentedRunResult<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'ask'; readonly required: InputRequiredResult }
  | { readonly kind: 'declined' };

/**
 * Asks the person through the client, by a form that it shows (elicitation). A tool that needs consent ends without having sent
 * anything, the client asks, and the call comes again with the answer: so the newest protocol wants it, and the SDK does the
 * same for older clients. An answer holds once, for the question that it was given to; the client can bring no other back.
 * One question is open at a time: calls that come meanwhile share an amount that is allowed, else the next question is about all of them.
 */
export class ElicitedConsents {
  readonly #turns = new AsyncLocalStorage<RunningToolRequest>();
  readonly #clock: Clock;
  readonly #open = new Map<string, OpenForm>();
  /** The question that others wait for. */
  #current: OpenForm | undefined;
  readonly #waiting = new Set<CallWaitingForOtherForm>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** For `Consents`, about one request at a time. @throws AgentFault where the client cannot ask */
  readonly ask = async ({ calls: [request] }: ConsentQuestion): Promise<ConsentReply> => {
    const turn = this.#turns.getStore();
    if (turn?.canAsk !== true) {
      return await Promise.reject(createCannotAskFault());
    }
    if (turn.answer !== undefined && isSameRequestAtNoHigherPrice(turn.answer.to, request)) {
      turn.close(); // those that waited for it have their turn after this request
      return turn.answer.reply;
    }
    turn.asks = request;
    return 'no';
  };

  /** `run` is not called again where the person said no. */
  async runWithConsent<T>(context: ServerContext, capabilities: unknown, run: () => Promise<T>): Promise<ConsentedRunResult<T>> {
    const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
    const canAsk = canElicit(envelope[CLIENT_CAPABILITIES_META_KEY] ?? capabilities);
    const answered = this.#answerOf(context);
    if (answered?.reply === 'no') {
      this.#close(answered.form, 'no');
      return { kind: 'declined' };
    }
    const close = () => answered && this.#close(answered.form, answered.reply);
    const answer: FormAnswer | undefined = answered && { to: answered.form.question.calls[0], reply: answered.reply };
    try {
      return await this.#runOrAsk({ canAsk, answer, close }, run, context.mcpReq.signal);
    } finally {
      close(); // where it was not needed any more
      this.#wakeNext();
    }
  }

  async #runOrAsk<T>(turn: RunningToolRequest, run: () => Promise<T>, signal: AbortSignal): Promise<ConsentedRunResult<T>> {
    const result = await this.#turns.run(turn, run);
    const { asks } = turn;
    if (asks === undefined) {
      return { kind: 'done', result };
    }
    turn.close();
    if (this.#current === undefined) {
      return { kind: 'ask', required: this.#toForm(asks, signal) };
    }
    const { reply } = await this.#wait(asks, this.#current, signal);
    if (reply === 'no' || signal.aborted) {
      return { kind: 'declined' };
    }
    const answer = reply && { to: asks, reply };
    return await this.#runOrAsk({ canAsk: turn.canAsk, answer, close: () => undefined }, run, signal);
  }

  /** Waits for the open form, and closes it after too long so that it blocks nobody. */
  async #wait(asks: ConsentRequest, form: OpenForm, signal: AbortSignal): Promise<CallWaitingForOtherForm> {
    const woken = Promise.withResolvers<undefined>();
    const call: CallWaitingForOtherForm = { asks, wake: () => woken.resolve(undefined) };
    this.#waiting.add(call);
    const left = form.openedAt + maxWaitForOtherAnswerMs - this.#clock.monotonicNow();
    const unschedule = this.#clock.schedule(Math.max(0, left), () => this.#close(form, undefined));
    signal.addEventListener('abort', call.wake, { once: true });
    if (signal.aborted) {
      call.wake();
    }
    await woken.promise;
    signal.removeEventListener('abort', call.wake);
    unschedule();
    this.#waiting.delete(call);
    return call;
  }

  /** @param reply undefined if none came in time */
  #close(form: OpenForm, reply: ConsentReply | undefined): void {
    if (form !== this.#current) {
      return;
    }
    this.#current = undefined;
    for (const call of form.joined) {
      if (typeof reply === 'string') {
        call.reply = reply;
      }
      call.wake();
    }
    if (typeof reply === 'object') {
      this.#waiting.forEach(({ wake }) => wake());
    } else {
      this.#wakeNext();
    }
  }

  /** One of them: it asks for those that wait with it, or ends and wakes the next. */
  #wakeNext(): void {
    if (this.#current === undefined) {
      [...this.#waiting].find(({ reply }) => reply === undefined)?.wake();
    }
  }

  #answerOf({ mcpReq }: ServerContext): { readonly form: OpenForm; readonly reply: ConsentReply } | undefined {
    const state: unknown = mcpReq.requestState();
    const form = typeof state === 'string' ? this.#open.get(state) : undefined;
    if (typeof state !== 'string' || form === undefined) {
      return undefined; // nothing was asked, or the answer was used: it is asked again
    }
    this.#open.delete(state);
    const { kind } = inputResponse(mcpReq.inputResponses, consentInputRequestKey);
    if (kind === 'missing') {
      this.#close(form, undefined);
      return undefined;
    }
    return { form, reply: readConsentReply(mcpReq.inputResponses, form.question) };
  }

  #toForm(request: ConsentRequest, signal: AbortSignal): InputRequiredResult {
    const requestState = randomUUID();
    const others = [...this.#waiting].filter(({ reply }) => reply === undefined);
    const asked = toConsentQuestion(
      request,
      others.map(({ asks }) => asks),
    );
    const form = {
      question: asked,
      joined: others.filter(({ asks }) => asks !== request && asked.calls.includes(asks)),
      openedAt: this.#clock.monotonicNow(),
    };
    this.#current = form;
    signal.addEventListener('abort', () => this.#close(form, undefined), { once: true });
    this.#open.set(requestState, form);
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxUnansweredForms && oldest !== undefined) {
      this.#open.delete(oldest);
    }
    const elicited = inputRequired.elicit({
      message: describeQuestion(asked),
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: 'Allow', enum: listConsentChoices(asked).map(([words]) => words) } },
        required: ['answer'],
      },
    });
    return inputRequired({ inputRequests: { [consentInputRequestKey]: elicited }, requestState });
  }
}

function describeQuestion({ agent, calls, price, isPriceKnown, left }: ConsentQuestion): string {
  const max = Math.floor(maxParamsTextLength / calls.length);
  const wishes = calls.map(
    ({ endpoint, params }) => `${endpoint.title} with ${formatUntrustedLine(JSON.stringify(params), max)}`,
  );
  return [
    `${agent === undefined ? 'An AI agent' : `"${agent}"`} wants to request ${wishes.join('; ')}.`,
    `Price${calls.length === 1 ? '' : ` of these ${calls.length} at most`}: ${formatKnownOrAssumedPrice(price, isPriceKnown)}.`,
    `Left of the tightest budget: ${formatDollars(left)}.`,
  ].join(' ');
}

function listConsentChoices(asked: ConsentQuestion): readonly (readonly [words: string, reply: ConsentReply])[] {
  const { calls, price, isPriceKnown } = asked;
  const amount = getOfferedAllowance(asked);
  return [
    [declineChoiceLabel, 'no'],
    [`${calls.length === 1 ? 'Once' : `All ${calls.length}`} (${formatKnownOrAssumedPrice(price, isPriceKnown)})`, 'once'],
    ...(amount === undefined ? [] : [[`Up to ${formatDollars(amount)}`, { upTo: amount }] as const]),
  ];
}

/** Whatever is no clear yes to a choice that was offered is a no. */
function readConsentReply(responses: ServerContext['mcpReq']['inputResponses'], asked: ConsentQuestion): ConsentReply {
  const content = acceptedContent(responses, consentInputRequestKey, z.object({ answer: z.string() }));
  const [, reply] = listConsentChoices(asked).find(([words]) => words === content?.answer) ?? [];
  return reply ?? 'no';
}

function isSameRequestAtNoHigherPrice(asked: ConsentRequest, now: ConsentRequest): boolean {
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

function createCannotAskFault(): AgentFault {
  return new AgentFault(
    'consent',
    'Not called: this client cannot ask the person. Nothing was sent and nothing was spent. The person may start the server with a larger amount that needs no question (--allow DOLLARS), within a budget (--budget DOLLARS). Until then use what is kept: read_kept.',
    { fixableBy: 'person' },
  );
}
