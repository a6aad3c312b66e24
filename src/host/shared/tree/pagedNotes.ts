import * as vscode from 'vscode';
import type { SocialDataError } from '../../../client/errors.ts';
import { toCommand } from '../commands.ts';
import { toErrorRow } from '../presentError.ts';
import { presentQuote } from '../presentMoney.ts';
import type { Note } from './noteNode.ts';
import { presentExactCount } from './presentRecord.ts';
import type { PagedRow } from './treeNode.ts';

/** The rows of a paged node that state how it stands, by their place: before the records, and after them. */
export function notesOf(node: PagedRow, shown: number): { readonly before: readonly Note[]; readonly after: readonly Note[] } {
  const { state } = node.source;
  const loaded = state.records.length;
  if (state.status === 'idle') {
    return { before: [], after: [idleNote(node)] };
  }
  const before = state.filter === '' ? [] : [filterNote(node, shown, loaded)];
  if (state.status === 'loading') {
    return { before, after: [{ text: vscode.l10n.t('Loading…'), icon: 'loading~spin' }] };
  }
  if (state.failure !== undefined) {
    return { before, after: [failureNote(node, state.failure)] };
  }
  if (loaded === 0 && state.next === undefined) {
    return { before, after: [{ text: vscode.l10n.t('{0}: nothing here.', node.title), icon: 'circle-slash' }] };
  }
  return { before, after: [state.next === undefined ? endNote(loaded) : moreNote(node, loaded)] };
}

/** "60 loaded, more available" or "12 loaded": what stands beside a node whose pages are here. */
export function presentLoaded(node: PagedRow): string {
  const { records, next } = node.source.state;
  const count = presentExactCount(records.length);
  return next === undefined ? vscode.l10n.t('{0} loaded', count) : vscode.l10n.t('{0} loaded, more available', count);
}

function moreNote(node: PagedRow, loaded: number): Note {
  const price = presentQuote(node.source.quoteNext());
  return {
    text: vscode.l10n.t('{0} loaded, more available', presentExactCount(loaded)),
    description: price, // alone: beside the text there is room for little in a side bar
    tooltip: vscode.l10n.t('Load More ({0})', price),
    icon: 'ellipsis',
    command: toCommand('socialData.explore.loadMore', vscode.l10n.t('Load More'), node),
    leadsOn: true,
  };
}

function endNote(loaded: number): Note {
  return { text: vscode.l10n.t('{0} loaded, end of list', presentExactCount(loaded)), icon: 'check' };
}

function idleNote(node: PagedRow): Note {
  return {
    text: vscode.l10n.t('Not loaded'),
    description: vscode.l10n.t('Load ({0})', presentQuote(node.source.quoteFirst())),
    tooltip: vscode.l10n.t('The connection is another one since this was loaded. Nothing is called until you say so.'),
    icon: 'circle-outline',
    command: toCommand('socialData.explore.load', vscode.l10n.t('Load'), node),
  };
}

function filterNote(node: PagedRow, shown: number, loaded: number): Note {
  return {
    text: vscode.l10n.t('Filtered: {0} of {1} loaded', presentExactCount(shown), presentExactCount(loaded)),
    description: vscode.l10n.t('“{0}” · Clear', node.source.state.filter),
    tooltip: vscode.l10n.t('Only what is loaded is searched; nothing is called.'),
    icon: 'filter-filled',
    command: toCommand('socialData.explore.clearFilter', vscode.l10n.t('Clear Filter'), node),
  };
}

/** One text and one action: what can be done first about the failure. */
function failureNote(node: PagedRow, failure: SocialDataError): Note {
  const { endpoint } = node.source.question;
  const { text, story, action } = toErrorRow(failure, endpoint);
  const row = { text, tooltip: story, icon: iconOf(failure) };
  switch (action) {
    case 'retry': {
      const title = vscode.l10n.t('Retry ({0})', presentQuote(node.source.quoteAgain()));
      return { ...row, description: title, command: toCommand('socialData.explore.retry', title, node) };
    }
    case 'setKey': {
      const title = vscode.l10n.t('Set API Key…');
      return { ...row, description: title, command: toCommand('socialData.connection.setKey', title, endpoint.service) };
    }
    case 'selectConnection': {
      const title = vscode.l10n.t('Select Connection…');
      return { ...row, description: title, command: toCommand('socialData.connection.select', title) };
    }
    case 'setBudget': {
      const title = vscode.l10n.t('Set Budget…');
      return { ...row, description: title, command: toCommand('socialData.activity.setBudget', title) };
    }
    case 'showAnswer': {
      const title = vscode.l10n.t('Show Answer');
      return { ...row, description: title, command: toCommand('socialData.explore.openAnswer', title, node) };
    }
    case 'showLog': {
      const title = vscode.l10n.t('Show Log');
      return { ...row, description: title, command: toCommand('socialData.activity.showLog', title) };
    }
    case undefined:
      return row;
  }
}

function iconOf({ kind }: SocialDataError): string {
  switch (kind) {
    case 'noKey':
    case 'unauthorized':
      return 'key';
    case 'budget':
    case 'noBalance':
      return 'credit-card';
    case 'network':
      return 'debug-disconnect';
    case 'forbidden':
      return 'lock';
    case 'noResults':
    case 'notFound':
    case 'badRequest':
      return 'circle-slash';
    case 'cancelled':
      return 'stop-circle';
    case 'storage':
    case 'input':
    case 'address':
    case 'askedElsewhere':
    case 'notKept':
    case 'upstreamTimeout':
    case 'conflict':
    case 'invalid':
    case 'rateLimited':
    case 'server':
    case 'redirect':
    case 'unexpectedStatus':
    case 'certificate':
    case 'interrupted':
    case 'timeout':
    case 'tooLarge':
    case 'shape':
      return 'warning';
  }
}
