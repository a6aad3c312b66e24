import type { Endpoint, Format, Service } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Connections } from '../shared/connections.ts';
import { type SpentHere, withAnswer, withFailure } from '../shared/spentHere.ts';
import { otherWorld, type World, worldOfAnswer } from '../shared/world.ts';
import { LoadedRecords } from './loadedRecords.ts';
import { PageTrail } from './pageTrail.ts';

/** The pages of the answer to one question: their records, what leads on from them, and what they came to. */
export class AnswerPages {
  readonly records: LoadedRecords;
  readonly #trail: PageTrail;
  #format: Format = 'simple';

  #spent: SpentHere;
  /** Where the ids of the records say something. */
  #world: World | undefined;

  /**
   * @param spent what was spent for the same question before
   * @param world the one that is asked, as far as it is known; undefined where nothing is
   */
  constructor(endpoint: Endpoint, series: number, spent: SpentHere, world?: World) {
    this.#spent = spent;
    this.#world = world;
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

  get spent(): SpentHere {
    return this.#spent;
  }

  /** @param connections tell the world of the first answer, as they are now */
  add(exchange: Exchange, connections: Connections): void {
    this.#world = this.records.last === undefined ? worldOfAnswer(connections, exchange) : this.#world;
    this.#spent = withAnswer(this.#spent, exchange);
    this.#format = exchange.request.format;
    this.#trail.add(exchange, this.records.add(exchange));
  }

  /** A call that brought no page may have cost something all the same. */
  addFailure(error: SocialDataError): void {
    this.#spent = withFailure(this.#spent, error);
  }

  /** Nothing leads on from here. */
  end(): void {
    this.#trail.end();
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
