import type { Client } from '../../client/client.ts';
import type { Connection } from '../../client/connection.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { BudgetState } from '../../client/policies/budget.ts';
import type { Cost } from '../../core/cost/cost.ts';
import type { RemedyWords } from './agentFault.ts';
import type { ListedFixture } from '../fixtures/index.ts';
import type { Consents } from './consents.ts';

/** Each request must fit all three. */
interface AgentBudgets {
  readonly agents: BudgetState;
  readonly session: BudgetState;
  readonly day: BudgetState;
}

export interface StoredResponseSummary extends Pick<Exchange, 'id' | 'status' | 'sentAt'> {
  readonly endpointId: string;
  readonly connection: Connection['kind'];
  readonly params: Readonly<Record<string, unknown>>;
  readonly bodyBytes: number;
  /** True if the body isn't stored. */
  readonly isWithheld: boolean;
}

interface PageOptions {
  readonly limit: number;
  readonly before?: string;
}

interface StoredResponsePage {
  readonly items: readonly StoredResponseSummary[];
  readonly hasMore: boolean;
}

/** What tools read from the store. Newest first. */
export interface StoredResponses {
  newest(options: PageOptions): StoredResponsePage;
  exchangesByEndpoint(endpointId: string, options: PageOptions): StoredResponsePage;
  exchange(id: string): Exchange | undefined;
}

export interface FixtureSaveRequest {
  readonly exchange: Exchange;
  /** A file name without an extension; generated from the request if undefined. */
  readonly name: string | undefined;
  readonly isPseudonymized: boolean;
}

/** Paths are relative to the workspace or the fixtures folder. */
export type FixtureSaveResult =
  | { readonly kind: 'saved'; readonly path: string; readonly change: 'new' | 'replaced' | 'none' }
  /** `taken`: the name belongs to a different file, or to a fixture that no agent saved. `left`: a prompt was closed. */
  | { readonly kind: 'refused'; readonly reason: 'taken' | 'left' | 'noFolder' | 'key' | 'notPseudonymized' | 'stopped' }
  /** `said`: the file system's message, or a message about a path. */
  | { readonly kind: 'failed'; readonly said: string };

/** Doesn't send requests. Stops writing once `stop` is aborted. */
export type SaveAgentFixture = (request: FixtureSaveRequest, stop: AbortSignal) => Promise<FixtureSaveResult>;

/** Doesn't give tools keys, headers, or network access outside the budgets. */
export interface AgentServices {
  readonly client: Pick<Client, 'quote' | 'call' | 'connection' | 'assumedPrice'>;
  readonly stored: StoredResponses;
  readonly budgets: () => AgentBudgets;
  /** Returns the reason if spending can't be recorded; then paid requests are rejected. */
  readonly storeProblem?: () => SocialDataError | undefined;
  /** Includes requests that the user sent. */
  readonly sessionCost: () => Cost;
  readonly consents: Consents;
  readonly fixtures: () => Promise<readonly ListedFixture[]>;
  /** Absolute path; not set in VS Code, where fixtures are in the workspace. */
  readonly fixturesFolder?: string;
  /** Not set without a fixtures folder; then `save_fixture` fails. */
  readonly saveFixture?: SaveAgentFixture;
  /** The name that the agent's program reports (see readAgentName). */
  readonly agent?: string | undefined;
  /** Returns new random characters each time. */
  readonly nonce: () => string;
  /** Default: VS Code commands. */
  readonly remedies?: RemedyWords;
  /** Called when a request starts to wait, and when it is sent. */
  readonly onProgress?: (state: 'waiting' | 'sent') => void;
}
