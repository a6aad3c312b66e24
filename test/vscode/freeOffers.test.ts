import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exampleValues } from '../../src/client/endpoints/exampleValues.ts';
import { userFollowers, userByUsername } from '../../src/client/endpoints/primary/users.ts';
import { tweet } from '../../src/client/endpoints/primary/tweets.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { findReferences } from '../../src/features/links/findLinks.ts';
import { actOnPagedRow, PagedNode } from '../../src/features/explore/host/tree/recordNode.ts';
import { createHoverText } from '../../src/features/links/host/hover.ts';
import { lookUp } from '../../src/features/lookUp/host/lookUp.ts';
import { responseActions } from '../../src/features/requests/host/responseActions.ts';
import { provideExchangeLenses } from '../../src/features/requests/host/exchangeLenses.ts';
import { ResultsSession } from '../../src/features/results/host/resultsSession.ts';
import { toExchangeUri } from '../../src/workbench/exchangeDocuments.ts';
import { ThreadSession } from '../../src/features/threads/host/threadSession.ts';
import { childOf } from './support/exploring.ts';
import { usingQuickInputs } from './support/quickInputs.ts';
import { type StopWindow, useStopWindows } from './support/stopWindows.ts';

const { handle, tweetId: postId, userId } = exampleValues;
const texts = { userId };

/** A place that shows a price, which is free while its response is stored. */
interface Place {
  /** Pays for the response that it offers. */
  readonly pay: (window: StopWindow) => Promise<unknown>;
  /** The price that it shows, and its press. An open quick pick is read after it appears. */
  readonly offer: (
    window: StopWindow,
  ) => Promise<{ readonly said: string; readonly press: (deleteAll: () => void) => Promise<unknown> }>;
}

const payForUser: Place['pay'] = async (window) => await (await window.client()).call(userByUsername, { username: handle });
const payForThread: Place['pay'] = async (window) =>
  await (await window.client()).call<typeof tweet>(tweet, { tweetId: postId }, { format: 'raw' });

async function payForFollowers(window: StopWindow): Promise<readonly Exchange[]> {
  const client = await window.client();
  const pages: Exchange[] = [];
  for await (const page of client.pages(userFollowers, texts, { maxPages: 2 })) {
    pages.push(page);
  }
  return pages;
}

/** The lens above a response that has a matching title, and its press. */
async function lensOf({ services }: StopWindow, exchange: Exchange, title: RegExp, act: 'nextPage' | 'switchFormat') {
  services.exchanges.put(exchange);
  const lenses = await provideExchangeLenses(services, { uri: toExchangeUri(exchange, 'exact') });
  const { command } = lenses.find((lens) => title.test(lens.command?.title ?? '')) ?? {};
  assert.ok(command);
  const offered: unknown = command.arguments?.[1];
  assert.equal(offered, 'only');
  return { said: command.title, press: async () => await responseActions[act](services, exchange, offered) };
}

async function rowOf({ tree, pins }: StopWindow, part: string): Promise<PagedNode> {
  await pins.add([{ kind: 'user', id: userId, label: { name: 'Ada' } }]);
  const row = await childOf(await childOf(tree, 'Ada'), part);
  assert.ok(row instanceof PagedNode);
  return row;
}

const followersRow = async (window: StopWindow) => await rowOf(window, 'Followers');

async function payForRow(window: StopWindow): Promise<void> {
  const { endpoint, params } = (await followersRow(window)).source.query;
  for await (const _page of (await window.client()).pages(endpoint, params, { maxPages: 2 })) {
    // stored by the client
  }
}

const places: Readonly<Record<string, Place>> = {
  'Load More in a tree': {
    pay: payForRow,
    offer: async (window) => {
      const row = await followersRow(window);
      const more = (await row.children()).at(-1);
      return { said: String(more?.toItem().description), press: async () => await actOnPagedRow('loadMore', row) };
    },
  },
  'Load More in results': {
    pay: payForFollowers,
    offer: async ({ services }) => {
      const session = new ResultsSession(
        services,
        { onRows: () => undefined, onStatus: () => undefined },
        { endpoint: userFollowers, texts },
      );
      await session.call(texts);
      return { said: (await session.status()).pagePrice, press: async () => await session.loadMore(1) };
    },
  },
  'Look Up This Thread in a hover': {
    pay: payForThread,
    offer: async ({ services }) => {
      const [found] = findReferences(`https://x.com/i/status/${postId}`, { handles: false });
      assert.ok(found);
      const { value } = await createHoverText(services, found, new vscode.CancellationTokenSource().token);
      const [, args = ''] = /\(command:[\w.]+\?([^)]+)\)/.exec(value) ?? [];
      assert.deepEqual(JSON.parse(decodeURIComponent(args)), [found.text, 'only']);
      const thread = new ThreadSession(services);
      return { said: value, press: async () => await thread.open(postId, 'only') };
    },
  },
  'Show Raw above a response': {
    pay: payForThread,
    offer: async (window) => {
      const client = await window.client();
      return await lensOf(window, await client.call(tweet, { tweetId: postId }), /^Show Raw/, 'switchFormat');
    },
  },
  'a row in Look Up': {
    pay: payForUser,
    offer: async ({ services }) => ({
      said: '', // checked when the row is picked
      press: async (deleteAll) => {
        using _person = usingQuickInputs({
          accepts: ([row]) => {
            assert.match(row?.description ?? '', /from history/);
            deleteAll();
            return row;
          },
        });
        await lookUp(services, 'anything', { text: handle });
      },
    }),
  },
};

describe('a free offer', () => {
  const windows = useStopWindows();

  for (const [name, { pay, offer }] of Object.entries(places)) {
    it(`doesn't send a request if a different window deletes the response before the press: ${name}`, async () => {
      const window = await windows.open();
      await windows.inProgress(async () => {
        await pay(window);
        const { exchanges } = await window.store();
        const deleteAll = () => exchanges.delete(exchanges.newest({ limit: 100 }).items.map(({ id }) => id));
        const { said, press } = await offer(window);
        assert.doesNotMatch(said, /≈|price/);
        const before = window.transport.sent();
        if (press.length === 0) {
          deleteAll();
        }
        await press(deleteAll);
        assert.equal(window.transport.sent(), before);
      });
    });
  }
});
