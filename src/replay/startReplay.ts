import { resolve } from 'node:path';
import { endpoints } from '../client/endpoints/table.ts';
import { type Sandbox, type SandboxListeners, startSandboxOver, type StartParts } from '../sandbox/server.ts';
import { createWorld } from '../sandbox/world/createWorld.ts';
import { type FixtureCounts, openFixtureSource } from './fixtureSource.ts';
import type { ReplayMode } from './replayMode.ts';
import { createSavedAnswers } from './savedReplies.ts';

/** How fixtures are served. */
export interface ReplayOptions {
  /** The folder of the fixtures. */
  readonly fixtures: string;
  /** `strict`, the default: what no fixture answers is an error. `sandbox`: the sandbox answers it. */
  readonly mode?: ReplayMode;
  /** 0, the default: any free one. */
  readonly port?: number;
}

/** Both services, answering from fixtures. */
export interface Replay extends Omit<Sandbox, 'seed'> {
  readonly mode: ReplayMode;
  readonly counts: () => FixtureCounts;
}

/**
 * Serves the fixtures of a folder as the services that they came from. No call costs anything.
 * @throws where the folder cannot be read, and the error of listening: EADDRINUSE, EACCES
 */
export async function startReplay(options: ReplayOptions, listeners: SandboxListeners = {}): Promise<Replay> {
  const { fixtures, mode = 'strict', port = 0 } = options;
  const source = await openFixtureSource(resolve(fixtures));
  const answers = createSavedAnswers(source.book, mode);
  const reset = (key: string): void => {
    answers.reset(key);
    source.expire();
  };
  const saved = { ...answers, reset };
  const parts: StartParts = { ...(await partsOf(mode)), saved, prepare: source.refresh };
  const prices = { price: 0n };
  const { seed: _seed, ...sandbox } = await startSandboxOver(
    parts,
    { port, prices, policy: { marksAnswers: mode === 'sandbox' } },
    listeners,
  );
  return { ...sandbox, mode, counts: source.counts };
}

/** Strict, nothing is made up: the rows are there to find out what a call asks for. */
async function partsOf(mode: ReplayMode): Promise<StartParts> {
  const world = createWorld(1);
  switch (mode) {
    case 'strict':
      return { endpoints, answerers: {}, world };
    case 'sandbox': {
      const [{ primaryRows }, { gatewayRows }] = await Promise.all([
        import('../sandbox/answers/primaryRows.ts'),
        import('../sandbox/answers/gatewayRows.ts'),
      ]);
      const answerers = { ...primaryRows.answerers, ...gatewayRows.answerers };
      return { endpoints: [...primaryRows.endpoints, ...gatewayRows.endpoints], answerers, world };
    }
  }
}
