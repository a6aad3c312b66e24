import * as vscode from 'vscode';
import { tweetFavorites, tweetQuotes, tweetRetweets } from '../../client/endpoints/primary/tweets.ts';
import { bodyText } from '../../client/exchange.ts';
import { findObject } from '../../client/json/findObject.ts';
import type { PostAction } from '../../protocol/threadContract.ts';
import { runCommand } from '../shared/commands.ts';
import { exchangeScheme } from '../shared/kept/exchangeDocuments.ts';
import { openLink } from '../shared/page/openLink.ts';
import { foreignText } from '../shared/words/foreignText.ts';
import { formatPrice } from '../../app/cost/formatPrice.ts';
import { refuseOtherWorld } from '../shared/words/presentWorld.ts';
import { presentRefusal } from '../shared/words/presentRefusal.ts';
import type { Services } from '../shared/services.ts';
import { documentUriOf } from './readThread.ts';
import { quotePage } from '../../app/thread/threadQuestion.ts';
import { postText } from '../../app/thread/threadMarkdown.ts';
import type { ThreadSession } from './threadSession.ts';

/** What the id of a post is called: in upstream JSON, and in simple answers. */
const postIds = ['rest_id', 'id'];

/** What leads to a call, if only after its price was said. */
const asking: ReadonlySet<PostAction> = new Set(['openThread', 'lookUpAuthor', 'pinAuthor', 'likes', 'reposts', 'quotes']);

/** Does what a person chose to do with a post. What leads to a call says its price first, where the call is made. */
export async function actOnPost(services: Services, session: ThreadSession, action: PostAction, id: string): Promise<void> {
  const post = session.pages.post(id);
  if (asking.has(action) && refuseOtherWorld(session.foreignOrigin)) {
    return;
  }
  const copy = async (text: string) => {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(vscode.l10n.t('Copied.'), 2_000);
  };
  switch (action) {
    case 'openInBrowser':
      return await openLink(post?.url ?? '');
    case 'copyLink':
      return await copy(post?.url ?? '');
    case 'copyId':
      return await copy(id);
    case 'copyText':
      return post === undefined ? undefined : await copy(postText(post));
    case 'copyJson': {
      const exchange = session.pages.exchangeWith(id);
      const json = exchange === undefined ? undefined : findObject(bodyText(exchange), { names: postIds, value: id });
      return json === undefined ? undefined : await copy(json);
    }
    case 'openThread':
      return await openThread(services, session, id);
    case 'lookUpAuthor':
      return post === undefined ? undefined : await runCommand('socialData.users.lookUp', `@${post.author.handle}`);
    case 'pinAuthor':
      return post === undefined ? undefined : await runCommand('socialData.users.pin', `@${post.author.handle}`);
    case 'likes':
      return await runCommand('socialData.results.ask', tweetFavorites.id, { tweetId: id });
    case 'reposts':
      return await runCommand('socialData.results.ask', tweetRetweets.id, { tweetId: id });
    case 'quotes':
      return await runCommand('socialData.results.ask', tweetQuotes.id, { tweetId: id });
    case 'saveAsFixture': {
      const exchange = session.pages.exchangeWith(id);
      if (exchange !== undefined && documentUriOf(exchange.id) !== undefined) {
        return presentRefusal(
          vscode.l10n.t('This thread was read from a document, not from an answer: nothing was saved, nothing was spent.'),
        );
      }
      if (exchange !== undefined) {
        services.exchanges.put(exchange);
        const uri = vscode.Uri.from({ scheme: exchangeScheme, path: '/thread.json', query: exchange.id });
        await runCommand('socialData.fixtures.save', uri);
      }
      return;
    }
  }
}

/** In the place of the thread that is there; asks first where it costs a call. */
async function openThread(services: Services, session: ThreadSession, id: string): Promise<void> {
  const quote = quotePage(await services.client(), { postId: id, cursor: undefined, ranking: 'Relevance' });
  const handle = session.pages.post(id)?.author.handle;
  const label = handle === undefined ? vscode.l10n.t('Thread') : vscode.l10n.t('Thread of @{0}', foreignText(handle));
  const row = { label, description: `${id} · ${formatPrice(quote)}` };
  const title = vscode.l10n.t('Open Thread of Post');
  if (quote?.kind === 'kept' || (await vscode.window.showQuickPick([row], { title })) !== undefined) {
    await session.open(id);
  }
}
