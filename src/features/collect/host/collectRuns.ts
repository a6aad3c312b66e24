import * as vscode from 'vscode';
import type { Client } from '../../../client/client.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import type { Money } from '../../../client/money.ts';
import { isPaidService } from '../../../core/cost/cost.ts';
import { describeWaiting } from '../../../core/errors/describeError.ts';
import { confirm, showRefusal } from '../../../workbench/dialogs.ts';
import type { Services } from '../../../workbench/services.ts';
import type { TreeNode } from '../../../workbench/tree/treeNode.ts';
import { checkResume, CollectFault, findCollectEndpoint } from '../collectPlan.ts';
import { collect, countSpent, UncertainPages } from '../collectRun.ts';
import { PartFault } from '../partThread.ts';
import { countRecords, findLeft, formatRecords, type LiveRun, toProgress } from '../describeRun.ts';
import { createSummary, readRunSummary, RunFolder, type RunSummary } from '../runFolder.ts';
import { askForBudget, type WantedRun } from './askWhatToCollect.ts';
import { type RememberedRun, runsStateKey } from './rememberedRuns.ts';
import { RunRow } from './runRow.ts';

const redrawEveryMs = 500;

export type RunAction = 'pause' | 'resume' | 'collectNew' | 'openFolder' | 'remove';

interface OpenedRun {
  readonly folder: RunFolder;
  readonly summary: RunSummary;
  readonly endpoint: Endpoint;
  readonly client: Client;
}

