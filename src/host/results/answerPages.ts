import type { Endpoint, Format } from '../../client/endpoint.ts';
import type { SocialDataError } from '../../client/errors.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { Connections } from '../shared/connections.ts';
import { type SpentHere, withAnswer, withFailure } from '../shared/spentHere.ts';
import { LoadedRecords } from './loadedRecords.ts';
import { PageTrail } from './pageTrail.ts';

/** The pages of the answer to one question: their records, what leads on from them, and what they came to. */
export class AnswerPages {
  readonly records: LoadedRecords;
  readonly #trail: PageTrail;
  #format: Format = 'simple';

  #spent: SpentHere;

  /** @param spent what was spent for the same question before */
  constructor(endpoint: Endpoint, series: number, spent: SpentHere) {
    this.#spent = spent;
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

  add(exchange: Exchange): void {
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

  /** What the next page is asked with; undefined on another connection, where the cursor means nothing. */
  next(connections: Pick<Connections, 'isCurrent'>): Readonly<Record<string, unknown>> | undefined {
    const { last } = this.records;
    return last !== undefined && connections.isCurrent(last.head) ? this.#trail.next : undefined;
  }
}
