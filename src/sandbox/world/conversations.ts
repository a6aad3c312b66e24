import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import type { PostBook, PostPlan } from './postBook.ts';
import { accountCounts, cast, languages } from './profiles.ts';
import type { Post } from './world.ts';
import { assemble, writeReply } from './writing.ts';

const minuteMs = 60_000;

/** Writes the replies: everyday conversations, threads by one author, and the four shapes that panels must bear. */
export function writeConversations(book: PostBook): void {
  const roots = book.posts.filter((post) => isOpen(book, post));
  for (let count = 0; count < 260; count += 1) {
    growTree(book, book.random.pick(roots), book.random.between(2, 14));
  }
  for (let count = 0; count < 30; count += 1) {
    writeSelfThread(book, book.random.pick(roots), book.random.between(2, 8));
  }
  const start = book.posts.find((post) => post.id === exampleValues.tweetId);
  if (start !== undefined) {
    growTree(book, start, 190, 0.45);
    writeSelfThread(book, start, 4);
  }
  writeDeepThread(book);
  writeCrowdThread(book);
  writeWideThread(book);
}

/** Public and not of the last minutes, so that an answer still fits before the clock. */
function isOpen(book: PostBook, post: Post): boolean {
  return post.id !== landmarks.protectedPostId && post.createdAtMs < book.nowMs - 30 * minuteMs && isPublic(book, post);
}

export function isPublic(book: PostBook, post: Post): boolean {
  return book.profiles[book.authorOf(post)]?.state === 'active';
}

/** @param breadth how likely an answer is to answer the first post rather than one further down */
function growTree(book: PostBook, root: Post, size: number, breadth = 0.35): void {
  const tree = [root];
  for (let count = 0; count < size; count += 1) {
    const parent = book.random.chance(breadth) ? root : book.random.pick(tree);
    tree.push(answer(book, parent, book.random.below(accountCounts.public)));
  }
}

function writeSelfThread(book: PostBook, root: Post, length: number): void {
  const author = book.authorOf(root);
  let parent = root;
  for (let count = 0; count < length; count += 1) {
    parent = answer(book, parent, author);
  }
}

function writeDeepThread(book: PostBook): void {
  const written = assemble('One question, one answer, and so on: how deep can a thread go?', 'en', {});
  let parent = book.add({ author: cast.deep, atMs: 0, id: landmarks.deepThreadId, written, likes: 61 });
  for (let level = 1; level <= 80; level += 1) {
    const author = level % 2 === 0 ? cast.deep : book.random.pick([cast.partner, cast.hero, 7, 8]);
    parent = answer(book, parent, author);
    if (level % 20 === 0) {
      answer(book, parent, book.random.below(accountCounts.public));
    }
  }
}

function writeCrowdThread(book: PostBook): void {
  const written = assemble('Tell us the name of your bench. All of them go on the map.', 'en', { hashtags: ['mapmaking'] });
  const root = book.add({ author: cast.crowd, atMs: 0, id: landmarks.crowdThreadId, written, likes: 330 });
  const answers: Post[] = [];
  for (let count = 0; count < 2000; count += 1) {
    const parent = count % 5 === 4 ? book.random.pick(answers) : root;
    const post = answer(book, parent, book.random.below(accountCounts.public), 0);
    if (parent === root) {
      answers.push(post);
    }
  }
}

function writeWideThread(book: PostBook): void {
  const written = assemble('Say good morning in your language.', 'en', {});
  const root = book.add({ author: cast.partner, atMs: 0, id: landmarks.wideThreadId, written, likes: 140 });
  for (let count = 0; count < 150; count += 1) {
    answer(book, root, book.random.below(accountCounts.public));
  }
}

/** A post with this many direct replies; nothing for none. */
export function writeHugeThread(book: PostBook, replies: number): void {
  if (replies > 0) {
    const written = assemble('Everybody, one word each. We read them all.', 'en', {});
    const root = book.add({ author: cast.crowd, atMs: 0, id: landmarks.hugeThreadId, written, likes: 331 });
    for (let count = 0; count < replies; count += 1) {
      answer(book, root, book.random.below(accountCounts.public), 0);
    }
  }
}

/** Writes one reply, some minutes to some days after what it answers and before the clock. */
function answer(book: PostBook, parent: Post, author: number, likes?: number): Post {
  const { random, nowMs, profiles } = book;
  const language = profiles[author]?.language ?? languages[0];
  const toHandle = profiles[book.authorOf(parent)]?.handle;
  if (language === undefined || toHandle === undefined) {
    throw new RangeError(`nobody to answer in ${parent.id}`);
  }
  const room = Math.min(nowMs - parent.createdAtMs, 3 * 24 * 60 * minuteMs);
  const draw = random.next();
  const atMs = parent.createdAtMs + 1 + draw * draw * draw * (room / 2);
  const plan: PostPlan = {
    author,
    atMs,
    written: writeReply(random, language, toHandle),
    replyTo: parent,
    communityId: parent.communityId,
  };
  return book.add(likes === undefined ? plan : { ...plan, likes: random.chance(0.1) ? random.below(40) : likes });
}
