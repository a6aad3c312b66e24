import type { Endpoint } from '../../client/endpoint.ts';
import { type ErrorKind, SocialDataError } from '../../client/errors.ts';
import { type Cost, noCost } from '../../core/cost/cost.ts';
import { describeError, describeStoreFault } from '../../core/errors/describeError.ts';

/** `agent`: by sending different arguments. `person`: the user who runs the agent. */
export type FixableBy = 'agent' | 'person' | 'nobody';

interface AgentFaultFacts {
  readonly fixableBy: FixableBy;
  readonly cost?: Cost;
  /** The service's message. It is untrusted, so it is shown between marks. */
  readonly said?: string | undefined;
}

/** The message is for the model: what is wrong, then what to send or do instead. */
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

export function createInputFault(what: string, instead: string): AgentFault {
  return new AgentFault('input', `${what} Send instead: ${instead}`, { fixableBy: 'agent' });
}

/** Each string continues "Ask the person to". VS Code and the MCP server have different ones. */
export interface RemedyWords {
  readonly setBudget: string;
  readonly setKey: string;
  readonly connect: string;
  readonly mendStore: string;
}

export const editorRemedies: RemedyWords = {
  setBudget: "run 'Set Budget…'",
  setKey: "run 'Manage Connections…', or to select the sandbox",
  connect: "run 'Select Connection…'",
  mendStore: "fix this and reload the window, or to run 'Start New History…' in the Activity view",
};

export function toAgentFault(
  error: SocialDataError,
  endpoint: Endpoint,
  cost: Cost,
  remedies: RemedyWords = editorRemedies,
): AgentFault {
  const { kind, spent, exchange, facts } = error;
  const { budget, retryAt, said } = facts;
  // the service's message is shown separately, and causes, codes, and hosts may contain anything
  const known = {
    spent,
    ...(exchange === undefined ? {} : { exchange }),
    ...(budget === undefined ? {} : { budget }),
    ...(retryAt === undefined ? {} : { retryAt }),
  };
  const { failed } = describeError(new SocialDataError(kind, error.message, known), endpoint);
  const [fixableBy, advice] = adviseAgent(error, endpoint, remedies);
  return new AgentFault(kind, `${failed} ${advice}`, { fixableBy, cost, said });
}

function adviseAgent(
  { kind, facts }: SocialDataError,
  { params }: Endpoint,
  remedies: RemedyWords,
): readonly [FixableBy, string] {
  switch (kind) {
    case 'input':
    case 'invalid':
    case 'badRequest':
      if (Object.keys(params.shape).length === 0) {
        return ['nobody', 'Try again later.'];
      }
      return ['agent', "Check the value: describe_endpoint lists the endpoint's parameters."];
    case 'notFound':
      return [
        'agent',
        "Check the ID or handle. It may have been deleted, or belong to something else: look_up has an 'as' parameter.",
      ];
    case 'noResults':
      return ['agent', 'Use different words, or fewer operators.'];
    case 'notStored':
      return ['agent', 'Use a live tool, such as look_up.'];
    case 'connectionChanged':
      return ['agent', 'Send the same request again.'];
    case 'noKey':
    case 'unauthorized':
      return ['person', `Ask the user to ${remedies.setKey}.`];
    case 'noBalance':
      return ['person', 'Ask the user to add funds.'];
    case 'budget':
      return ['person', formatBudgetAdvice(remedies)];
    case 'storage':
      return ['person', formatStoreAdvice(facts.code, remedies)];
    case 'address':
    case 'noConnection':
    case 'redirect':
    case 'unexpectedStatus':
    case 'network':
    case 'certificate':
      return ['person', `Ask the user to check the base URL, or to ${remedies.connect}.`];
    case 'cancelled':
      return ['person', "Don't repeat it unless the user says so."];
    case 'interrupted':
    case 'timeout':
      return facts.receipt?.isPlayMoney === true
        ? ['nobody', 'Try again later.']
        : ['nobody', "Don't repeat it: it may be charged twice."];
    case 'rateLimited':
    case 'upstreamTimeout':
    case 'conflict':
    case 'server':
      return ['nobody', 'Try again later.'];
    case 'forbidden':
    case 'tooLarge':
    case 'shape':
      return ['nobody', "Don't repeat it."];
  }
}

export function formatStoreAdvice(code: string | undefined, { mendStore }: RemedyWords = editorRemedies): string {
  return `${describeStoreFault(code)} Ask the user to ${mendStore}.`;
}

export function formatBudgetAdvice({ setBudget }: RemedyWords = editorRemedies): string {
  return `Ask the user to ${setBudget}, or use responses from history: read_stored.`;
}
