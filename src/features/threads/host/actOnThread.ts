import * as vscode from 'vscode';
import { addNoChargeSentence } from '../../../core/cost/formatCost.ts';
import { addPrice, formatPrice, formatPriceAtMost } from '../../../core/cost/formatPrice.ts';
import { computeMaxPrice, getReuseIfOfferedFree, isFreeQuote, toQuoteFromPrice } from '../../../core/cost/cost.ts';
import { formatPostPlainText, formatThreadMarkdown } from '../formatThreadMarkdown.ts';
import type { RestOffer } from '../conversation.ts';
import { formatUnloadedParts } from '../threadSnapshot.ts';
import { quoteThread } from '../threadQuery.ts';
import type { FieldTexts } from '../../../core/requests/form.ts';
import type { Client } from '../../../client/client.ts';
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
import { getThreadDocumentUri } from './threadDocuments.ts';
import type { ThreadSession } from './threadSession.ts';
import { joinParts } from '../../../core/text/joinParts.ts';

const postIdPropertyNames = ['rest_id', 'id'];

const fixturePurposes = { saveAsFixture: 'asReceived', savePseudonymized: 'pseudonymized' } as const;
const endpointsByPostAction = { likes: tweetFavorites, reposts: tweetRetweets, quotes: tweetQuotes, article: tweetArticle };

/** Doesn't send requests, except to open a thread after its price was accepted. */
export async function actOnPost(services: Services, session: ThreadSession, action: PostAction, id: string): Promise<void> {
  const post = session.snapshot.post(id);
  const exchange = session.snapshot.exchangeWith(id);
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
    case 'savePseudonymized':
      return exchange === undefined ? undefined : await saveAsFixture(services, [exchange], fixturePurposes[action]);
  }
}

/** Opens a query, and sends it if it is free. */
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
  purpose: FixturePurpose,
  remark?: string,
): Promise<void> {
  if (!refuseDocuments(exchanges)) {
    await services.saveResponsesAsFixtures(
      [{ kind: exchanges.length === 1 ? 'response' : 'thread', exchanges, remark }],
      purpose,
    );
  }
}

function refuseDocuments(exchanges: readonly Exchange[]): boolean {
  const isDocument = exchanges.some(({ id }) => getThreadDocumentUri(id) !== undefined);
  if (isDocument) {
    showRefusal(addNoChargeSentence(vscode.l10n.t('This thread comes from a document, not a response.')));
  }
  return isDocument;
}

/** Replaces the view's thread. */
export async function openThread(
  session: ThreadSession,
  id: string,
  handle = session.snapshot.post(id)?.author.handle,
): Promise<void> {
  const { connection } = session; // the view may show a different thread by the time the price is accepted
  const accepted = await confirmThread(await session.services.client(), id, handle);
  if (accepted !== undefined) {
    await session.open(id, accepted.reuse, connection);
  }
}

/** Shows the price unless it is free. @returns undefined if it wasn't accepted */
export async function confirmThread(
  client: Client,
  id: string,
  handle: string | undefined,
): Promise<{ readonly reuse: 'only' | undefined } | undefined> {
  const quote = quoteThread(client, id);
  const row = { label: formatThreadName(handle), description: joinParts([id, formatPrice(quote)]) };
  const title = vscode.l10n.t("Open Post's Thread");
  return isFreeQuote(quote) || (await vscode.window.showQuickPick([row], { title })) !== undefined
    ? { reuse: getReuseIfOfferedFree(quote) }
    : undefined;
}

/** Only `complete` sends requests. */
export async function actOnThread(services: Services, session: ThreadSession, action: ThreadAction): Promise<void> {
  if (session.state.phase !== 'ready' || session.snapshot.pages.length === 0) {
    return showRefusal(vscode.l10n.t('Open a thread first.'));
  }
  const responses = session.snapshot.pages.map(({ exchange }) => exchange);
  switch (action) {
    case 'openAsJson':
      return await openAsJson(services, session);
    case 'openAsTable':
      return await openThreadAsTable(services, responses);
    case 'copyMarkdown':
      return await copyText(toMarkdown(session));
    case 'saveMarkdown':
      return await saveMarkdown(services, session);
    case 'saveAsFixture':
    case 'savePseudonymized': {
      const left = formatUnloadedParts(session.snapshot);
      const remark = left === '' ? undefined : vscode.l10n.t("The thread isn't complete: {0}.", left);
      return await saveAsFixture(services, responses, fixturePurposes[action], remark);
    }
    case 'complete':
      return await loadRest(session);
  }
}

async function openAsJson(services: Services, session: ThreadSession): Promise<void> {
  const choices = session.snapshot.pages.map(({ page, exchange }, at) => {
    const handle = session.snapshot.post(page.postId)?.author.handle;
    return {
      number: at + 1,
      sentAt: exchange.sentAt,
      bodyBytes: exchange.body.byteLength,
      detail: handle === undefined ? page.postId : `@${sanitizeForVsCode(handle)} (${page.postId})`,
      page: exchange,
    };
  });
  const exchange = await pickPage(choices, {
    title: vscode.l10n.t('Open Thread as JSON'),
    placeHolder: vscode.l10n.t('Which page do you want to open?'),
  });
  if (exchange === undefined) {
    return;
  }
  const uri = getThreadDocumentUri(exchange.id);
  if (uri === undefined) {
    return await showExchange(services, exchange);
  }
  await vscode.commands.executeCommand('vscode.open', uri);
}

async function openThreadAsTable({ open }: Services, responses: readonly Exchange[]): Promise<void> {
  if (!refuseDocuments(responses)) {
    await open.results(responses, 'table');
  }
}

function toMarkdown(session: ThreadSession): string {
  return formatThreadMarkdown(session.snapshot.rows, (id) => session.snapshot.post(id), {
    absent: (text) => text ?? vscode.l10n.t("This post isn't available."),
    missing: vscode.l10n.t("This post wasn't loaded."),
    more: vscode.l10n.t('More replies'),
  });
}

async function saveMarkdown(services: Services, session: ThreadSession): Promise<void> {
  const name = `thread-${session.state.focalId ?? ''}.md`;
  const text = toMarkdown(session); // the view may show a different thread by the time a file is chosen
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

/** "Load the Rest (up to ≈$0.001)" */
export function formatRestTitle({ atMost, agreed }: RestOffer): string {
  const most = computeMaxPrice(toQuoteFromPrice(agreed), atMost);
  return addPrice(vscode.l10n.t('Load the Rest'), formatPriceAtMost(most));
}

/** Shows the price first, because a command's title doesn't. */
async function loadRest(session: ThreadSession): Promise<void> {
  const agreed = (await session.services.client()).priceOf(tweet);
  const offer = session.offerRest(agreed);
  if (offer === undefined) {
    void vscode.window.showInformationMessage(addNoChargeSentence(vscode.l10n.t('This thread is complete.')));
    return;
  }
  // named, because a tab and the side bar may show two threads
  const row = { label: formatRestTitle(offer), description: formatThreadName(session.focal?.author.handle) };
  if (
    agreed === 0n ||
    (await vscode.window.showQuickPick([row], { title: vscode.l10n.t('Load the Rest of Thread') })) !== undefined
  ) {
    await session.loadRest(offer);
  }
}

function formatThreadName(handle: string | undefined): string {
  return handle === undefined ? vscode.l10n.t('Thread') : vscode.l10n.t("@{0}'s Thread", sanitizeForVsCode(handle));
}
