import fc from 'fast-check';
import type { Account, WorldPost, SandboxWorld } from '../../../../src/sandbox/world/world.ts';

/** A query and what it means, said a second time and in the plainest way: a post is looked at, nothing is looked up. */
export interface Asked {
  readonly text: string;
  readonly isWanted: (post: WorldPost) => boolean;
  /** Whether reposts are let in, wherever in the query it stands, but for negated parts. */
  readonly takesReposts: boolean;
}

/** What queries are made from: handles, ids and moments that are in a world. */
export interface Samples {
  /** Its ways from a post to others and to accounts may be kept: a query asks for the same again and again. */
  readonly world: SandboxWorld;
  readonly posts: readonly WorldPost[];
}

const wordList = [
  'coffee',
  'harbour',
  'map',
  'the',
  'train',
  'hafen',
  'und',
  'café',
  'コーヒー',
  'الميناء',
  '☕',
  'rt',
  'status',
  'of',
  'nobodysaysthis',
];
const phraseList = ['the coffee', 'second train', 'coffee was strong', 'open data', 'the harbour was', 'a b c'];
const tagList = ['opendata', 'OpenData', 'mapmaking', 'nightsky', 'gardening', 'nothing_here'];

/** Queries of all forms: parts beside each other, joined by OR, negated, in parentheses. */
export function queries({ world, posts }: Samples): fc.Arbitrary<Asked> {
  const atom = atoms(world, posts);
  const { tree } = fc.letrec<{ tree: Asked; part: Asked }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 6, arbitrary: atom },
      { weight: 2, arbitrary: atom.map(negated) },
      { weight: 1, arbitrary: tie('tree').map(grouped) },
      { weight: 1, arbitrary: tie('tree').map(grouped).map(negated) },
    ),
    tree: fc.oneof(
      tie('part'),
      fc
        .array(tie('part'), { minLength: 2, maxLength: 3 })
        .map((parts) => joined(parts, ' ', (list, post) => list.every((one) => one.isWanted(post)))),
      fc
        .array(tie('part'), { minLength: 2, maxLength: 3 })
        .map((parts) => joined(parts, ' OR ', (list, post) => list.some((one) => one.isWanted(post))))
        .map(grouped),
    ),
  }));
  return tree;
}

/** The posts that a query means, newest first or most engaging first. */
export function naiveSearch({ world, posts }: Samples, asked: Asked, order: 'latest' | 'top'): readonly WorldPost[] {
  const found = posts.filter((post) => (asked.takesReposts || post.retweetOfId === undefined) && asked.isWanted(post));
  if (order === 'latest') {
    return found;
  }
  const scores = new Map(
    found.map((post) => [
      post,
      post.likes + 2 * world.retweetersOf(post.id).length + 3 * world.quotesOf(post.id).length + world.repliesTo(post.id).length,
    ]),
  );
  return found.sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0));
}

