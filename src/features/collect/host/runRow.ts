import * as vscode from 'vscode';
import { findEndpointById } from '../../../client/endpoints/table.ts';
import { isNewestFirst } from '../../../client/endpoint.ts';
import { toCommand } from '../../../workbench/commands.ts';
import { showRefusal } from '../../../workbench/dialogs.ts';
import type { RecordTarget } from '../../../workbench/recordTarget.ts';
import type { Services } from '../../../workbench/services.ts';
import { toContextValue, type TreeNode } from '../../../workbench/tree/treeNode.ts';
import { joinParts } from '../../../core/text/joinParts.ts';
import { sanitizeForVsCode, shortenText } from '../../../core/text/stripHiddenCharacters.ts';
import { describeRun, type LiveRun } from '../describeRun.ts';
import { readRunSummary, type RunSummary } from '../runFolder.ts';
import { readFirstPages } from './collectedPages.ts';
import type { RememberedRun } from './rememberedRuns.ts';

/** Leaves room for the counts at 300 px. */
const maxText = 16;

/** A run in the *Activity* view. */
export class RunRow implements TreeNode {
  readonly id: string;
  readonly parent = undefined;
  readonly run: RememberedRun;
  /** Undefined if its folder is gone. */
  summary: RunSummary | undefined;
  /** While this window runs it. */
  live: { readonly stop: AbortController; readonly read: () => LiveRun } | undefined;

  constructor(run: RememberedRun) {
    this.id = `collect:${run.folder}`;
    this.run = run;
    this.summary = readRunSummary(run.folder);
  }

  /** "Followers: @ada_writes" */
  get title(): string {
    return sanitizeForVsCode(joinParts([this.run.endpoint, this.run.subject], ': '));
  }

  get state(): 'running' | 'paused' | 'complete' | undefined {
    return this.live !== undefined ? 'running' : this.summary?.state === 'running' ? 'paused' : this.summary?.state;
  }

  toItem(): vscode.TreeItem {
    const { run, summary, state } = this;
    const text = shortenText(sanitizeForVsCode(run.subject || run.endpoint), maxText);
    const item = new vscode.TreeItem(text);
    const { description, tooltip } =
      summary === undefined
        ? { description: vscode.l10n.t('folder not found'), tooltip: '' }
        : describeRun(summary, run.subject === '' ? '' : run.endpoint, this.live?.read(), vscode.env.language);
    item.id = this.id;
    item.description = description;
    item.tooltip = joinParts([this.title, tooltip, run.folder], '\n');
    item.accessibilityInformation = { label: `${this.title}, ${description}` };
    const icons = { running: 'sync~spin', paused: 'debug-pause', complete: 'check' };
    item.iconPath = new vscode.ThemeIcon(state === undefined ? 'warning' : icons[state]);
    const endpoint = findEndpointById(summary?.plan.endpoint ?? '');
    const isNewest = endpoint !== undefined && summary !== undefined && isNewestFirst(endpoint, summary.plan.params);
    item.contextValue = toContextValue([
      'run',
      this.live?.stop.signal.aborted !== true && state !== undefined && state,
      state === 'complete' && isNewest && 'newest',
      state !== undefined && 'tabular',
      state === 'complete' && 'loaded',
    ]);
    if (state !== undefined) {
      item.command = toCommand('socialData.records.openAsTable', vscode.l10n.t('Open as Table'), this);
    }
    return item;
  }

  async children(): Promise<readonly TreeNode[]> {
    return await Promise.resolve([]);
  }

  target(services: Services): RecordTarget {
    return {
      records: [],
      connection: this.run.connection,
      responses: async () => await Promise.resolve([]),
      openAsTable: async () => await this.openAsTable(services),
    };
  }

  /** Its first records. Doesn't send requests. */
  async openAsTable({ open }: Services): Promise<void> {
    const pages = await readFirstPages(this.run.folder);
    await (pages.length === 0 ? showRefusal(vscode.l10n.t('No records collected yet.')) : open.results(pages, 'table'));
  }
}
