import * as vscode from 'vscode';
import { addPrice, formatPagesPrice, formatPrice } from '../../../../core/cost/formatPrice.ts';
import {
  describeNextStep,
  describeStopping,
  describeWaiting,
  describeWaitReason,
} from '../../../../core/errors/describeError.ts';
import { formatMoreAvailable, type LoadFailure } from '../../../../core/session/pagedSession.ts';
import { toCommand } from '../../../../workbench/commands.ts';
import { formatExactCount } from '../../../../workbench/formatCounts.ts';
import { toErrorCommand, toErrorRow } from '../../../../workbench/showErrorNotification.ts';
import type { NoteContent, TreeNode } from '../../../../workbench/tree/treeNode.ts';
import type { PagedSource } from './pagedSource.ts';
import { joinParts } from '../../../../core/text/joinParts.ts';

const { l10n } = vscode;

/** A row that loads pages. */
interface PagedRow extends TreeNode {
  readonly source: PagedSource;
  readonly connection: string;
}

/** The rows below the records: *Load More*, the end of the list, progress, or a failure, each with its price. */
export function createNoteRows(node: PagedRow): readonly NoteContent[] {
  const { status, records, next, failure } = node.source.state;
  if (status === 'idle') {
    return [createIdleNote(node)];
  }
  if (status === 'loading') {
    return [createLoadingNote(node)];
  }
  const onward = next === undefined ? [] : [createLoadMoreNote(node)];
  if (failure !== undefined) {
    // keep *Load More* after a failure, so loaded pages aren't paid for again
    return [createFailureNote(node, failure), ...(records.length === 0 ? [] : onward)];
  }
  return next !== undefined ? onward : [records.length === 0 ? createEmptyNote(node) : createEndNote(records.length)];
}

/** "60 loaded, more available" or "12 loaded" */
export function formatLoadedAndMoreAvailable({ source: { state } }: PagedRow): string {
  const loaded = formatNumberLoaded(state.records.length);
  return state.next === undefined ? loaded : `${loaded}, ${formatMoreAvailable(state.isStalled)}`;
}

function formatNumberLoaded(count: number): string {
  return l10n.t('{0} loaded', formatExactCount(count));
}

function createLoadingNote({ source: { session } }: PagedRow): NoteContent {
  const { stopsBy, pending } = session.runs;
  const latest = pending.waiting;
  const word = stopsBy === undefined ? 'loading' : 'note';
  return latest === undefined
    ? { text: stopsBy === undefined ? l10n.t('Loading…') : describeStopping(stopsBy), icon: 'loading~spin', word }
    : {
        word,
        text: describeNextStep(latest), // the side bar may be too narrow for more
        description: describeWaitReason(latest),
        tooltip: describeWaiting(latest),
        icon: latest.kind === 'again' ? 'debug-disconnect' : 'watch',
      };
}

function createLoadMoreNote(node: PagedRow): NoteContent {
  const price = formatPrice(node.source.quoteNext());
  const { isStalled, records } = node.source.state;
  return {
    // the price comes first because the side bar is narrow
    text: isStalled ? formatNumberLoaded(records.length) : formatLoadedAndMoreAvailable(node),
    description: joinParts([price, isStalled ? formatMoreAvailable(isStalled) : '']),
    tooltip: addPrice(formatLoadedAndMoreAvailable(node), price),
    icon: 'ellipsis',
    command: toCommand('socialData.explore.loadMore', l10n.t('Load More'), node),
    word: 'more',
  };
}

function createEmptyNote(node: PagedRow): NoteContent {
  const again = addPrice(l10n.t('Refresh'), formatPrice(node.source.quoteAgain()));
  return {
    text: l10n.t('Nothing here.'), // short, to leave room for the price
    icon: 'circle-slash',
    ...toDescriptionAndCommand(toCommand('socialData.records.refresh', again, node)),
  };
}

function createEndNote(loaded: number): NoteContent {
  return { text: l10n.t('{0} loaded, end of list', formatExactCount(loaded)), icon: 'check' };
}

function createIdleNote(node: PagedRow): NoteContent {
  const load = addPrice(l10n.t('Load'), formatPrice(node.source.quoteFirst()));
  return {
    text: l10n.t('Not loaded'),
    tooltip: l10n.t('The connection or budget changed. Load to continue.'),
    icon: 'circle-outline',
    ...toDescriptionAndCommand(toCommand('socialData.explore.load', load, node)),
  };
}

function createFailureNote(node: PagedRow, { error, isPartial }: LoadFailure): NoteContent {
  const { text, story, action } = toErrorRow(error, node.source.query.endpoint, isPartial);
  const command = toActionCommand(node, action);
  // the side bar may cut off the price, so the tooltip repeats it
  return { text, tooltip: `${story}\n${command.title}`, icon: 'warning', ...toDescriptionAndCommand(command) };
}

function toActionCommand(node: PagedRow, action: ReturnType<typeof toErrorRow>['action']): vscode.Command {
  if (action === 'showResponse') {
    return toCommand('socialData.records.openAsJson', l10n.t('Show Response'), node);
  }
  if (action !== undefined && action !== 'retry') {
    return toErrorCommand(action, node.connection);
  }
  const { source } = node;
  const maxPrice = formatPagesPrice(source.quoteAgain(), source.session.retryCalls);
  return toCommand('socialData.explore.load', addPrice(l10n.t('Retry'), maxPrice), node);
}

function toDescriptionAndCommand(command: vscode.Command): { readonly description: string; readonly command: vscode.Command } {
  return { description: command.title, command };
}
