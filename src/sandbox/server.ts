import type { ResponseStyle } from './handleCall.ts';
import type { ResponseDependencies } from './responses/response.ts';
import { allResponders } from './responses/allResponders.ts';
import { type SandboxPrices, sandboxPrices } from './billing.ts';
import { createKeyStates, createSandboxClock, type RateLimit } from './control/keyStates.ts';
import { randomBytes } from './nodeCrypto.ts';
import { handlePictureCall } from './pictures.ts';
import { createRequestHandler, type SavedResponseSource } from './requestHandler.ts';
import { type RequestHandlers, serveOnLoopback, type ServedRequest } from './serveOnLoopback.ts';
import { createWorld } from './world/createWorld.ts';

/** How a sandbox is started: plain data, so that it can be handed to a worker. */
export interface SandboxOptions extends Partial<ResponseStyle> {
  readonly port?: number;
  readonly prices?: Partial<SandboxPrices>;
  /** Of the web pages that may ask, as browsers say them: `http://localhost:5173`. Default: none may. */
  readonly origins?: readonly string[];
  readonly latencyMs?: number;
  readonly rateLimit?: RateLimit;
  /**
   * What "now" is in the responses: milliseconds since 1970, or "wall" for the real time. Default: the moment at which
   * the world stands still. The world's records keep their dates whatever the clock says.
   */
  readonly clock?: 'wall' | number;
  /** What the addresses of pictures start with, without a slash at the end; default: the same for every sandbox (see landmarks.ts). */
  readonly mediaBase?: string;
}

export interface Sandbox {
  readonly primary: string;
  readonly gateway: string;
  /** A key that both take; so they do any other that is not reserved (assumption 2.2). */
  readonly key: string;
  /** The token of the control calls, another at each start. */
  readonly control: string;
  readonly close: () => Promise<void>;
}

export interface SandboxListeners {
  readonly onServed?: (served: ServedRequest) => void;
  readonly onFault?: (fault: unknown) => void;
}

const sandboxKey = 'sandbox-key';

export async function startSandbox(options: SandboxOptions = {}, listeners: SandboxListeners = {}): Promise<Sandbox> {
  const world = createWorld(options.mediaBase);
  return await startSandboxWithDependencies({ ...allResponders, world }, options, listeners);
}

export interface SandboxDependencies extends ResponseDependencies {
  readonly saved?: SavedResponseSource;
  /** The key that is named to callers; default: the same for every sandbox. */
  readonly key?: string;
  /** Called with each request before it is handled; what it promises is waited for. */
  readonly prepare?: () => Promise<void> | undefined;
}

export async function startSandboxWithDependencies(
  parts: SandboxDependencies,
  options: SandboxOptions = {},
  listeners: SandboxListeners = {},
): Promise<Sandbox> {
  const prices = { ...sandboxPrices, ...options.prices };
  const keys = createKeyStates(prices.startBalance);
  const key = parts.key ?? sandboxKey;
  const control = randomBytes(18).toString('base64url');
  const nowMs = createSandboxClock(options.clock ?? parts.world.nowMs);
  const shared = {
    ...{ world: parts.world, keys, nowMs, prices, rateLimit: options.rateLimit },
    marksResponses: options.marksResponses ?? true,
    rawUserLayout: options.rawUserLayout ?? 'both',
    latencyMs: options.latencyMs ?? 0,
    onFault: listeners.onFault ?? throwLater,
    saved: parts.saved,
  };
  const handle = createRequestHandler({ ...parts, ...shared });
  const handlers: RequestHandlers = {
    services: (request) => {
      const prepared = parts.prepare?.();
      return prepared === undefined ? handle(request) : prepared.then(() => handle(request));
    },
    control: async (call) => {
      // on first use: most sandboxes are never controlled
      const { handleControlCall } = await import('./control/controlCall.ts');
      const { endpoints } = parts;
      return handleControlCall({ endpoints, keys, nowMs, token: control, ownKey: key, onReset: parts.saved?.reset }, call);
    },
    picture: handlePictureCall,
  };
  const serving = await serveOnLoopback(
    { port: options.port ?? 0, origins: options.origins ?? [] },
    handlers,
    listeners.onServed,
  );
  return {
    primary: `${serving.origin}/primary`,
    gateway: `${serving.origin}/gateway`,
    key,
    control,
    close: serving.close,
  };
}

function throwLater(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}
