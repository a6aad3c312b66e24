import { guessing } from '../../support/testEndpoints.ts';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { testLog } from './testLog.ts';
import { overConnections } from '../../../src/client/pageMethods.ts';
import { type Clock, systemClock } from '../../../src/client/clock.ts';
import { createClient } from '../../../src/client/createClient.ts';
import { reuseAnyAge } from '../../../src/client/policies/history.ts';
import { type Budget, createBudget } from '../../../src/client/policies/budget.ts';
import type { Transport } from '../../../src/client/transport.ts';
import { fetchTransport } from '../../../src/client/transports/fetch.ts';
import { Connections } from '../../../src/workbench/services/connections.ts';
import { createRecentExchangeCache } from '../../../src/workbench/exchangeDocuments.ts';
import { Keys } from '../../../src/workbench/services/keys.ts';
import { PinStore, type PinView } from '../../../src/core/pins.ts';
import type { RecentExchangeCache, Services } from '../../../src/workbench/services.ts';
import { Spend } from '../../../src/workbench/services/spend.ts';
import { PinnedTree } from '../../../src/features/explore/host/tree/pinnedTree.ts';
import type { TreeNode } from '../../../src/workbench/tree/treeNode.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { toPictureDataUrl } from '../../../src/sandbox/pictures.ts';
import type { Store } from '../../../src/store/store.ts';
import { memoryStore } from './memoryStore.ts';

