import * as vscode from 'vscode';
import type { ThreadAction } from '../../protocol/threadContract.ts';
import { runCommand } from '../shared/commands.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import { showExchange } from '../shared/kept/exchangeDocuments.ts';
import { pickPage } from '../shared/kept/pickPage.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { threadMarkdown } from '../../app/thread/threadMarkdown.ts';
import { documentUriOf } from './readThread.ts';
import { completeThread } from './completeThread.ts';
import type { ThreadSession } from './threadSession.ts';

/** Does what a person chose to do with a whole thread. Only completing it makes calls, and asks first. */
export async function actOnThread(
  services: Services,
  session: ThreadSession,
  action: Exclude<ThreadAction, 'loadPictures'>,
): Promise<void> {
  const { pages, phase } = session.state;
  if (action === 'lookUp') {
    return await runCommand('socialData.lookUp.anything');
  }
  if (phase !== 'ready' || pages.length === 0) {
    return presentRefusal(vscode.l10n.t('Open a thread first.'));
  }
  switch (action) {
    case 'openInEditor':
      return await runCommand('socialData.threads.openInEditor');
    case 'openAsJson':
      return await openAsJson(services, session);
    case 'copyMarkdown':
      await vscode.env.clipboard.writeText(toMarkdown(session));
      return void vscode.window.setStatusBarMessage(vscode.l10n.t('Copied the thread as Markdown.'), 3_000);
    case 'saveMarkdown':
      return await saveMarkdown(session);
    case 'complete':
      return await completeThread(services, session);
  }
}

/** Opens an answer of the thread as a document; asks which where there are several. */
async function openAsJson(services: Services, session: ThreadSession): Promise<void> {
  const choices = session.state.pages.map(({ page, exchange }, at) => {
    const handle = session.pages.post(page.askedId)?.author.handle;
    return {
      number: at + 1,
      sentAt: exchange.sentAt,
      bodyBytes: exchange.body.byteLength,
      detail:
        handle === undefined ? page.askedId : vscode.l10n.t('Under the post of @{0} ({1})', foreignText(handle), page.askedId),
      page: exchange,
    };
  });
  const exchange = await pickPage(choices, {
    title: vscode.l10n.t('Open Thread as JSON'),
    placeHolder: vscode.l10n.t('A document is one answer as it came. Which page?'),
  });
  if (exchange === undefined) {
    return;
  }
  const uri = documentUriOf(exchange.id);
  if (uri === undefined) {
    return await showExchange(services, exchange);
  }
  await vscode.commands.executeCommand('vscode.open', uri);
}

function toMarkdown(session: ThreadSession): string {
  return threadMarkdown(session.state.rows, (id) => session.pages.post(id), {
    absent: (text) => text ?? vscode.l10n.t('A post that is not available.'),
    missing: vscode.l10n.t('A post that was not fetched.'),
  });
}

async function saveMarkdown(session: ThreadSession): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `thread-${session.state.focalId ?? ''}.md`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { Markdown: ['md'] },
    title: vscode.l10n.t('Save Thread as Markdown'),
  });
  if (target === undefined) {
    return;
  }
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(toMarkdown(session)));
    await vscode.window.showTextDocument(target, { preview: false });
  } catch (error) {
    presentRefusal(
      vscode.l10n.t(
        'The thread was not saved: {0}. Nothing was spent; choose another place.',
        foreignText(error instanceof Error ? error.message : ''),
      ),
    );
  }
}
