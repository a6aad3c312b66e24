// The door `social-data-explorer/testing`: what tests of other projects start. Its types name nothing of Node.
import { startReplay as startBareReplay } from './startReplay.ts';
import { startSandbox as startBareSandbox } from '../sandbox/server.ts';
import { requireNode } from './nodeVersion.ts';
import type { OfflineReplayMode } from './replayMode.ts';

export { type Fixture, type FixtureAnswer, loadFixture } from './loadFixture.ts';
export type { OfflineReplayMode as ReplayMode } from './replayMode.ts';

/** A server of this machine that answers as both services. */
export interface TestServer {
  /** The base address of the primary service: `baseUrl` of a client. */
  readonly primary: string;
  /** The base address of the gateway: `gatewayUrl` of a client. */
  readonly gateway: string;
  /** A key that both take. */
  readonly key: string;
  /** The token of the control calls. */
  readonly control: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the fixtures of a folder. What changes there counts at once, and no call costs anything.
 * @throws where the folder cannot be read, or Node is too old
 */
export async function startReplay(options: {
  /** The folder of the fixtures. */
  readonly fixtures: string;
  /** What no fixture answers: `strict`, the default, is an error; `sandbox` leaves it to the sandbox. */
  readonly mode?: OfflineReplayMode;
  /** 0, the default: any free one. */
  readonly port?: number;
}): Promise<TestServer> {
  requireNode();
  return await startBareReplay(options);
}

/** Starts a sandbox: both services over a made-up world, the same at each start. */
export async function startSandbox(
  options: {
    /** 0, the default: any free one. */
    readonly port?: number;
  } = {},
): Promise<TestServer> {
  requireNode();
  return await startBareSandbox(options);
}