/** A view's tree over its own sandbox. */
export interface Exploring {
  readonly sandbox: Sandbox;
  readonly tree: PinnedTree;
  readonly pins: PinStore;
  readonly client: Services['client'];
  readonly connections: Connections;
  readonly keys: Keys;
  readonly log: vscode.LogOutputChannel;
  readonly exchanges: RecentExchangeCache;
  readonly store: () => Promise<Store>;
  readonly budget: Budget;
  readonly spend: Spend;
  /** Nodes that were refreshed since the last read; undefined for the whole tree. */
  readonly drawn: () => readonly (TreeNode | undefined)[];
  /** The rows that were revealed with focus, in order. */
  readonly revealed: () => readonly TreeNode[];
  /** The number of requests in the sandbox's log. */
  readonly calls: () => Promise<number>;
  /** Sets faults for the next requests. */
  readonly faults: (rules: readonly Readonly<Record<string, unknown>>[]) => Promise<void>;
  /** Changes the connections like a setting or a key. */
  readonly reconnect: () => void;
  /** Changes a key in the secret storage, as a different window does. */
  readonly touchSecret: (connection: string) => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts a sandbox and a tree over it. By default it is the embedded sandbox.
 * @param over replacements for the sandbox's address, the expected price, the clock, waiting, or parts shared with other trees
 */
export async function startExploring(
  kind: PinView,
  over: {
    readonly primary?: string;
    readonly assumedPrice?: bigint;
    readonly now?: () => number;
    readonly clock?: Clock;
    readonly random?: () => number;
    readonly transport?: Transport;
    /** A sandbox shared by several tests, each with its own key. The caller closes it. */
    readonly at?: { readonly sandbox: Sandbox; readonly key: string };
    /** The caller closes it. */
    readonly store?: Store;
    /** Whether requests are free as in the sandbox, instead of charged as for a service. */
    readonly isFree?: boolean;
  } = {},
): Promise<Exploring> {
  const sandbox = over.at?.sandbox ?? (await startSandbox());
  const secrets = secretsOf();
  const keys = new Keys(secrets.storage);
  const connections = new Connections(keys, async () =>
    Promise.resolve({ ...sandbox, primary: over.primary ?? sandbox.primary }),
  );
  const spend = new Spend();
  const budget = createBudget();
  const stored = over.store ?? memoryStore();
  const pins = new PinStore(async () => await Promise.resolve(stored));
  const exchanges = createRecentExchangeCache();
  const store = async () => await Promise.resolve(stored);
  const client = createClient({
    reuse: reuseAnyAge,
    connections: (service, name) => {
      const connection = connections.of(service, name);
      return connection === undefined
        ? undefined
        : {
            ...connection,
            ...(connection.kind === 'sandbox' && over.isFree !== true ? { kind: 'direct' } : {}),
          };
    },
    transport: over.transport ?? fetchTransport(),
    history: stored.history,
    ledger: stored.ledger,
    ...(over.assumedPrice === undefined ? {} : { prices: guessing(over.assumedPrice) }),
    budget,
    clock: over.clock ?? { ...systemClock, now: over.now ?? systemClock.now },
    random: over.random ?? (() => 0),
    onSettled: (settlement) => {
      spend.add(settlement, undefined, true);
    },
  });
  const readyClient = async (names = connections.names()) => {
    await connections.prepare(names);
    return overConnections(client, names);
  };
  let drawn: (TreeNode | undefined)[] = [];
  const revealed: TreeNode[] = [];
  const tree = new PinnedTree(
    {
      connections,
      exchanges,
      fileResponse: async () => await Promise.resolve(undefined),
      keys,
      log: testLog,
      store,
      pins,
      spend,
      client: readyClient,
    },
    kind,
    {
      viewId: `socialData.${kind}s`,
      refresh: (nodes) => drawn.push(...(nodes ?? [undefined])),
      reveal: async (node) => {
        revealed.push(node);
        await Promise.resolve();
      },
    },
    toPictureDataUrl,
  );
  const control = async (path: string, body?: unknown) => {
    const response = await fetch(new URL(`/__sandbox/${path}`, sandbox.primary), {
      headers: { 'X-Sandbox-Control': sandbox.control },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    const found: unknown = await response.json();
    return found;
  };
  return {
    sandbox,
    tree,
    pins,
    client: readyClient,
    connections,
    keys,
    log: testLog,
    exchanges,
    store,
    budget,
    spend,
    revealed: () => revealed,
    drawn: () => {
      const since = drawn;
      drawn = [];
      return since;
    },
    calls: async () => {
      const log = await control('requests?keys=all');
      assert.ok(typeof log === 'object' && log !== null && 'requests' in log && Array.isArray(log.requests));
      return log.requests.length;
    },
    faults: async (rules) => {
      await control('faults', { key: over.at?.key, rules });
    },
    reconnect: () => {
      secrets.touch('primary');
    },
    touchSecret: secrets.touch,
    close: async () => {
      tree.dispose();
      connections.dispose();
      keys.dispose();
      spend.dispose();
      await client.close();
      if (over.store === undefined) {
        stored.close();
      }
      if (over.at === undefined) {
        await sandbox.close();
      }
    },
  };
}

function secretsOf() {
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const storage: vscode.SecretStorage = {
    get: async () => Promise.resolve(undefined),
    store: async () => Promise.resolve(),
    delete: async () => Promise.resolve(),
    keys: async () => Promise.resolve([]),
    onDidChange: changed.event,
  };
  return {
    storage,
    touch: (slot: string) => {
      changed.fire({ key: `socialData.key.${slot}` });
    },
  };
}

/** Each row's label and description. */
export function texts(nodes: readonly TreeNode[]): readonly string[] {
  return nodes.map((node) => {
    const { label, description } = node.toItem();
    return [typeof label === 'string' ? label : (label?.label ?? ''), description]
      .filter((part) => part !== undefined && part !== '')
      .join(' | ');
  });
}

function labelOf(node: TreeNode): string {
  const { label } = node.toItem();
  return typeof label === 'string' ? label : (label?.label ?? '');
}

/** Asserts that the tooltip is plain text, which can't contain links, below a picture if there is one. */
export function tooltipOf(node: TreeNode): string {
  const { tooltip = '' } = node.toItem();
  if (typeof tooltip === 'string') {
    return tooltip;
  }
  const text = tooltip.value.replace(/^!\[\]\([\w:/+;,.=|-]+\)\n\n/, '');
  assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !/(?<!\\)[[<]/.test(text), tooltip.value);
  return text.replaceAll('&nbsp;', ' ').replaceAll(/\\(.)/g, '$1').replaceAll('\n\n', '\n');
}

/** Finds a row by its label, expanding its parents. */
export async function childOf(node: TreeNode | PinnedTree, label: string | RegExp): Promise<TreeNode> {
  const nodes = node instanceof PinnedTree ? await node.roots() : await node.children();
  const found = nodes.find((child) => {
    const text = labelOf(child);
    return typeof label === 'string' ? text === label : label.test(text);
  });
  assert.ok(found, `no row ${String(label)} among ${texts(nodes).join('; ')}`);
  return found;
}

/** Without the word that all rows have. */
export function wordsOf(node: TreeNode): readonly string[] {
  return (node.toItem().contextValue ?? '').split(' ').slice(1);
}
