import type { ErrorKind, SocialDataError, SocialDataErrorFacts } from '../../client/errors.ts';
import type { Money } from '../../client/money.ts';
import { formatDollars } from '../cost/formatCost.ts';
import { type Cost, noCost } from '../cost/cost.ts';

/** Who can do something about a fault: the agent with other arguments, the person who runs it, or nobody for now. */
export type FixableBy = 'agent' | 'person' | 'nobody';

interface AgentFaultFacts {
  readonly fixableBy: FixableBy;
  /** What the call cost all the same. */
  readonly cost?: Cost;
  /** What the service said, which goes between the marks of what people wrote. */
  readonly said?: string | undefined;
}

/** Why a tool has no answer. The message is for the model: what is wrong, then what to send or to do instead. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';
  readonly kind: ErrorKind | 'consent' | 'stopped' | 'off';
  readonly fixableBy: FixableBy;
  readonly cost: Cost;
  readonly said: string | undefined;

  constructor(kind: AgentFault['kind'], message: string, { fixableBy, cost = noCost, said }: AgentFaultFacts) {
    super(message);
    this.kind = kind;
    this.fixableBy = fixableBy;
    this.cost = cost;
    this.said = said;
  }
}

/** An argument that does not fit. @param instead what to send */
export function createInputFault(what: string, instead: string): AgentFault {
  return new AgentFault('input', `${what} Send instead: ${instead}`, { fixableBy: 'agent' });
}

/** What an agent asks the person to do, where that differs with what offers the tools: each goes on after "Ask the person to". */
export interface RemedyWords {
  readonly setBudget: string;
  readonly setKey: string;
  readonly connect: string;
}

/** The commands of the editor. */
export const editorRemedies: RemedyWords = {
  setBudget: 'run "Set Budget…"',
  setKey: 'run "Set API Key…", or to select the sandbox',
  connect: 'run "Select Connection…"',
};

/** What failed, what to do now, and who can. */
const fixerAndTextsByErrorKind: Readonly<
  Record<ErrorKind, readonly [fixableBy: FixableBy, what: string, advice: string | ((steps: RemedyWords) => string)]>
> = {
  input: ['agent', 'An argument does not fit.', 'See describe_endpoint for what the endpoint takes.'],
  noKey: ['person', 'No API key is set.', ({ setKey }) => `Ask the person to ${setKey}.`],
  address: ['person', 'The connection has no usable address.', ({ connect }) => `Ask the person to ${connect}.`],
  connectionChanged: ['agent', 'The connection changed before the request was sent.', 'Send the same again.'],
  budget: ['person', 'A budget leaves no room for this request.', formatBudgetAdvice],
  storage: [
    'person',
    'The request could not be written down on this machine, so it was not sent.',
    'Ask the person to look at the log.',
  ],
  duplicateInFlight: [
    'agent',
    'The same request is under way already.',
    'Send the same again: its answer will be kept, and free.',
  ],
  notKept: ['agent', 'No answer is kept.', 'Use a live tool, such as look_up.'],
  badRequest: [
    'agent',
    'Not found, or refused by the service.',
    'Check the id, the handle or the value before you repeat it: an error is not kept and may cost again.',
  ],
  invalid: ['agent', 'The service refused a value.', 'Correct it; describe_endpoint says what it takes.'],
  notFound: [
    'agent',
    'Not found.',
    'Do not repeat it: an error is not kept and may cost again. Perhaps it was deleted, or it is the id of something else: look_up takes "as".',
  ],
  unauthorized: ['person', 'The service did not accept the key.', 'Ask the person to set another one.'],
  noBalance: ['person', 'The balance of the key is used up.', 'Ask the person to top it up.'],
  forbidden: ['nobody', 'The key has no access to this.', 'Ask about something else.'],
  rateLimited: ['nobody', 'The service asks to wait.', 'Use what is kept, or try again later.'],
  upstreamTimeout: ['nobody', 'The service did not answer in time.', 'Try again later.'],
  conflict: ['nobody', 'The service failed.', 'Try again later.'],
  server: ['nobody', 'The service failed.', 'Try again later.'],
  noResults: ['agent', 'Nothing was found.', 'Use other words, or fewer operators.'],
  redirect: ['person', 'The address answers with a redirect, which is never followed.', 'Ask the person to correct the address.'],
  unexpectedStatus: [
    'person',
    'The service answered with a status that it does not document.',
    'Ask the person to check the connection.',
  ],
  network: ['person', 'The service could not be reached.', 'What is kept can still be read: read_kept.'],
  certificate: ['person', 'The certificate of the address is not trusted.', 'Ask the person to check the address.'],
  interrupted: [
    'person',
    'The connection broke before the whole answer was here.',
    'It is not repeated by itself: that may cost twice.',
  ],
  timeout: ['person', 'No whole answer came in time.', 'It is not repeated by itself: that may cost twice.'],
  cancelled: ['person', 'The request was cancelled.', 'Do not repeat it unless the person says so.'],
  tooLarge: ['nobody', 'The answer is larger than is taken.', 'Ask for less.'],
  shape: ['nobody', 'An answer came that cannot be read.', 'Ask about something else.'],
};

/** @param cost what it cost all the same */
export function toAgentFault(error: SocialDataError, cost: Cost, steps: RemedyWords = editorRemedies): AgentFault {
  const [fixableBy, what, advice] = fixerAndTextsByErrorKind[error.kind];
  const { budget, said } = error.facts;
  const which =
    budget === undefined ? what : `It ${formatNeeded(budget.needed, budget.isPriceAssumed)}, and ${formatBudgetRoom(budget)}.`;
  const why = error.kind === 'input' ? `${error.message}.` : which;
  const then = typeof advice === 'string' ? advice : advice(steps);
  return new AgentFault(error.kind, `${why} ${then}`, { fixableBy, cost, said });
}

/** The names of budgets, for a model. */
export const budgetNames = {
  agents: 'budget of agents for today',
  session: 'session budget',
  day: 'budget of the day',
} as const;

/** What a request would take of a budget, behind its name: "may cost $0.0002". */
export function formatNeeded(needed: Money, isPriceAssumed: boolean): string {
  return `${isPriceAssumed ? 'has no known price yet and counts as' : 'may cost'} ${formatDollars(needed)}`;
}

/** "$0.10 of the session budget of $1.00 is left" */
export function formatBudgetRoom({
  per,
  cap,
  left,
}: Pick<NonNullable<SocialDataErrorFacts['budget']>, 'per' | 'cap' | 'left'>): string {
  return `${formatDollars(left)} of the ${budgetNames[per]} of ${formatDollars(cap)} is left`;
}

/** What to do where a budget leaves no room. */
export function formatBudgetAdvice({ setBudget }: RemedyWords): string {
  return `Ask the person to ${setBudget}, or use what is kept: read_kept.`;
}
