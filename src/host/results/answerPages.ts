import { addCost, type Cost, costOfError, costOfExchange } from '../../app/cost/cost.ts';
import type { Endpoint, Format, Service } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Connections } from '../shared/connections/connections.ts';
import { otherWorld, type World, worldOfAnswer } from '../shared/connections/world.ts';
import { LoadedRecords } from './loadedRecords.ts';
import { PageTrail } from './pageTrail.ts';

/** The pages of the answer to one question: their records, what leads on from them, and what they came to. */
export class AnswerPages {
  readonly records: LoadedRecords;
  readonly #trail: PageTrail;
  #format: Format = 'simple';

  #spent: Cost;
  /** Where the ids of the question and of the records say something. */
  #world: World | undefined;
  readonly #isRemembered: boolean;

  /**
   * @param spent what was spent for the same question before
   * @param world the one that is asked, as far as it is known; undefined where nothing is
   * @param isRemembered whether it was told by the answers themselves when they came
   */
  constructor(endpoint: Endpoint, series: number, spent: Cost, world?: World, isRemembered = false) {
    this.#spent = spent;
    this.#world = world;
    this.#isRemembered = isRemembered && world !== undefined;
    this.records = new LoadedRecords(endpoint, series);
    this.#trail = new PageTrail(endpoint);
  }

  /** A question that began with a raw answer goes on in raw. */
  get format(): Format {
    return this.#format;
  }

  /** Whether anything leads on, on whichever connection. */
  get leadsOn(): boolean {
    return this.#trail.next !== undefined;
  }

  /** Where the ids of the question and of the records say something; undefined where that is not known. */
  get world(): World | undefined {
    return this.#world;
  }

  get spent(): Cost {
    return this.#spent;
  }

  /** @param connections tell the world of the first answer, as they are now */
  add(exchange: Exchange, connections: Connections): void {
    if (this.records.last === undefined && !this.#isRemembered) {
      this.#world = worldOfAnswer(connections, exchange);
    }
    this.#spent = addCost(this.#spent, costOfExchange(exchange));
    this.#format = exchange.request.format;
    this.#trail.add(exchange, this.records.add(exchange));
  }

  /**
   * A call that brought no page may have cost something all the same.
   * @returns whether it only says that nothing leads on: an empty page behind a cursor is the end
   */
  endedBy(error: SocialDataError): boolean {
    this.#spent = addCost(this.#spent, costOfError(error));
    const isEnd = error.kind === 'noResults' && this.records.size > 0;
    if (isEnd) {
      this.#trail.end();
    }
    return isEnd;
  }

  /** The world of the records, where a service may not be asked about them now. */
  elsewhere(connections: Connections, service: Service): World | undefined {
    return otherWorld(connections, { world: this.#world, first: this.records.answers[0]?.head }, service);
  }

  /** What the next page is asked with; undefined on another connection, where the cursor means nothing. */
  next(connections: Pick<Connections, 'isCurrent'>): Readonly<Record<string, unknown>> | undefined {
    const { last } = this.records;
    return last !== undefined && connections.isCurrent(last.head) ? this.#trail.next : undefined;
  }
}
