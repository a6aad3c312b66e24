import { Runs } from '../../../../../src/core/session/runs.ts';
import type { Exchange } from '../../../../../src/client/exchange.ts';
import { namedPages } from './pagedService.ts';
import type { SessionWorld } from './sessionWorld.ts';

/** Many calls at once, each in a run of its own. */
export class Burst {
  /** What the names of its questions begin with. */
  readonly prefix: string;
  /** Whether it is a view's, which hears of another connection. */
  readonly isView: boolean;
  readonly runs: Runs;
  /** Over which connection its calls may be sent; undefined: they may not. */
  mayOver: string | undefined;
  readonly #world: SessionWorld;

  constructor(prefix: string, isView: boolean, world: SessionWorld) {
    this.prefix = prefix;
    this.isView = isView;
    this.#world = world;
    this.runs = new Runs(() => undefined);
  }

  /** @param isSame whether all of them ask the same */
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
