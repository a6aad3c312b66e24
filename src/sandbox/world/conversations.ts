import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { landmarks } from './landmarks.ts';
import type { PostRegistry, PostWriter } from './postRegistry.ts';
import { accountCountByState, namedAccountNumbers } from './profiles.ts';
import { appendHashtagsMentionsAndLinks, composeReplyText } from './composePostText.ts';

const minuteMs = 60_000;

/** Plans the replies: everyday conversations, threads by one author, and the four shapes that panels must bear. */
export function planConversations(book: PostRegistry): void {
  const roots = [...book.authors.keys()].filter((number) => isOpenToReplies(book, number));
  for (let count = 0; count < 260; count += 1) {
    growTree(book, book.random.pick(roots), book.random.between(2, 14));
  }
  for (let count = 0; count < 30; count += 1) {
    planSelfThread(book, book.random.pick(roots), book.random.between(2, 8));
  }
  const start = book.numberOf(exampleValues.tweetId);
  if (start >= 0) {
    growTree(book, start, 190, 0.45);
    planSelfThread(book, start, 4);
  }
  planDeepThread(book);
  planCrowdThread(book);
  planWideThread(book);
}

/** Public and not of the last minutes, so that an answer still fits before the clock. */
function isOpenToReplies({ createdAtMs, nowMs, authorOf }: PostRegistry, number: number): boolean {
  return (createdAtMs[number] ?? nowMs) < nowMs - 30 * minuteMs && authorOf(number).state === 'active';
}

/** @param breadth how likely an answer is to answer the first post rather than one further down */
function growTree(book: PostRegistry, root: number, size: number, breadth = 0.35): void {
  const tree = [root];
  for (let count = 0; count < size; count += 1) {
    const parent = book.random.chance(breadth) ? root : book.random.pick(tree);
    tree.push(addReply(book, parent, book.random.below(accountCountByState.public)));
  }
}

function planSelfThread(book: PostRegistry, root: number, length: number): void {
  const author = book.authors[root] ?? -1;
  let parent = root;
  for (let count = 0; count < length; count += 1) {
    parent = addReply(book, parent, author);
  }
}

function planDeepThread(book: PostRegistry): void {
  const text = 'One question, one answer, and so on: how deep can a thread go?';
  let parent = addThreadRoot(book, namedAccountNumbers.deep, landmarks.deepThreadId, 61, text);
  for (let level = 1; level <= 80; level += 1) {
    const author =
      level % 2 === 0
        ? namedAccountNumbers.deep
        : book.random.pick([namedAccountNumbers.partner, namedAccountNumbers.hero, 7, 8]);
    parent = addReply(book, parent, author);
    if (level % 20 === 0) {
      addReply(book, parent, book.random.below(accountCountByState.public));
    }
  }
}

function planCrowdThread(book: PostRegistry): void {
  const text = 'Tell us the name of your bench. All of them go on the map.';
  const root = addThreadRoot(book, namedAccountNumbers.crowd, landmarks.crowdThreadId, 330, text, ['mapmaking']);
  const answers: number[] = [];
  for (let count = 0; count < 2000; count += 1) {
    const parent = count % 5 === 4 ? book.random.pick(answers) : root;
    const number = addReply(book, parent, book.random.below(accountCountByState.public), 0);
    if (parent === root) {
      answers.push(number);
    }
  }
}

function planWideThread(book: PostRegistry): void {
  const root = addThreadRoot(
    book,
    namedAccountNumbers.partner,
    landmarks.wideThreadId,
    140,
    'Say good morning in your language.',
  );
  for (let count = 0; count < 150; count += 1) {
    addReply(book, root, book.random.below(accountCountByState.public));
  }
}

/** The first post of a landmark; its moment is in its id. */
function addThreadRoot(
  book: PostRegistry,
  author: number,
  id: string,
  likes: number,
  text: string,
  hashtags: readonly string[] = [],
): number {
  return book.add({
    author,
    atMs: 0,
    id,
    likes,
    write: () => ({ composedText: appendHashtagsMentionsAndLinks(text, 'en', { hashtags }) }),
  });
}

/** Plans one reply, some minutes to some days after what it answers and before the clock. */
function addReply(book: PostRegistry, parent: number, author: number, likes?: number): number {
  const { random, nowMs, createdAtMs } = book;
  const from = createdAtMs[parent] ?? nowMs;
  const room = Math.min(nowMs - from, 3 * 24 * 60 * minuteMs);
  const draw = random.next();
  const atMs = from + 1 + draw * draw * draw * (room / 2);
  const given = likes === undefined ? undefined : random.chance(0.1) ? random.below(40) : likes;
  return book.add({ author, atMs, replyTo: parent, likes: given, write: writeReply });
}

const writeReply: PostWriter = (random, number, book) => ({
  composedText: composeReplyText(random, book.authorOf(number).language, book.authorOf(book.replyTo[number] ?? -1).handle),
  communityId: book.at(book.rootOf(number)).communityId,
});
