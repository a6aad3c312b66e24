import * as vscode from 'vscode';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { JobRun } from '../../app/session/backgroundJob.ts';
import { formatExpected } from '../../app/cost/formatPrice.ts';
import { maxPriceOf, quoteOfPrice } from '../../app/cost/price.ts';
import type { Client } from '../../client/client.ts';
import { refuseOtherWorld } from '../shared/words/presentWorld.ts';
import type { Services } from '../shared/services.ts';
import { wordWaiting } from '../shared/words/wordWaiting.ts';
import type { ThreadSession } from './threadSession.ts';

/** The fewest threads of answers that a page brings (primary reference, Limits). */
const answersPerPage = 20;

/**
 * Says how many calls it takes at most to have the whole thread and what they cost, and makes them if the person agrees. Can be
 * cancelled, and waits at the budget: what came stays.
 */
export async function completeThread(services: Services, session: ThreadSession): Promise<void> {
  if (refuseOtherWorld(session.foreignOrigin)) {
    return;
  }
  const plan = callsToComplete(session);
  if (plan === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This thread is complete: nothing more is known of. Nothing was spent.'),
    );
    return;
  }
  const client = await services.client();
  const most = vscode.l10n.t('At most {0} calls ({1}).', plan, priceOf(client, plan));
  // a tab and the side bar may show two threads: the one that is paid for is named
  const handle = session.focal?.author.handle;
  const go = vscode.l10n.t('Fetch');
  const answer = await vscode.window.showInformationMessage(
    handle === undefined ? vscode.l10n.t('Fetch all of this thread?') : vscode.l10n.t('Fetch all of the thread of @{0}?', handle),
    {
      modal: true,
      detail: `${most} ${vscode.l10n.t('It ends earlier when there is no more, and can be cancelled; what came stays.')}`,
    },
    go,
  );
  if (answer !== go) {
    return;
  }
  await session.complete({
    atMost: plan,
    onRun: (run) => {
      showProgress(session, run);
    },
    onRest: (calls) => {
      void sayEnd(services, session, calls);
    },
  });
}

/** A notification for as long as the job runs, also when it was resumed; its Cancel lets the call on its way come. */
function showProgress(session: ThreadSession, { ended, stop }: JobRun): void {
  void vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Fetching the thread'), cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(stop);
      const subscription = session.onDidChange(() => {
        const { completing, waiting } = session.state;
        if (completing !== undefined) {
          const call = vscode.l10n.t('call {0} of at most {1}', completing.done + 1, completing.atMost);
          progress.report({ message: waiting === undefined ? call : `${call}. ${wordWaiting(waiting)}` });
        }
      });
      await ended;
      subscription.dispose();
    },
  );
}

/** Says how it ended; what is left is fetched only if the person goes on, and agrees again. */
async function sayEnd(services: Services, session: ThreadSession, calls: number): Promise<void> {
  const plan = callsToComplete(session);
  const made = calls === 1 ? vscode.l10n.t('1 call') : vscode.l10n.t('{0} calls', calls);
  if (plan === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The thread is complete, after {0}.', made));
    return;
  }
  const cost = priceOf(await services.client(), plan);
  const go = vscode.l10n.t('Continue…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Stopped after {0}; {1} ({2}). What came stays.', made, describeLeft(session), cost),
    go,
  );
  if (answer === go) {
    await completeThread(services, session);
  }
}

function priceOf(client: Client, calls: number): string {
  return formatExpected(maxPriceOf(quoteOfPrice(client.priceOf(tweet)), calls).amount);
}

function describeLeft({
  pages: {
    left: { hasNextPage, branches },
  },
}: ThreadSession): string {
  const count = branches.length;
  if (hasNextPage) {
    switch (count) {
      case 0:
        return vscode.l10n.t('more replies are left');
      case 1:
        return vscode.l10n.t('more replies and 1 branch are left');
      default:
        return vscode.l10n.t('more replies and {0} branches are left', count);
    }
  }
  return count === 1 ? vscode.l10n.t('1 branch is left') : vscode.l10n.t('{0} branches are left', count);
}

/** Pages below, by what the post says it has; one for each branch that is known to go on. */
function callsToComplete({ state, focal, pages: { left } }: ThreadSession): number {
  const direct = state.rows.filter(({ kind, depth }) => kind === 'post' && depth === 1).length;
  const away = Math.max(1, (focal?.counts.replies ?? 0) - direct);
  return (left.hasNextPage ? Math.ceil(away / answersPerPage) : 0) + left.branches.length;
}
