import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { isPublic } from './conversations.ts';
import { landmarks, permalinkOf } from './landmarks.ts';
import type { PostBook } from './postBook.ts';
import { accountCounts, languages } from './profiles.ts';
import type { Post } from './world.ts';
import { assemble } from './writing.ts';

/** Writes quotes and reposts of what is there. */
export function writeEchoes(book: PostBook): void {
  const { random } = book;
  const posts = book.posts.filter(
    (post) => post.retweetOfId === undefined && post.conversationId !== landmarks.crowdThreadId && isPublic(book, post),
  );
  const start = posts.filter((post) => post.id === exampleValues.tweetId);
  for (const target of [
    ...start.flatMap((post) => Array.from({ length: 70 }, () => post)),
    ...Array.from({ length: 330 }, () => random.pick(posts)),
  ]) {
    quote(book, target, random.below(accountCounts.public));
  }
  const reposted = new Set<string>();
  for (const target of [
    ...start.flatMap((post) => Array.from({ length: 160 }, () => post)),
    ...Array.from({ length: 420 }, () => random.pick(posts)),
  ]) {
    const author = random.below(accountCounts.public);
    const key = `${author} ${target.id}`;
    if (!reposted.has(key) && book.profiles[author]?.id !== target.authorId) {
      reposted.add(key);
      repost(book, target, author);
    }
  }
}

function quote(book: PostBook, target: Post, author: number): void {
  const { random, profiles } = book;
  const language = profiles[author]?.language ?? languages[0];
  const handle = handleOf(book, target);
  if (language !== undefined) {
    const written = assemble(random.pick(language.sentences), language.code, { urls: [permalinkOf(handle, target.id)] });
    book.add({ author, atMs: after(book, target), written, quoted: target });
  }
}

/** The text of a repost is the platform's old form, cut as there. */
function repost(book: PostBook, target: Post, author: number): void {
  const handle = handleOf(book, target);
  const text = `RT @${handle}: ${target.text}`;
  const characters = [...text];
  const written = {
    text: characters.length > 140 ? `${characters.slice(0, 139).join('')}…` : text,
    lang: target.lang,
    hashtags: [],
    urls: [],
    mentions: [handle],
  };
  book.add({ author, atMs: after(book, target), written, retweetOf: target });
}

function handleOf(book: PostBook, post: Post): string {
  return book.profiles[book.authorOf(post)]?.handle ?? '';
}

function after(book: PostBook, target: Post): number {
  const draw = book.random.next();
  return target.createdAtMs + 1 + draw * draw * (book.nowMs - target.createdAtMs);
}
