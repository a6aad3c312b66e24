import * as vscode from 'vscode';
import type { Open } from '../../../src/workbench/open.ts';
import type { Services } from '../../../src/workbench/services.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import type { Store } from '../../../src/store/store.ts';
import { type FakeClock, fakeClock } from '../../support/fakeClock.ts';
import { respondToDialogs } from './respondToDialogs.ts';
import { recordProgress } from './clockedServices.ts';
import { type Exploring, startExploring } from './exploring.ts';
import { type HeldTransport, heldTransport } from './heldTransport.ts';
import { memoryStore } from './memoryStore.ts';
import { type RecordedOpen, recordOpen } from './recordOpen.ts';
import { paid, setSettings } from './steps.ts';

/** A window over a sandbox as a paid service, with its own key, budget, clock, and transport. */
export interface StopWindow extends Exploring {
  readonly clock: FakeClock;
  readonly transport: HeldTransport;
  readonly services: Services;
  /** Views that features opened, with their arguments. */
  readonly opened: RecordedOpen['opened'];
  readonly key: string;
  /** Cancels progress notifications. */
  readonly cancel: () => void;
}

/** A suite's windows, over one sandbox. Prices are accepted. */
export interface StopWindows {
  /** @param before the window to reload, with its key and history */
  readonly open: (before?: StopWindow) => Promise<StopWindow>;
  /** Changes settings for all windows. @returns a function that restores them */
  readonly change: (settings: (sandbox: Sandbox) => Readonly<Record<string, unknown>>) => Promise<() => Promise<void>>;
  /** Runs work that shows a progress notification. */
  readonly inProgress: (work: () => Promise<void>) => Promise<void>;
}

function keyAt({ primary }: Sandbox, key: string) {
  return { key, origin: new URL(primary).origin };
}

export function useStopWindows(): StopWindows {
  const windows: StopWindow[] = [];
  const stores: Store[] = [];
  let sandbox: Sandbox;
  let disconnect: () => Promise<void>;
  let person: ReturnType<typeof respondToDialogs>;
  let cancelling: vscode.CancellationTokenSource;
  let count = 0;
  const connect = async () => await setSettings(paid({ primary: sandbox.primary }));

  before(async () => {
    sandbox = await startSandbox();
    disconnect = await connect();
  });

  beforeEach(() => {
    cancelling = new vscode.CancellationTokenSource();
    person = respondToDialogs({ pick: (items) => items.find(({ label }) => label.includes('All')) });
  });

  afterEach(async () => {
    person[Symbol.dispose]();
    cancelling.dispose();
    await Promise.all(windows.splice(0).map(async (window) => await window.close()));
    for (const store of stores.splice(0)) {
      store.close();
    }
  });

  after(async () => {
    await disconnect();
    await sandbox.close();
  });

  const newStore = () => {
    const store = memoryStore();
    stores.push(store);
    return store;
  };
  return {
    open: async (reloaded) => {
      count += 1;
      const key = reloaded?.key ?? `key-${count}`;
      const store = (await reloaded?.store()) ?? newStore();
      const [clock, transport] = [fakeClock(Date.now()), heldTransport()];
      const over = { at: { sandbox, key }, store, clock, transport, assumedPrice: 200n, random: () => 0.99 };
      const exploring = await startExploring('user', over);
      exploring.keys.keepForSession('primary', keyAt(sandbox, key));
      const { open, opened } = recordOpen();
      const services = servicesOf(exploring, open);
      const window = { ...exploring, clock, transport, services, opened, key, cancel: () => cancelling.cancel() };
      windows.push(window);
      return window;
    },
    change: async (settings) => {
      const undo = await setSettings(settings(sandbox));
      return async () => {
        await undo();
        await connect();
      };
    },
    inProgress: async (work) => await recordProgress([], cancelling.token, work),
  };
}

function createMemento() {
  const stored = new Map<string, unknown>();
  return {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => await Promise.resolve(void stored.set(key, value)),
  };
}

function servicesOf(exploring: Exploring, open: Open): Services {
  const parts = {
    ...exploring,
    open,
    sandboxPictures: async () => await Promise.resolve(() => undefined),
    context: { subscriptions: [], globalState: createMemento() },
  };
  const services = parts as unknown as Services; // only what sessions use
  return services;
}
