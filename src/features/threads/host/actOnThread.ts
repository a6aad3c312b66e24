import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { describeMaxPrice, describeStopAtRaisedPrice, formatPrice, formatPriceAtMost } from '../../../core/cost/formatPrice.ts';
import { getReuseForOffer, computeMaxPrice, toQuoteFromPrice } from '../../../core/cost/cost.ts';
import { formatCallCount } from '../../../core/cost/formatSpend.ts';
import { formatPostPlainText, formatThreadMarkdown } from '../formatThreadMarkdown.ts';
import type { ThreadCompletionOptions } from '../conversation.ts';
import { formatUnloadedParts } from '../threadPages.ts';
import { nextPageLineKey } from '../threadLines.ts';
import { quoteThread } from '../threadQuery.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import type { Endpoint } from '../../../client/endpoint.ts';
import { gatewayTweetAnalytics } from '../../../client/endpoints/gateway/trends.ts';
import { tweet, tweetArticle, tweetFavorites, tweetQuotes, tweetRetweets } from '../../../client/endpoints/primary/tweets.ts';
import { decodeBodyText, type Exchange } from '../../../client/exchange.ts';
import { findJsonObjectByMember } from '../../../client/json/sliceJson.ts';
import type { PostAction, ThreadAction } from '../../../core/channel/pageCommands.ts';
import { askWhereToSave, copyText, showRefusal, pickPage } from '../../../workbench/dialogs.ts';
import { showExchange } from '../../../workbench/exchangeDocuments.ts';
import { openLink } from '../../../workbench/page/webviewPage.ts';
import { refuseContentWithKey } from '../../../workbench/services/refuseContentWithKey.ts';
import type { FixturePurpose, Services } from '../../../workbench/services.ts';
import { sanitizeForVsCode } from '../../../core/text/stripHiddenCharacters.ts';
import { describeWaiting } from '../../../core/errors/describeError.ts';
import { getThreadDocumentUri } from './readThreadPage.ts';
import type { ThreadSession } from './threadSession.ts';

/** In upstream JSON, and in simple responses. */
const postIdPropertyNames = ['rest_id', 'id'];

const endpointsByPostAction = { likes: tweetFavorites, reposts: tweetRetweets, quotes: tweetQuotes, article: tweetArticle };

/** What leads to a call says its price first, where the call is made. */
export async function actOnPost(services: Services, session: ThreadSession, action: PostAction, id: string): Promise<void> {
  const post = session.pages.post(id);
  const exchange = session.pages.exchangeWith(id);
  const { connection } = session;
  switch (action) {
    case 'openInBrowser':
      return await openLink(post?.url ?? '');
    case 'copyLink':
      return await copyText(post?.url ?? '');
    case 'copyId':
      return await copyText(id);
    case 'copyText':
      return post === undefined ? undefined : await copyText(formatPostPlainText(post));
    case 'copyJson': {
      const json =
        exchange === undefined
          ? undefined
          : findJsonObjectByMember(decodeBodyText(exchange), exchange.value, postIdPropertyNames, id);
      return json === undefined ? undefined : await copyText(json);
    }
    case 'openThread':
      return await openThread(session, id);
    case 'lookUpAuthor':
      return post === undefined ? undefined : await services.open.user(post.author.handle, connection);
    case 'pinAuthor':
      return post === undefined ? undefined : await services.open.pinUser(post.author.handle, connection);
    case 'analytics':
      return await openForm(services, gatewayTweetAnalytics, { tweet_id: id }, connection);
    case 'likes':
    case 'reposts':
    case 'quotes':
    case 'article':
      return await openForm(services, endpointsByPostAction[action], { tweetId: id }, connection);
    case 'saveAsFixture':
      return exchange === undefined ? undefined : await saveAsFixture(services, [exchange]);
    case 'savePseudonymized':
      return exchange === undefined ? undefined : await saveAsFixture(services, [exchange], 'pseudonymized');
  }
}

/** Unasked. */
async function openForm(
  { connections, open }: Services,
  endpoint: Endpoint,
  texts: FieldTexts,
  connection: string,
): Promise<void> {
  const { service } = endpoint;
  if (!connections.reaches(service, connections.names(connection)[service])) {
    return showRefusal(addNoChargeSentence(vscode.l10n.t('Select a Gateway API connection that has this post.')));
  }
  await open.query(endpoint, texts, { connection });
}