function atoms(world: SandboxWorld, posts: readonly WorldPost[]): fc.Arbitrary<Asked> {
  const post = fc
    .nat(posts.length - 1)
    .map((index) => posts[index])
    .filter((found) => found !== undefined);
  const author = post.map((found) => world.account(found.authorId)).filter((found) => found !== undefined);
  const target = post.filter((found) => found.mentions.length > 0);
  return fc.oneof(
    fc.constantFrom(...wordList).map((word) => plain(word, (found) => holdsRun(found.text, word))),
    fc.constantFrom(...phraseList).map((phrase) => plain(`"${phrase}"`, (found) => holdsRun(found.text, phrase))),
    fc
      .constantFrom(...tagList)
      .map((tag) => plain(`#${tag}`, (found) => found.hashtags.some((one) => one.toLowerCase() === tag.toLowerCase()))),
    author.map((account) => plain(`from:${account.record.username}`, (found) => found.authorId === account.id)),
    target.map(({ mentions: [handle = ''] }) => plain(`@${handle.toUpperCase()}`, (found) => found.mentions.includes(handle))),
    target.map(({ mentions: [handle = ''] }) => plain(handle, (found) => holdsRun(found.text, handle))),
    target.map(({ mentions: [handle = ''] }) =>
      plain(`to:${handle}`, (found) => parentAuthor(world, found)?.record.username === handle),
    ),
    post.map(({ conversationId }) =>
      plain(`conversation_id:${conversationId}`, (found) => found.conversationId === conversationId),
    ),
    post
      .filter(({ quotedId }) => quotedId !== undefined)
      .map(({ quotedId = '' }) => plain(`quoted_tweet_id:${quotedId}`, (found) => found.quotedId === quotedId)),
    post
      .filter(({ quotedId }) => quotedId !== undefined)
      .map(({ quotedId = '' }) => plain(quotedId, (found) => holdsRun(found.text, quotedId))),
    author.map(({ id }) =>
      plain(`quoted_user_id:${id}`, (found) => found.quotedId !== undefined && world.post(found.quotedId)?.authorId === id),
    ),
    post.map(({ id }) => plain(`since_id:${id}`, (found) => BigInt(found.id) > BigInt(id))),
    post.map(({ id }) => plain(`max_id:${id}`, (found) => BigInt(found.id) <= BigInt(id))),
    post
      .map(({ createdAtMs }) => Math.floor(createdAtMs / 1000))
      .map((second) => plain(`until_time:${second}`, (found) => found.createdAtMs < second * 1000)),
    fc
      .constantFrom('2025-01-01', '2026-03-31', '2024-07-04')
      .map((day) => plain(`since:${day}`, (found) => new Date(found.createdAtMs).toISOString() >= day)),
    fc.constantFrom('en', 'ja', 'ar', 'tr', 'xx').map((lang) => plain(`lang:${lang}`, (found) => found.lang === lang)),
    fc.constantFrom(0, 1, 5, 40).map((count) => plain(`min_faves:${count}`, (found) => found.likes >= count)),
    fc.constantFrom(1, 3).map((count) => plain(`min_replies:${count}`, (found) => world.repliesTo(found.id).length >= count)),
    fc.constantFrom(1, 3).map((count) => plain(`min_retweets:${count}`, (found) => world.retweetersOf(found.id).length >= count)),
    fc.constantFrom(
      plain('filter:replies', (found) => found.replyToId !== undefined),
      plain('filter:media', (found) => found.media.length > 0),
      plain('filter:images', (found) => found.media.some((media) => media.type === 'photo')),
      plain('filter:links', (found) => found.urls.length > 0),
      plain('filter:mentions', (found) => found.mentions.length > 0),
      plain('filter:verified', (found) => world.account(found.authorId)?.record.verified === true),
      plain('filter:quote', (found) => found.quotedId !== undefined),
      plain('filter:safe', (found) => !found.sensitive),
      plain('filter:self_threads', (found) => parentAuthor(world, found)?.id === found.authorId),
      plain('url:data.example', (found) => found.urls.some((url) => url.includes('data.example'))),
      plain('url:status', (found) => found.urls.some((url) => url.includes('status'))),
      plain('source:Web_App', (found) => found.source === 'Web App'),
      plain('has:geo', (found) => found.geo !== undefined),
      plain(
        'filter:has_engagement',
        (found) =>
          found.likes + world.repliesTo(found.id).length + world.retweetersOf(found.id).length + world.quotesOf(found.id).length >
          0,
      ),
      { ...plain('filter:nativeretweets', (found) => found.retweetOfId !== undefined), takesReposts: true },
      { ...plain('include:nativeretweets', () => true), takesReposts: true },
    ),
  );
}

function plain(text: string, isWanted: Asked['isWanted']): Asked {
  return { text, isWanted, takesReposts: false };
}

function negated({ text, isWanted }: Asked): Asked {
  return { text: `-${text}`, isWanted: (post) => !isWanted(post), takesReposts: false };
}

function grouped(asked: Asked): Asked {
  return { ...asked, text: `(${asked.text})` };
}

function joined(parts: readonly Asked[], joint: string, isWanted: (parts: readonly Asked[], post: WorldPost) => boolean): Asked {
  return {
    text: parts.map(({ text }) => text).join(joint),
    isWanted: (post) => isWanted(parts, post),
    takesReposts: parts.some((part) => part.takesReposts),
  };
}

function parentAuthor(world: SandboxWorld, post: WorldPost): Account | undefined {
  const parent = post.replyToId === undefined ? undefined : world.post(post.replyToId);
  return parent === undefined ? undefined : world.account(parent.authorId);
}

/** Words one behind the other; in scripts without spaces, and of signs, any part of the text. */
function holdsRun(text: string, sought: string): boolean {
  const lower = text.toLowerCase();
  if (/[コ☕]/.test(sought)) {
    return lower.includes(sought);
  }
  const words = ` ${lower.split(/[^\p{L}\p{M}\p{N}_]+/u).join(' ')} `;
  return words.includes(` ${sought.toLowerCase()} `);
}
