import type { Client } from '../../client/client.ts';
import type { Connection } from '../../client/connection.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { BudgetState } from '../../client/policies/budget.ts';
import type { Cost } from '../../core/cost/cost.ts';
import type { RemedyWords } from './agentFault.ts';
import type { ListedFixture } from '../fixtures/index.ts';
import type { Consents } from './consents.ts';

/** What agents are held to, the tightest first: each request needs room in all three. */
export interface AgentBudgets {
  readonly agents: BudgetState;
  readonly session: BudgetState;
  readonly day: BudgetState;
}

export interface StoredResponseSummary {
  readonly id: string;
  readonly endpointId: string;
  readonly connection: Connection['kind'];
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly bodyBytes: number;
  /** Set where there is nothing to read: its body is not kept. */
  readonly isWithheld: boolean;
}

interface StoredResponsePageOptions {
  readonly limit: number;
  readonly before?: string;
}

interface StoredResponseSummaryPage {
  readonly items: readonly StoredResponseSummary[];
  readonly hasMore: boolean;
}

/** Reading makes no call. */
export interface StoredResponseReader {
  newest(window: StoredResponsePageOptions): StoredResponseSummaryPage;
  exchangesByEndpoint(endpointId: string, window: StoredResponsePageOptions): StoredResponseSummaryPage;
  exchange(id: string): Exchange | undefined;
}

export interface FixtureSaveRequest {
  readonly exchange: Exchange;
  /** Its name without an ending; by the rule of the workspace when left out. */
  readonly name: string | undefined;
  readonly isPseudonymized: boolean;
}

/** Paths are below the workspace. */
export type FixtureSaveResult =
  | { readonly kind: 'saved'; readonly path: string; readonly change: 'new' | 'replaced' | 'none' }
  /** `taken`: something else has the name, or another response of the question, which no agent saved. `left`: the person did not answer. */
  | { readonly kind: 'refused'; readonly reason: 'taken' | 'left' | 'noFolder' | 'key' | 'notPseudonymized' | 'stopped' }
  /** @param said by the file system, or of a path */
  | { readonly kind: 'failed'; readonly said: string };

/** Makes no call. @param stop nothing further is written */
export type SaveAgentFixture = (wish: FixtureSaveRequest, stop: AbortSignal) => Promise<FixtureSaveResult>;

/** What tools work with. Nothing of it gives them a key, a header or a way to the network that no budget holds. */
export interface AgentServices {
  readonly client: Pick<Client, 'quote' | 'call' | 'connection' | 'assumedPrice'>;
  readonly stored: StoredResponseReader;
  readonly budgets: () => AgentBudgets;
  /** Set if spending cannot be recorded: paid requests are refused then. */
  readonly storeProblem?: () => SocialDataError | undefined;
  /** What this session of the editor cost, people's requests included. */
  readonly sessionCost: () => Cost;
  readonly consents: Consents;
  readonly fixtures: () => Promise<readonly ListedFixture[]>;
  /** Where a folder was given for them; in an editor it is the workspace. */
  readonly fixturesFolder?: string;
  /** Left out where nothing can be saved: `save_fixture` then says so. */
  readonly saveFixture?: SaveAgentFixture;
  /** The program that asks (see readAgentName); left out where it gave no name. */
  readonly agent?: string | undefined;
  /** A few random letters, other ones each time. */
  readonly nonce: () => string;
  /** What faults say that the person can do. Left out: the commands of the editor. */
  readonly steps?: RemedyWords;
  /** Called while a request takes its time: it waits to be sent, or was sent. */
  readonly onProgress?: (state: 'waiting' | 'sent') => void;
}
