import type { Client } from '../../client/client.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import { SocialDataError } from '../../client/errors.ts';
import type { RankingMode } from '../../protocol/threadContract.ts';
import { PagedSession } from '../session/pagedSession.ts';
import type { Runs } from '../session/runs.ts';
import type { ConversationOptions } from './conversationState.ts';
import type { QuestionStates } from './threadPages.ts';
import {
  type ThreadPageWithAnswer,
  chooseThreadFormat,
  toRankingQuestionName,
  toThreadParams,
  type ThreadRequest,
} from './threadQuestion.ts';

/** The session of a question: the replies in an order, the conversation of another post, or what a branch goes on with. */
export type QuestionSession = PagedSession<ThreadPageWithAnswer>;

/** The questions that a thread is made of, by their names: each with a session of its own, all with the same runs. */
export class ThreadQuestions {
  readonly #focalId: string;
  readonly #runs: Runs;
  readonly #options: ConversationOptions;
  readonly #loaded: () => void;
  readonly #questions = new Map<string, QuestionSession>();
  #arrived = 0;

  /** @param loaded called when a page of one came, or it led no further */
  constructor(focalId: string, runs: Runs, options: ConversationOptions, loaded: () => void) {
    this.#focalId = focalId;
    this.#runs = runs;
    this.#options = options;
    this.#loaded = loaded;
  }

  /** How they stand now. */
  get states(): QuestionStates {
    return new Map([...this.#questions].map(([name, { state }]) => [name, state]));
  }

  /** The replies in an order. */
  order(ranking: RankingMode): QuestionSession {
    return this.get(toRankingQuestionName(ranking), { postId: this.#focalId, cursor: undefined, ranking });
  }

  /** The question of that name; where it was not asked before, the one that begins with this page. */
  get(name: string, request: ThreadRequest): QuestionSession {
    const known = this.#questions.get(name);
    if (known !== undefined) {
      return known;
    }
    const { connection, read, changed } = this.#options;
    const question: QuestionSession = new PagedSession<ThreadPageWithAnswer>(
      { endpoint: tweet, params: toThreadParams(request) },
      {
        name,
        runs: this.#runs,
        client: async () => await this.#client(),
        connection,
        initiator: 'panel',
        chooseFormat: chooseThreadFormat,
        read: (exchange) => ({ page: read(exchange), exchange, at: (this.#arrived += 1) }),
        changed: () => (question.state.status === 'loaded' ? this.#loaded() : changed()),
      },
    );
    this.#questions.set(name, question);
    return question;
  }

  async #client(): Promise<Client> {
    const client = await this.#options.client();
    if (!this.#options.mayRequest()) {
      throw new SocialDataError('cancelled', 'the thread came from another connection', { spent: 'no' });
    }
    return client;
  }
}
