import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks, toPermalink } from './landmarks.ts';
import type { PostRegistry, PostWriter } from './postRegistry.ts';
import { accountCountByState } from './profiles.ts';
import { appendHashtagsMentionsAndLinks } from './composePostText.ts';

/** So many quotes are reposted, so that there are posts two levels deep. */
const repostedQuoteCount = 12;

/** Plans quotes and reposts of what is there. */
export function planQuotesAndReposts(book: PostRegistry): void {
  const { random, authors } = book;
  const crowd = book.numberOf(landmarks.crowdThreadId);
  const posts = [...authors.keys()].filter((number) => book.rootOf(number) !== crowd && book.authorOf(number).state === 'active');
  const start = book.numberOf(exampleValues.tweetId);
  for (const target of pickTargetPosts(book, posts, start, 70, 330)) {
    const plan = {
      author: random.below(accountCountByState.public),
      atMs: pickRandomTimeAfterPost(book, target),
      write: writeQuote,
    };
    book.add({ ...plan, quoted: target });
  }
  const quotes = [...authors.keys()].filter((number) => (book.quoted[number] ?? -1) >= 0).slice(0, repostedQuoteCount);
  const reposted = new Set<number>();
  for (const target of [...pickTargetPosts(book, posts, start, 160, 420), ...quotes]) {
    const author = random.below(accountCountByState.public);
    const key = target * accountCountByState.public + author;
    if (!reposted.has(key) && authors[target] !== author) {
      reposted.add(key);
      book.add({ author, atMs: pickRandomTimeAfterPost(book, target), write: writeRepost, retweetOf: target });
    }
  }
}

/** The start of the examples' thread many times, then any. */
function pickTargetPosts(
  { random }: PostRegistry,
  posts: readonly number[],
  start: number,
  ofStart: number,
  ofAny: number,
): readonly number[] {
  return [
    ...Array.from({ length: posts.includes(start) ? ofStart : 0 }, () => start),
    ...Array.from({ length: ofAny }, () => random.pick(posts)),
  ];
}

const writeQuote: PostWriter = (random, number, book) => {
  const { language } = book.authorOf(number);
  const target = book.quoted[number] ?? -1;
  const urls = [toPermalink(book.authorOf(target).handle, book.idOf(target))];
  return { composedText: appendHashtagsMentionsAndLinks(random.pick(language.sentences), language.code, { urls }) };
};

/** The text of a repost is the platform's old form, cut as there. */
const writeRepost: PostWriter = (_random, number, book) => {
  const target = book.retweetOf[number] ?? -1;
  const { handle } = book.authorOf(target);
  const { text, lang } = book.at(target);
  const characters = [...`RT @${handle}: ${text}`];
  return {
    composedText: {
      text: characters.length > 140 ? `${characters.slice(0, 139).join('')}…` : characters.join(''),
      lang,
      hashtags: [],
      urls: [],
      mentions: [handle],
    },
  };
};

function pickRandomTimeAfterPost({ random, createdAtMs, nowMs }: PostRegistry, target: number): number {
  const draw = random.next();
  const from = createdAtMs[target] ?? nowMs;
  return from + 1 + draw * draw * (nowMs - from);
}