async function saveAsFixture(
  services: Services,
  exchanges: readonly Exchange[],
  purpose: FixturePurpose = 'asReceived',
  remark?: string,
): Promise<void> {
  if (exchanges.some(({ id }) => getThreadDocumentUri(id) !== undefined)) {
    return showRefusal(addNoChargeSentence(vscode.l10n.t('This thread comes from a document, not a response.')));
  }
  await services.saveResponsesAsFixtures([{ kind: exchanges.length === 1 ? 'response' : 'thread', exchanges, remark }], purpose);
}

function listThreadExchanges({ pages }: ThreadSession): readonly Exchange[] {
  return pages.all.map(({ exchange }) => exchange);
}

async function saveThreadAsFixture(services: Services, session: ThreadSession, purpose: FixturePurpose): Promise<void> {
  const left = formatUnloadedParts(session.pages);
  const remark = left === '' ? undefined : vscode.l10n.t("The thread isn't complete: {0}.", left);
  await saveAsFixture(services, listThreadExchanges(session), purpose, remark);
}

/** In the place of the thread that is there; asks first where it costs a call. */
async function openThread(session: ThreadSession, id: string): Promise<void> {
  const { connection } = session; // another thread may be opened while the person looks at the price
  const quote = quoteThread(await session.services.client(), id);
  const handle = session.pages.post(id)?.author.handle;
  const label = handle === undefined ? vscode.l10n.t('Thread') : vscode.l10n.t('Thread of @{0}', sanitizeForVsCode(handle));
  const row = { label, description: `${id} · ${formatPrice(quote)}` };
  const title = vscode.l10n.t("Open Post's Thread");
  if (quote?.kind === 'stored' || (await vscode.window.showQuickPick([row], { title })) !== undefined) {
    await session.open(id, getReuseForOffer(quote), connection);
  }
}

/** Only completing it makes calls, and asks first. */
export async function actOnThread(services: Services, session: ThreadSession, action: ThreadAction): Promise<void> {
  if (session.state.phase !== 'ready' || session.pages.all.length === 0) {
    return showRefusal(vscode.l10n.t('Open a thread first.'));
  }
  switch (action) {
    case 'openAsJson':
      return await openAsJson(services, session);
    case 'openAsTable':
      return await openThreadAsTable(services, listThreadExchanges(session));
    case 'copyMarkdown':
      return await copyText(toMarkdown(session), vscode.l10n.t('Copied the thread as Markdown.'));
    case 'saveMarkdown':
      return await saveMarkdown(services, session);
    case 'saveAsFixture':
      return await saveThreadAsFixture(services, session, 'asReceived');
    case 'savePseudonymized':
      return await saveThreadAsFixture(services, session, 'pseudonymized');
    case 'complete':
      return await completeThread(session);
  }
}

async function pickResponse(session: ThreadSession, title: string, placeHolder: string): Promise<Exchange | undefined> {
  const choices = session.pages.all.map(({ page, exchange }, at) => {
    const handle = session.pages.post(page.askedId)?.author.handle;
    return {
      number: at + 1,
      sentAt: exchange.sentAt,
      bodyBytes: exchange.body.byteLength,
      detail: handle === undefined ? page.askedId : `@${sanitizeForVsCode(handle)} (${page.askedId})`,
      page: exchange,
    };
  });
  return await pickPage(choices, { title, placeHolder });
}

async function openAsJson(services: Services, session: ThreadSession): Promise<void> {
  const placeHolder = vscode.l10n.t('Which page do you want to open?');
  const exchange = await pickResponse(session, vscode.l10n.t('Open Thread as JSON'), placeHolder);
  if (exchange === undefined) {
    return;
  }
  const uri = getThreadDocumentUri(exchange.id);
  if (uri === undefined) {
    return await showExchange(services, exchange);
  }
  await vscode.commands.executeCommand('vscode.open', uri);
}

/** Makes no call. */
async function openThreadAsTable({ open }: Services, responses: readonly Exchange[]): Promise<void> {
  if (responses.some(({ id }) => getThreadDocumentUri(id) !== undefined)) {
    return showRefusal(addNoChargeSentence(vscode.l10n.t('This thread comes from a document, not a response.')));
  }
  await open.results(responses, 'table');
}

