import * as vscode from 'vscode';
import type { ErrorKind } from '../../../client/errors.ts';
import { toCommand } from '../../shared/commands.ts';
import { toErrorRow } from '../../shared/showErrorNotification.ts';
import type { LoadFailure } from '../../../app/session/pagedQuestion.ts';
import { formatPagesPrice, formatPrice } from '../../../app/cost/formatPrice.ts';
import { describeNextStep, describeStopping, describeWaiting, describeWaitReason } from '../../../app/errors/describeWaiting.ts';
import type { NoteContent, TreeNode } from '../../shared/tree/treeNode.ts';
import { formatMoreAvailable } from '../../../app/records/formatLoaded.ts';
import { formatExactCount } from '../../shared/words/formatCounts.ts';
import type { PagedSource } from './pagedSource.ts';

const { l10n } = vscode;

/** A row whose pages the notes are about; their commands take it. */
interface NotedRow extends TreeNode {
  readonly source: PagedSource;
}

/** The rows below the records: what is under way, else why it ended or failed, and how it goes on. */
export function createStatusNotes(node: NotedRow): readonly NoteContent[] {
  const { status, records, next, failure } = node.source.state;
  if (status === 'idle') {
    return [createIdleNote(node)];
  }
  if (status === 'loading') {
    return [createLoadingNote(node)];
  }
  const onward = next === undefined ? [] : [createLoadMoreNote(node)];
  if (failure !== undefined) {
    // a failure does not take the way on: what is loaded need not be paid for again
    return [createFailureNote(node, failure), ...(records.length === 0 ? [] : onward)];
  }
  return next !== undefined ? onward : [records.length === 0 ? createEmptyNote(node) : createEndNote(records.length)];
}

/** "60 loaded, more available" or "12 loaded": what stands beside a node whose pages are here. */
export function formatLoadedAndMoreAvailable({ source: { state } }: NotedRow): string {
  const loaded = formatNumberLoaded(state.records.length);
  return state.next === undefined ? loaded : `${loaded}, ${formatMoreAvailable(state.isStalled)}`;
}

function formatNumberLoaded(count: number): string {
  return l10n.t('{0} loaded', formatExactCount(count));
}

/** That an answer is on its way; what is waited for, where it could not be had at once. */
function createLoadingNote({ source: { session } }: NotedRow): NoteContent {
  const { stopsBy, pending } = session.runs;
  const latest = pending.waiting;
  const word = stopsBy === undefined ? 'loading' : 'stopping';
  return latest === undefined
    ? { text: stopsBy === undefined ? l10n.t('Loading…') : describeStopping(stopsBy), icon: 'loading~spin', word }
    : {
        word,
        text: describeNextStep(latest), // first: in a side bar there is room for little more
        description: describeWaitReason(latest),
        tooltip: describeWaiting(latest),
        icon: latest.kind === 'again' ? 'debug-disconnect' : 'watch',
      };
}

function createLoadMoreNote(node: NotedRow): NoteContent {
  const price = formatPrice(node.source.quoteNext());
  const { isStalled, records } = node.source.state;
  return {
    // beside the text there is room for little in a side bar: the price comes before what takes more
    text: isStalled ? formatNumberLoaded(records.length) : formatLoadedAndMoreAvailable(node),
    description: isStalled ? `${price} · ${formatMoreAvailable(isStalled)}` : price,
    tooltip: `${formatLoadedAndMoreAvailable(node)}\n${price}`,
    icon: 'ellipsis',
    command: toCommand('socialData.explore.loadMore', l10n.t('Load More'), node),
    word: 'more',
  };
}

function createEmptyNote(node: NotedRow): NoteContent {
  const again = l10n.t('Refresh ({0})', formatPrice(node.source.quoteAgain()));
  return {
    text: l10n.t('Nothing here.'), // few words: the row above has the title, and what a click costs stands beside them
    icon: 'circle-slash',
    ...toDescriptionAndCommand(toCommand('socialData.explore.callAgain', again, node)),
  };
}

function createEndNote(loaded: number): NoteContent {
  return { text: l10n.t('{0} loaded, end of list', formatExactCount(loaded)), icon: 'check' };
}

function createIdleNote(node: NotedRow): NoteContent {
  const load = l10n.t('Load ({0})', formatPrice(node.source.quoteFirst()));
  return {
    text: l10n.t('Not loaded'),
    tooltip: l10n.t('The connection or the budget changed. Load to continue.'),
    icon: 'circle-outline',
    ...toDescriptionAndCommand(toCommand('socialData.explore.load', load, node)),
  };
}

/** One text and one action: what can be done first about the failure. */
function createFailureNote(node: NotedRow, { error, isPartial }: LoadFailure): NoteContent {
  const { text, story, action } = toErrorRow(error, node.source.question.endpoint, isPartial);
  const icon = failureIcons[error.kind] ?? 'warning';
  const command = toActionCommand(node, action);
  // in the tooltip as well: a side bar shows the beginning of the failure and nothing beside it, and a click may cost
  return { text, tooltip: `${story}\n${command.title}`, icon, ...toDescriptionAndCommand(command) };
}

function toActionCommand(node: NotedRow, action: ReturnType<typeof toErrorRow>['action']): vscode.Command {
  switch (action) {
    case 'retry':
    case undefined:
      return toRetryCommand(node);
    case 'setKey':
      return toCommand('socialData.connection.setKey', l10n.t('Set API Key…'), node.source.question.endpoint.service);
    case 'replaceKey':
      return toCommand('socialData.connection.setKey', l10n.t('Set Another Key…'), node.source.question.endpoint.service, 'key');
    case 'selectConnection':
      return toCommand('socialData.connection.select', l10n.t('Select Connection…'));
    case 'setBudget':
      return toCommand('socialData.activity.setBudget', l10n.t('Set Budget…'));
    case 'showAnswer':
      return toCommand('socialData.explore.openAnswer', l10n.t('Show Answer'), node);
    case 'showLog':
      return toCommand('socialData.activity.showLog', l10n.t('Show Log'));
  }
}

/** To do again what failed, for what it costs at most. */
function toRetryCommand(node: NotedRow): vscode.Command {
  const { source } = node;
  const price = formatPagesPrice(source.quoteAgain(), source.session.retryCalls);
  return toCommand('socialData.explore.load', l10n.t('Retry ({0})', price), node);
}

/** What a click on a row does, as it stands beside the row. */
function toDescriptionAndCommand(command: vscode.Command): { readonly description: string; readonly command: vscode.Command } {
  return { description: command.title, command };
}

/** What stands for a failure where a warning says too little. */
const failureIcons: Partial<Readonly<Record<ErrorKind, string>>> = {
  noKey: 'key',
  unauthorized: 'key',
  budget: 'credit-card',
  noBalance: 'credit-card',
  network: 'debug-disconnect',
  forbidden: 'lock',
  noResults: 'circle-slash',
  notFound: 'circle-slash',
  badRequest: 'circle-slash',
  cancelled: 'stop-circle',
};
