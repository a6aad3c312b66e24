import * as vscode from 'vscode';
import { isBudgetRaised } from '../spend.ts';
import { keptExchange } from '../kept/exchangeDocuments.ts';
import type { PinKind } from '../pin.ts';
import type { Services } from '../services.ts';
import type { TreeRoots, TreeSurroundings } from './treeNode.ts';
import { toPinnedRecord } from './pinRecords.ts';
import { onDidChangeSettings } from '../settings.ts';
import { rowPictures } from './rowPictures.ts';
import { rows } from './rows.ts';
import { pinningService, readStandings } from './serviceStanding.ts';
import { treeWorlds } from './treeWorlds.ts';
import type { PagedRow, PagedRowOptions, RecordRow, TreeContext, TreeNode } from './treeNode.ts';

/** What the tree needs of the services. */
type TreeServices = Pick<
  Services,
  'client' | 'connections' | 'exchanges' | 'jobs' | 'keys' | 'log' | 'pictures' | 'pins' | 'spend' | 'store'
>;

/** How a view stands when it has no rows: which welcome it shows. */
type EmptyState = 'nothingPinned' | 'noKey' | 'offline';

/** The tree of one kind of pinned things: searches of this session first, then the pins in the person's order. */
export class PinnedTree implements TreeRoots {
  readonly #kind: PinKind;
  readonly #services: TreeServices;
  readonly #surroundings: TreeSurroundings;
  readonly #context: TreeContext;
  readonly #pins = new Map<string, RecordRow>();
  readonly #subscription: vscode.Disposable;
  #searches: readonly PagedRow[] = [];
  #isEmpty = false;

  constructor(services: TreeServices, kind: PinKind, surroundings: TreeSurroundings) {
    const { connections, pins, spend } = services;
    this.#kind = kind;
    this.#services = services;
    this.#surroundings = surroundings;
    this.#context = {
      viewId: surroundings.viewId,
      rows,
      client: services.client,
      runJob: async (job) => await (await services.jobs()).run(job),
      standings: async () => await readStandings(services),
      worlds: treeWorlds(connections),
      isPinned: (pinKind, id) => pins.has(pinKind, id),
      picture: rowPictures(services.pictures, surroundings.changed),
      now: Date.now,
      kept: async (exchangeId) => await keptExchange(services, exchangeId),
      reveal: surroundings.reveal,
      changed: surroundings.changed,
    };
    this.#subscription = vscode.Disposable.from(
      pins.onDidChange(() => {
        this.#stopUnpinned();
        surroundings.changed();
      }),
      connections.onDidChange(() => {
        this.#forgetOthers();
      }),
      onDidChangeSettings(() => {
        for (const row of this.#paged()) {
          row.source.forgetFailure(isBudgetRaised);
        }
      }),
      spend.onDidChange(() => {
        surroundings.changed([...this.#paged()].filter((row) => row.isOutdated));
        if (this.#isEmpty) {
          surroundings.changed(); // what an empty view says may be another thing by now
        }
      }),
    );
  }

  async roots(): Promise<readonly TreeNode[]> {
    const pins = this.#services.pins.list(this.#kind);
    const nodes = pins.map((pin) => {
      const record = toPinnedRecord(pin);
      const row = this.#pins.get(pin.id) ?? rows.record(this.#context, undefined, `${pin.kind}:${pin.id}`, record);
      row.record = record;
      this.#pins.set(pin.id, row);
      return row;
    });
    const found = [...this.#searches, ...nodes];
    this.#isEmpty = found.length === 0;
    if (this.#isEmpty) {
      await this.#welcome();
    }
    return found;
  }

  /** Adds a search at the top and shows its first page: the person asked for it. */
  async addSearch(options: Omit<PagedRowOptions, 'close'>): Promise<void> {
    const made: PagedRow = rows.paged(this.#context, undefined, await this.#services.client(), {
      ...options,
      close: () => {
        made.source.dispose();
        this.#searches = this.#searches.filter((search) => search !== made);
        this.#surroundings.changed();
      },
    });
    // the same words again: the row that is there, for what is unfolded below it would be asked for anew
    const row = this.#searches.find(({ id }) => id === made.id) ?? made;
    this.#searches = [row, ...this.#searches.filter((search) => search !== row)];
    this.#surroundings.changed();
    await row.show();
  }

  /** Shows a pin and puts the focus on it. */
  async revealPin(id: string): Promise<void> {
    const node = (await this.roots()).find((root) => root === this.#pins.get(id));
    if (node !== undefined) {
      await this.#surroundings.reveal(node);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const row of this.#paged()) {
      row.source.dispose();
    }
  }

  /** Nothing further is sent for what is no longer pinned. Its row stays in mind: pinned again, it stands as it was. */
  #stopUnpinned(): void {
    for (const [id, row] of this.#pins) {
      for (const { source } of this.#services.pins.has(this.#kind, id) ? [] : row.all()) {
        source.session.stop();
      }
    }
  }

  /** What came from another connection leads nowhere: it goes, and nothing is called in its place. */
  #forgetOthers(): void {
    const { connections } = this.#services;
    const isElsewhere = ({ source }: PagedRow) => {
      const { pages, status } = source.state;
      const { service } = source.question.endpoint;
      return pages.length === 0
        ? status !== 'unasked' && !source.isAskedHere // the key of another service changes nothing for it
        : pages.some(({ content: { baseUrl } }) => !connections.isCurrent({ request: { service, baseUrl } }));
    };
    for (const row of this.#searches) {
      row.forget(isElsewhere);
    }
    for (const row of this.#pins.values()) {
      row.forget(isElsewhere);
    }
    for (const row of this.#paged()) {
      row.source.stopForeign(); // what is shown may stay, what waits with another key may not be sent
    }
    this.#surroundings.changed();
  }

  *#paged(): Generator<PagedRow> {
    for (const row of [...this.#searches, ...this.#pins.values()]) {
      yield* row.all();
    }
  }

  async #welcome(): Promise<void> {
    const standings = await readStandings(this.#services);
    const asked = pinningService(this.#kind, standings);
    const canAsk = asked !== undefined && standings[asked] !== 'noKey';
    const state: EmptyState = this.#services.spend.isOffline ? 'offline' : canAsk ? 'nothingPinned' : 'noKey';
    await vscode.commands.executeCommand('setContext', `${this.#surroundings.viewId}.welcome`, state);
  }
}
