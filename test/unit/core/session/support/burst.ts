import { Runs } from '../../../../../src/core/session/runs.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import { namedPages } from './pagedService.ts';
import type { SessionWorld } from './sessionWorld.ts';

/** Simultaneous calls, each in its own run. */
export class Burst {
  /** The beginning of its queries. */
  readonly prefix: string;
  /** Whether it belongs to a view, which is informed of connection changes. */
  readonly isView: boolean;
  readonly runs: Runs;
  /** The connection that its calls may use; undefined if they must not be sent. */
  mayOver: string | undefined;
  readonly #world: SessionWorld;

  constructor(prefix: string, isView: boolean, world: SessionWorld) {
    this.prefix = prefix;
    this.isView = isView;
    this.#world = world;
    this.runs = new Runs(() => undefined);
  }

  /** @param isSame whether all calls have the same query */
  ask(calls: number, isSame: boolean): readonly Promise<Exchange>[] {
    return Array.from({ length: calls }, async (_, at) => await this.#call(`${this.prefix}${isSame ? '' : at}`, at));
  }

  async #call(name: string, at: number): Promise<Exchange> {
    const begun = this.runs.begin(`call ${at}`);
    if (begun === undefined) {
      throw new Error('two calls have the same name');
    }
    try {
      return await this.runs.call(begun.run, async (options) => await this.#world.client.call(namedPages, { name }, options));
    } finally {
      begun.end();
    }
  }
}