/** This workspace's runs. They go on only when a person acts. */
export class CollectRuns implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed: vscode.EventEmitter<readonly TreeNode[] | undefined>;
  /** Until they run again. */
  readonly #opening = new Set<RunRow>();
  #rows: readonly RunRow[];

  constructor(services: Services, changed: vscode.EventEmitter<readonly TreeNode[] | undefined>) {
    this.#services = services;
    this.#changed = changed;
    const remembered = services.context.workspaceState.get<readonly RememberedRun[]>(runsStateKey, []);
    this.#rows = remembered.map((run) => new RunRow(run));
  }

  get rows(): readonly RunRow[] {
    return this.#rows;
  }

  async start({ path, plan, values, endpoint, connection, subject }: WantedRun): Promise<void> {
    await showFaults(async () => {
      const client = await this.#connect(connection);
      const summary = createSummary(plan);
      const folder = RunFolder.create(path, summary, values);
      const row = new RunRow({ folder: path, connection, endpoint: endpoint.title, subject });
      await this.#setRows([row, ...this.#rows.filter(({ run }) => run.folder !== path)]);
      await vscode.commands.executeCommand('socialData.activity.focus', { preserveFocus: true });
      await this.#run(row, { folder, summary, endpoint, client });
    });
  }

  async act(action: RunAction, nodes: readonly TreeNode[]): Promise<void> {
    const rows = nodes.filter((node) => node instanceof RunRow);
    switch (action) {
      case 'pause':
        rows.forEach(({ live }) => live?.stop.abort());
        return this.#changed.fire(rows);
      case 'openFolder':
        return await openFolder(rows[0]);
      case 'remove':
        rows.forEach(({ live }) => live?.stop.abort());
        return await this.#setRows(this.#rows.filter((row) => !rows.includes(row)));
      case 'resume':
      case 'collectNew':
        await Promise.all(rows.map(async (row) => await this.#resume(row, action === 'collectNew')));
    }
  }

  /** A request in flight may finish. */
  dispose(): void {
    this.#rows.forEach(({ live }) => live?.stop.abort());
  }

  async #connect(connection: string): Promise<Client> {
    return await this.#services.client(this.#services.connections.names(connection));
  }

  async #setRows(rows: readonly RunRow[]): Promise<void> {
    this.#rows = rows;
    await this.#services.context.workspaceState.update(
      runsStateKey,
      rows.map(({ run }) => run),
    );
    this.#changed.fire(undefined);
  }

  async #resume(row: RunRow, sinceLast: boolean): Promise<void> {
    if (row.live !== undefined || this.#opening.has(row)) {
      return;
    }
    this.#opening.add(row);
    await showFaults(async () => {
      const { folder, summary } = RunFolder.open(row.run.folder);
      const prepared = await this.#prepare(row, folder, summary, sinceLast).catch(async (error: unknown) => {
        await folder.close();
        throw error;
      });
      await (prepared === undefined ? folder.close() : this.#run(row, prepared, sinceLast));
    }).finally(() => this.#opening.delete(row));
  }

  /** Asks about a used-up budget and uncertain pages. @returns undefined on cancel @throws CollectFault */
  async #prepare(row: RunRow, folder: RunFolder, summary: RunSummary, sinceLast: boolean): Promise<OpenedRun | undefined> {
    const endpoint = findCollectEndpoint(summary.plan.endpoint);
    const client = await this.#connect(row.run.connection);
    checkResume(summary, endpoint, client.connection(endpoint.service), sinceLast);
    const uncertain = folder.uncertainPages();
    const again = vscode.l10n.t('Request Again');
    if (
      uncertain.length > 0 &&
      isPaidService(client, endpoint.service) &&
      !(await confirm(row.title, new UncertainPages(uncertain).message, again))
    ) {
      return undefined;
    }
    const after = { ...summary, maybeCharged: summary.maybeCharged + uncertain.length };
    const price = getPrice(endpoint, client);
    const budget = isBudgetUsedUp(after, price)
      ? await askForBudget(client, { endpoint, plan: summary.plan, values: folder.list, spent: getSpent(after, price) })
      : summary.plan.budget;
    const isGiven = budget !== undefined || summary.plan.budget === undefined;
    return isGiven ? { folder, endpoint, client, summary: { ...summary, plan: { ...summary.plan, budget } } } : undefined;
  }

  async #run(row: RunRow, { folder, summary, endpoint, client }: OpenedRun, sinceLast = false): Promise<void> {
    const stop = new AbortController();
    const before = toProgress(summary);
    const startedAt = Date.now();
    let now = before;
    let waiting = '';
    const left = (): LiveRun['left'] => findLeft(summary.plan, endpoint, folder.list, now);
    row.summary = summary;
    const describeWait = () => (stop.signal.aborted ? vscode.l10n.t('pausing') : waiting);
    const elapsed = () => Date.now() - startedAt;
    row.live = { stop, read: () => ({ before, now, elapsedMs: elapsed(), left: left(), waiting: describeWait() }) };
    const redraw = () => this.#changed.fire([row]);
    const timer = setInterval(redraw, redrawEveryMs);
    redraw();
    try {
      row.summary = await collect({
        ...{ client, endpoint, folder, summary, sinceLast, initiator: 'command', buyAgain: true, stop: stop.signal },
        onPage: (progress) => {
          now = progress;
          waiting = '';
        },
        onWaiting: (reason) => {
          waiting = describeWaiting(reason);
        },
      });
    } finally {
      clearInterval(timer);
      await folder.close();
      row.live = undefined;
      row.summary = readRunSummary(row.run.folder) ?? row.summary;
      redraw();
    }
    if (!stop.signal.aborted || row.summary.state === 'complete') {
      void this.#announce(row, row.summary, isBudgetUsedUp(row.summary, getPrice(endpoint, client)));
    }
  }

  async #announce(row: RunRow, { state, reason = '', ...summary }: RunSummary, isUsedUp: boolean): Promise<void> {
    const { l10n, window } = vscode;
    const { title } = row;
    if (state === 'complete') {
      const [folder, table] = [l10n.t('Open Folder'), l10n.t('Open as Table')];
      const records = formatRecords(countRecords(summary), vscode.env.language);
      const message = [`${title}: ${l10n.t('{0} collected.', records)}`, ...summary.notes].join(' ');
      const picked = await window.showInformationMessage(message, folder, table);
      await (picked === folder ? openFolder(row) : picked === table ? row.openAsTable(this.#services) : undefined);
    } else {
      const resume = isUsedUp ? l10n.t('Raise Budget…') : l10n.t('Resume');
      const picked = await window.showWarningMessage(`${title}: ${reason}`, resume);
      await (picked === resume ? this.#resume(row, false) : undefined);
    }
  }
}

function getSpent(summary: RunSummary, price: Money): Money {
  return countSpent({ ...toProgress(summary), maybeCharged: summary.maybeCharged }, price);
}

function getPrice(endpoint: Endpoint, client: Client): Money {
  return client.priceOf(endpoint) ?? client.assumedPrice(endpoint.service);
}

/** Whether it doesn't cover another request. */
function isBudgetUsedUp(summary: RunSummary, price: Money): boolean {
  const { budget } = summary.plan;
  return budget !== undefined && budget - getSpent(summary, price) < price;
}

async function showFaults(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CollectFault || error instanceof PartFault || (error instanceof Error && 'syscall' in error)) {
      return showRefusal(error.message);
    }
    throw error;
  }
}

/** In the Explorer if the workspace has it. */
async function openFolder(row: RunRow | undefined): Promise<void> {
  if (row !== undefined) {
    const uri = vscode.Uri.file(row.run.folder);
    const isInWorkspace = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    await vscode.commands.executeCommand(isInWorkspace ? 'revealInExplorer' : 'revealFileInOS', uri);
  }
}
