import type { ResponseStyle } from './handleCall.ts';
import type { ResponseDependencies } from './responses/response.ts';
import { allResponders } from './responses/allResponders.ts';
import { type SandboxPrices, sandboxPrices } from './billing.ts';
import { createKeyStates, createSandboxClock, type RateLimit } from './control/keyStates.ts';
import { handlePictureCall } from './pictures.ts';
import { createRequestHandler, type SavedResponseSource } from './requestHandler.ts';
import { type RequestHandlers, serveOnLoopback, type ServedRequest } from './serveOnLoopback.ts';
import { createWorld } from './world/createWorld.ts';

const { randomBytes } = process.getBuiltinModule('node:crypto'); // see handleCall.ts

/** Plain data, so it can be passed to a worker thread. */
export interface SandboxOptions extends Partial<ResponseStyle> {
  readonly port?: number;
  readonly prices?: Partial<SandboxPrices>;
  /** Web pages that have access, such as `http://localhost:5173`. Default: none. */
  readonly origins?: readonly string[];
  readonly latencyMs?: number;
  readonly rateLimit?: RateLimit;
  /**
   * "Now" in the responses: milliseconds since 1970, or "wall" for the real time. Default: a fixed time, see `frozenNowMs`.
   * Records always keep their dates.
   */
  readonly clock?: 'wall' | number;
  /** The start of image addresses, without a slash at the end. Default: `defaultMediaBaseUrl`. */
  readonly mediaBase?: string;
}

export interface Sandbox {
  readonly primary: string;
  readonly gateway: string;
  /** A key for both services. They accept any other that isn't reserved (assumption 2.2). */
  readonly key: string;
  /** The token of control requests, different at each start. */
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
  /** The key that is reported to callers. Default: `sandbox-key`. */
  readonly key?: string;
  /** Called and awaited before each request to a service. */
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
  const handle = createRequestHandler({
    ...parts,
    ...{ keys, nowMs, prices, rateLimit: options.rateLimit },
    marksResponses: options.marksResponses ?? true,
    rawUserLayout: options.rawUserLayout ?? 'both',
    latencyMs: options.latencyMs ?? 0,
    onFault: listeners.onFault ?? throwLater,
  });
  const handlers: RequestHandlers = {
    services: (request) => {
      const prepared = parts.prepare?.();
      return prepared === undefined ? handle(request) : prepared.then(() => handle(request));
    },
    control: async (call) => {
      // loaded on first use: most sandboxes get no control requests
      const { handleControlCall } = await import('./control/controlCall.ts');
      const { endpoints } = parts;
      return handleControlCall({ endpoints, keys, nowMs, token: control, ownKey: key, onReset: parts.saved?.reset }, call);
    },
    picture: handlePictureCall,
  };
  const { port = 0, origins = [] } = options;
  const { origin, close } = await serveOnLoopback({ port, origins }, handlers, listeners.onServed);
  return { primary: `${origin}/primary`, gateway: `${origin}/gateway`, key, control, close };
}

function throwLater(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}
