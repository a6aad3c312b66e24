import * as vscode from 'vscode';
import { type Exchange, bodyText } from '../../client/exchange.ts';
import { exchangeOf } from '../shared/kept/exchangeDocuments.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { siteOfConnection } from '../shared/connections/siteOf.ts';
import { documentExchange } from './documentExchange.ts';
import { type FoundThread, threadsInText } from '../../app/thread/documentThread.ts';
import { isThread } from './readThread.ts';

/**
 * Finds the thread to show of a JSON document: an answer, a fixture or any file that holds posts. Asks which one where it holds
 * several conversations, and says why where it holds none. Makes no call.
 * @returns undefined where there is none, or the person chose none
 */
export async function threadOfDocument(services: Services, picked: vscode.Uri | undefined): Promise<Exchange | undefined> {
  const uri = picked ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    presentRefusal(vscode.l10n.t('Open a JSON document with posts first: an answer, a fixture or a file.'));
    return undefined;
  }
  const answer = exchangeOf(services.exchanges, uri);
  if (answer !== undefined && isThread(answer)) {
    return answer;
  }
  const text = answer === undefined ? await textOf(uri) : bodyText(answer);
  if (text === undefined) {
    return undefined;
  }
  const { format, threads } = threadsInText(text, siteOfConnection(services.connections, 'primary'));
  if (threads.length === 0) {
    presentRefusal(vscode.l10n.t('This is not a thread: no posts are recognised in it. Nothing was spent.'));
    return undefined;
  }
  const chosen = threads.length === 1 ? threads[0] : await pick(threads);
  return chosen === undefined ? undefined : documentExchange(uri, text, chosen.focal.id, format);
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return (await vscode.workspace.openTextDocument(uri)).getText();
  } catch (error) {
    const why = foreignText(error instanceof Error ? error.message : String(error));
    presentRefusal(vscode.l10n.t('The document could not be read: {0}. Nothing was spent.', why));
    return undefined;
  }
}

async function pick(threads: readonly FoundThread[]): Promise<FoundThread | undefined> {
  const items = threads.map((thread) => {
    const { record } = thread.focal;
    return {
      label: foreignText(`@${record.author?.handle ?? ''}`),
      description: thread.count === 1 ? vscode.l10n.t('1 post') : vscode.l10n.t('{0} posts', thread.count),
      detail: foreignText(record.text ?? ''),
      thread,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('View as Thread'),
    placeHolder: vscode.l10n.t('This document holds posts of {0} conversations. Which one?', threads.length),
    matchOnDetail: true,
  });
  return chosen?.thread;
}
