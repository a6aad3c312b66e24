import { endpoints } from '../client/endpoints/table.ts';
import type { SandboxParts } from './answerCall.ts';
import { answerers } from './answers/answerers.ts';
import { type Prices, sandboxPrices } from './billing.ts';
import { type Policy, strictPolicy } from './policy.ts';
import { type MarketHeaderNames, marketHeaderNames } from './requestHead.ts';
import { serve, type ServedRequest } from './serve.ts';
import { createServiceDesk } from './serviceDesk.ts';
import { createWorld } from './world/createWorld.ts';

/** How a sandbox is started: plain data, so that it can be handed to a worker. */
export interface SandboxOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Of the synthetic world. Default: defaultSeed. */
  readonly seed?: number;
  readonly prices?: Partial<Prices>;
  readonly policy?: Partial<Policy>;
  readonly market?: MarketHeaderNames;
  /** The cap over the answers that are kept in memory; default 32 MiB. */
  readonly cacheBytes?: number;
}

/** Both services, answering. */
export interface Sandbox {
  /** The base address of the primary service: "http://127.0.0.1:port/primary". */
  readonly primary: string;
  /** The base address of the gateway: "http://127.0.0.1:port/gateway". */
  readonly gateway: string;
  /** A key that both take; so they do any other that is not reserved (decision 2.2). */
  readonly key: string;
  readonly seed: number;
  close(): Promise<void>;
}

export interface SandboxListeners {
  readonly onServed?: (served: ServedRequest) => void;
  /** A defect of the sandbox itself, whose caller got a 500. Default: it is thrown, past the request. */
  readonly onFault?: (fault: unknown) => void;
}

const defaultSeed = 1;
const sandboxKey = 'sandbox-key';
const defaultCacheBytes = 32 * 1024 * 1024;

/**
 * Starts both services: the whole catalogue over the synthetic world of the seed.
 * @throws the error of listening: EADDRINUSE, EACCES
 */
export async function startSandbox(options: SandboxOptions = {}, listeners: SandboxListeners = {}): Promise<Sandbox> {
  const world = createWorld(options.seed ?? defaultSeed);
  return await startSandboxOver({ endpoints, answerers, world }, options, listeners);
}

/**
 * Starts both services over the given table, answers and world.
 * @throws the error of listening: EADDRINUSE, EACCES
 */
export async function startSandboxOver(
  parts: SandboxParts,
  options: SandboxOptions = {},
  listeners: SandboxListeners = {},
): Promise<Sandbox> {
  const settings = {
    prices: { ...sandboxPrices, ...options.prices },
    policy: { ...strictPolicy, ...options.policy },
    cacheBytes: options.cacheBytes ?? defaultCacheBytes,
  };
  const desk = createServiceDesk(parts, settings, listeners.onFault ?? throwLater);
  const serving = await serve(options.port ?? 0, options.market ?? marketHeaderNames, desk, listeners.onServed);
  return {
    primary: `${serving.origin}/primary`,
    gateway: `${serving.origin}/gateway`,
    key: sandboxKey,
    seed: parts.world.seed,
    close: serving.close,
  };
}

function throwLater(fault: unknown): void {
  queueMicrotask(() => {
    throw fault;
  });
}
