import { Conversation, type ConversationOptions } from '../../../../src/features/threads/conversation.ts';
import type { Client } from '../../../../src/client/client.ts';
import { createClient } from '../../../../src/client/createClient.ts';
import type { Exchange } from '../../../../src/client/exchange.ts';
import { memoryHistory, reuseAnyAge } from '../../../../src/client/policies/history.ts';
import type { Budget } from '../../../../src/client/policies/budget.ts';
import type { Tweet } from '../../../../src/client/schemas/primary.ts';
import { fakeClock } from '../../../support/fakeClock.ts';
import { type FakeReply, fakeTransport } from '../../../support/fakeTransport.ts';
import { testConnection } from '../../../support/testEndpoints.ts';
import { madeTweet, simplePage } from './madeTweet.ts';

/** Responses by post, order, and cursor: "1", "1 Recency", "1 c1". */
type Replies = Readonly<Record<string, FakeReply | Promise<FakeReply>>>;

interface Branch {
  readonly moduleId: string;
  readonly cursor: string;
}

export const page = (posts: readonly Tweet[], next?: string, branches: readonly Branch[] = []): FakeReply => ({
  headers: { 'x-price-per-call': '0.0002' },
  body: {
    data: posts,
    branches,
    instructions: [
      {
        entries: [
          ...posts.map(({ id }) => ({ entryId: `tweet-${id}` })),
          ...(next === undefined ? [] : [{ content: { cursorType: 'Bottom', value: next } }]),
        ],
      },
    ],
  },
});
export const busy: FakeReply = { status: 429, headers: { 'retry-after': '30' } };
export const posts = (...ids: readonly string[]) => ids.map((id) => madeTweet(id, id === '1' ? undefined : '1'));

type ConverseOptions = Partial<Pick<ConversationOptions, 'changed' | 'client' | 'read' | 'tally'>>;

export function start(replies: Replies, { budget, ...options }: ConverseOptions & { readonly budget?: Budget } = {}) {
  const clock = fakeClock();
  const sent: string[] = [];
  const transport = fakeTransport(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const name = [pathname.split('/').at(-1), searchParams.get('rankingMode'), searchParams.get('cursor')];
    sent.push(name.filter((part) => part !== null).join(' '));
    return replies[sent.at(-1) ?? ''] ?? { status: 404 };
  }, clock.now);
  const client = createClient({
    reuse: reuseAnyAge,
    connections: { primary: testConnection() },
    transport,
    clock,
    history: memoryHistory(),
    random: () => 0,
    ...(budget === undefined ? {} : { budget }),
  });
  return { clock, sent, client, conversation: converse(client, options) };
}

export function converse(client: Client, options: ConverseOptions = {}): Conversation {
  return new Conversation('1', 'Relevance', {
    client: () => Promise.resolve(client),
    read: readPage,
    changed: () => undefined,
    ...options,
  });
}

/** Reads a response of `page`: raw for the client, which follows its cursors, and simple for the thread. */
export function readPage({ request, value }: Exchange) {
  const { data, branches = [] } = value as { readonly data: readonly Tweet[]; readonly branches?: readonly Branch[] };
  const { tweetId, cursor } = request.params;
  const key = {
    postId: String(tweetId),
    cursor: typeof cursor === 'string' ? cursor : undefined,
  };
  const read = simplePage({ data, nextCursor: 'of the service', hasNextPage: true }, key);
  return {
    ...read,
    places: [
      ...read.places,
      ...branches.map((branch) => ({ kind: 'more', cursorType: 'ShowMore', label: undefined, ...branch }) as const),
    ],
  };
}

export const shown = ({ snapshot }: Conversation) => snapshot.rows.map(({ key }) => key);

export async function complete(conversation: Conversation, atMost = 9): Promise<number | undefined> {
  return (await conversation.complete({ atMost }))?.requests;
}

/** A response that arrives after `release`. */
export function held(reply: FakeReply) {
  const { promise, resolve } = Promise.withResolvers<FakeReply>();
  return { reply: promise, release: () => resolve(reply) };
}
