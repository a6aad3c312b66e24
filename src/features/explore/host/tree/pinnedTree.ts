import * as vscode from 'vscode';
import type { ErrorKind } from '../../../../client/errors.ts';
import { loadStoredExchange } from '../../../../workbench/exchangeDocuments.ts';
import { toLoadablePicture } from '../../../../workbench/pictureHover.ts';
import { forgetFailuresAtRaisedBudgets } from '../../../../workbench/settings.ts';
import type { Services } from '../../../../workbench/services.ts';
import type { TreeNode, TreeRoots, TreeViewHandle } from '../../../../workbench/tree/treeNode.ts';
import { type PinInput, pinKindsByView, type PinView } from '../../../../core/pins.ts';
import { toPinnedRecord } from '../../../../core/records/pinnedRecord.ts';
import { type PagedNode, RecordNode, type TreeContext } from './recordNode.ts';
import { chooseServiceForPin } from '../../../../core/connections/connectionSettings.ts';
import { readServiceReadiness } from '../../../../workbench/services/connections.ts';

type TreeServices = Pick<
  Services,
  'client' | 'connections' | 'exchanges' | 'fileResponse' | 'keys' | 'log' | 'pins' | 'spend' | 'store'
>;

/** Failures that a different connection or key may resolve. */
const connectionFailures: ReadonlySet<ErrorKind> = new Set([
  'noKey',
  'noConnection',
  'connectionChanged',
  'unauthorized',
  'address',
]);

export class PinnedTree implements TreeRoots {
  readonly #kind: PinView;
  readonly #services: TreeServices;
  readonly #context: TreeContext;
  readonly #pins = new Map<string, RecordNode>();
  readonly #subscription: vscode.Disposable;
  #isEmpty = false;

  constructor(
    services: TreeServices,
    kind: PinView,
    surroundings: TreeViewHandle,
    drawPicture: (address: string) => string | undefined,
  ) {
    const { client, connections, pins, spend } = services;
    const { refresh } = surroundings;
    this.#kind = kind;
    this.#services = services;
    this.#context = {
      ...surroundings,
      client,
      connections,
      statuses: async (connection) => await readServiceReadiness(services, connection),
      isPinned: (pinKind, id) => pins.has(pinKind, id),
      picture: (address) => toLoadablePicture(address, drawPicture),
      stored: async (exchangeId) => await loadStoredExchange(services, exchangeId),
    };
    this.#subscription = vscode.Disposable.from(
      pins.onDidChange(() => {
        this.#stopUnpinned();
        refresh();
      }),
      connections.onDidChange(() => {
        for (const { source } of this.#paged()) {
          source.session.forgetFailure(({ kind }) => connectionFailures.has(kind));
        }
        refresh();
      }),
      forgetFailuresAtRaisedBudgets(() => [...this.#paged()].map(({ source }) => source.session)),
      spend.onDidChange(() => {
        refresh([...this.#paged()].filter((row) => row.isOutdated));
        if (this.#isEmpty) {
          refresh(); // an empty view's text may have changed
        }
      }),
    );
  }

  async roots(): Promise<readonly TreeNode[]> {
    await this.#services.pins.load();
    const pins = pinKindsByView[this.#kind].flatMap((kind) => this.#services.pins.list(kind));
    const nodes = pins.map((pin) => {
      const record = toPinnedRecord(pin);
      const name = formatPinKey(pin);
      const row = this.#pins.get(name) ?? new RecordNode(this.#context, { name, record });
      row.record = record;
      this.#pins.set(name, row);
      return row;
    });
    this.#isEmpty = nodes.length === 0;
    if (this.#isEmpty) {
      await this.#welcome();
    }
    return nodes;
  }

  async revealPin(pin: PinIdentity): Promise<void> {
    const node = (await this.roots()).find((root) => root === this.#pins.get(formatPinKey(pin)));
    if (node !== undefined) {
      await this.#context.reveal(node);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { source } of this.#paged()) {
      source.session.close();
    }
  }

  /** Stops loading rows that are no longer pinned. Keeps the rows in memory in case they are pinned again. */
  #stopUnpinned(): void {
    const pinned = new Set(this.#services.pins.list().map(formatPinKey));
    for (const [name, row] of this.#pins) {
      for (const { source } of pinned.has(name) ? [] : row.pagedDescendants()) {
        source.session.stop();
      }
    }
  }

  *#paged(): Generator<PagedNode> {
    for (const row of this.#pins.values()) {
      yield* row.pagedDescendants();
    }
  }

  async #welcome(): Promise<void> {
    const statuses = await readServiceReadiness(this.#services);
    const service = chooseServiceForPin(this.#kind, statuses);
    const canRequest = service !== undefined && statuses[service] !== 'noKey';
    const state = this.#services.spend.isOffline ? 'offline' : canRequest ? 'nothingPinned' : 'noKey';
    await vscode.commands.executeCommand('setContext', `${this.#context.viewId}.welcome`, state);
  }
}

type PinIdentity = Pick<PinInput, 'kind' | 'id'>;

function formatPinKey({ kind, id }: PinIdentity): string {
  return `${kind}:${id}`;
}