function toMarkdown(session: ThreadSession): string {
  return formatThreadMarkdown(session.pages.rows, (id) => session.pages.post(id), {
    absent: (text) => text ?? vscode.l10n.t("This post isn't available."),
    missing: vscode.l10n.t("This post wasn't loaded."),
    more: vscode.l10n.t('More replies'),
  });
}

async function saveMarkdown(services: Services, session: ThreadSession): Promise<void> {
  const name = `thread-${session.state.focalId ?? ''}.md`;
  const text = toMarkdown(session); // another thread may be opened while the person chooses
  const target = await askWhereToSave(vscode.l10n.t('Save Thread as Markdown'), name, { Markdown: ['md'] });
  if (target === undefined || (await refuseContentWithKey(services, name, text))) {
    return;
  }
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text));
    await vscode.window.showTextDocument(target, { preview: false });
  } catch (error) {
    showRefusal(
      addNoChargeSentence(
        vscode.l10n.t("The thread wasn't saved: {0}.", sanitizeForVsCode(error instanceof Error ? error.message : '')),
      ),
    );
  }
}

/** The fewest threads of responses that a page brings (primary reference, Limits). */
const minRepliesPerPage = 20;

/**
 * Says how many calls it takes at most to have the whole thread and what they cost, and makes them if the person agrees. Can be
 * cancelled, and stops at the budget: what came stays.
 */
export async function completeThread(session: ThreadSession): Promise<void> {
  const plan = countCallsToComplete(session);
  if (plan === 0) {
    void vscode.window.showInformationMessage(addNoChargeSentence(vscode.l10n.t('This thread is complete.')));
    return;
  }
  const quote = toQuoteFromPrice((await session.services.client()).priceOf(tweet));
  const most = computeMaxPrice(quote, plan);
  // a tab and the side bar may show two threads: the one that is paid for is named
  const handle = session.focal?.author.handle ?? '';
  const go = vscode.l10n.t('Load ({0})', formatPriceAtMost(most));
  const response = await vscode.window.showInformationMessage(
    vscode.l10n.t("Load the rest of @{0}'s thread?", handle),
    { modal: true, detail: describeMaxPrice(most) },
    go,
  );
  if (response !== go) {
    return;
  }
  if (session.pages.nextToFetch === undefined) {
    const { hasNextPage, branches } = session.pages.left;
    // behind empty pages in a row nothing is fetched but what a person asks for
    await session.load(hasNextPage ? nextPageLineKey : (branches[0] ?? ''));
    return;
  }
  await runWithCompletionProgress(session, {
    atMost: plan,
    onRest: (calls, isPriceRaised) => showEnd(session, formatCallCount(calls), isPriceRaised),
  });
}

/** Its Cancel lets the call in flight complete. */
async function runWithCompletionProgress(session: ThreadSession, completion: ThreadCompletionOptions): Promise<void> {
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Loading thread'), cancellable: true },
    async (progress, token) => {
      token.onCancellationRequested(() => session.stop());
      const subscription = session.onDidChange(() => {
        const { completing, waiting } = session.state;
        if (completing !== undefined) {
          const call = vscode.l10n.t('request {0} of at most {1}', completing.done + 1, completing.atMost);
          progress.report({ message: waiting === undefined ? call : `${call}. ${describeWaiting(waiting)}` });
        }
      });
      try {
        await session.complete(completion);
      } finally {
        subscription.dispose();
      }
    },
  );
}

/** Says what is left: the same command loads the rest. */
function showEnd(session: ThreadSession, made: string, isPriceRaised: boolean): void {
  const left = formatUnloadedParts(session.pages);
  const stopped = isPriceRaised ? describeStopAtRaisedPrice(made, left) : vscode.l10n.t('Stopped after {0}: {1}.', made, left);
  void vscode.window.showInformationMessage(left === '' ? vscode.l10n.t('This thread is complete.') : stopped);
}

/** Pages below, by what the post says it has; one for each branch that is known to go on. After empty pages in a row one at a time. */
function countCallsToComplete({ focal, pages: { isStalled, left, rows } }: ThreadSession): number {
  if (left.hasNextPage && isStalled) {
    return Math.max(1, left.branches.length);
  }
  const direct = rows.filter(({ kind, depth }) => kind === 'post' && depth === 1).length;
  const away = Math.max(1, (focal?.counts.replies ?? 0) - direct);
  return (left.hasNextPage ? Math.ceil(away / minRepliesPerPage) : 0) + left.branches.length;
}
