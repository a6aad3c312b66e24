import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Media } from '../../client/schemas/primary.ts';
import type { CommunityPlan } from './groups.ts';
import { landmarks, syntheticPlatformUrl, toPermalink } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import {
  appendHashtagsMentionsAndLinks,
  composeLongText,
  composePostText,
  composeReplyText,
  type Article,
  type GeoPoint,
  getRootPost,
  type PlannedPost,
  type PostRegistry,
  type PostWriter,
} from './postRegistry.ts';
import { townPlaces } from './places.ts';
import { accountCountByState, namedAccountNumbers, type AccountProfile } from './profiles.ts';
import type { Random } from './random.ts';
import { getSpaceState, type WorldSpace } from './spaces.ts';
import words from './texts/words.json' with { type: 'json' };
import made from './texts/oddTexts.json' with { type: 'json' };

const sizes = [
  [1200, 675],
  [1080, 1350],
  [2048, 1536],
  [640, 640],
] as const;

const { altTexts } = words.posts;

const mediaPostRatio = 0.2;

function createRandomMedia(random: Random, serial: number, mediaBase: string): readonly Media[] {
  const draw = random.next();
  if (draw < 0.275) {
    return [createMedia(random, String(serial), draw < 0.175 ? 'video' : 'animated_gif', mediaBase)];
  }
  return Array.from({ length: random.chance(0.25) ? random.between(2, 4) : 1 }, (_, index) =>
    createMedia(random, `${serial}-${index}`, 'photo', mediaBase),
  );
}

function createMedia(random: Random, name: string, type: 'photo' | 'video' | 'animated_gif', mediaBase: string): Media {
  const [width, height] = random.pick(sizes);
  const stem = `${mediaBase}/${type}/${width}x${height}/${name}`;
  return {
    type,
    url: type === 'photo' ? `${stem}.svg` : `${stem}.mp4`,
    previewUrl: type === 'photo' ? `${stem}.svg?size=small` : `${stem}.svg`,
    width,
    height,
    altText: random.pick(altTexts),
    durationMs: type === 'video' ? random.between(2, 180) * 1000 + random.below(1000) : null,
  };
}

/** The steps' order matters, because they share one random source. */
export function planPosts(
  book: PostRegistry,
  communities: Lazy<readonly CommunityPlan[]>,
  spaces: readonly WorldSpace[],
): PostRegistry {
  planOriginalPosts(book, communities, spaces);
  planConversations(book);
  planQuotesAndReposts(book);
  addWritingSystemPosts(book);
  return book;
}

const spanMs = 730 * 86_400_000;

function pickPastMoment(random: Random, nowMs: number): number {
  const draw = random.next();
  return nowMs - 60_000 - draw * draw * draw * spanMs;
}

function planOriginalPosts(book: PostRegistry, communities: Lazy<readonly CommunityPlan[]>, spaces: readonly WorldSpace[]): void {
  const { random, nowMs } = book;
  const write = createEverydayWriter(book.profiles, communities);
  for (let author = 0; author < accountCountByState.public; author += 1) {
    const total = author < 6 ? 45 : random.between(4, 11);
    for (let count = 0; count < total; count += 1) {
      book.add({ author, atMs: pickPastMoment(random, nowMs), withMedia: random.chance(mediaPostRatio), write });
    }
  }
  planPostsForExampleValues(book);
  planEdgeCasePosts(book);
  planArticles(book);
  planSpaceShares(book, spaces);
  planProtectedPosts(book);
}

function createEverydayWriter(profiles: readonly AccountProfile[], communities: Lazy<readonly CommunityPlan[]>): PostWriter {
  const handles = profiles.slice(0, accountCountByState.public).map((profile) => profile.handle);
  const joinedBy = once(() => {
    const ids = profiles.map((): string[] => []);
    for (const { entry, members } of communities()) for (const member of members) ids[member]?.push(entry.id);
    return ids;
  });
  return (random, post, book) => {
    const { author } = post;
    const { language, badge } = author;
    const isLong = badge !== 'none' && random.chance(0.07);
    const written = isLong
      ? appendHashtagsMentionsAndLinks(composeLongText(random, language, random.between(400, 3600)), language.code, {})
      : composePostText(random, language, handles);
    const joined = joinedBy()[author.number] ?? [];
    return {
      composedText: written,
      communityId: joined.length > 0 && random.chance(0.3) ? random.pick(joined) : undefined,
      geo: random.chance(0.07) ? pickPointNearTown(random, random.below(townPlaces.length)) : undefined,
      media: createMediaIfPlanned(random, post, book),
      sensitive: random.chance(0.02),
    };
  };
}

function createMediaIfPlanned(random: Random, { withMedia, number }: PlannedPost, { mediaBase }: PostRegistry): readonly Media[] {
  return withMedia ? createRandomMedia(random, number, mediaBase) : [];
}

/** Posts that the examples of endpoints find. */
function planPostsForExampleValues(book: PostRegistry): void {
  const { random, nowMs, mediaBase } = book;
  book.add({
    author: namedAccountNumbers.hero,
    atMs: nowMs,
    id: exampleValues.tweetId,
    likes: 233,
    withMedia: true,
    write: (own) => ({
      composedText: appendHashtagsMentionsAndLinks(
        'Coffee, a map and a question: which open dataset do you wish existed in your town?',
        'en',
        { hashtags: [exampleValues.hashtag] },
      ),
      media: [createMedia(own, '1-0', 'photo', mediaBase)],
    }),
  });
  const kinds = [
    ['2', 'video'],
    ['3', 'animated_gif'],
    ['4-0', 'photo'],
  ] as const;
  for (const [name, type] of kinds) {
    const write: PostWriter = (own) => ({
      composedText: appendHashtagsMentionsAndLinks('From the workshop, with sound off.', 'en', { hashtags: ['fieldnotes'] }),
      media: [createMedia(own, name, type, mediaBase)],
    });
    book.add({ author: namedAccountNumbers.hero, atMs: pickPastMoment(random, nowMs), withMedia: true, write });
  }
  const writeCoffee: PostWriter = (own, post) => ({
    composedText: appendHashtagsMentionsAndLinks('The coffee by the river is worth the hill.', 'en', {
      hashtags: post.number % 3 === 0 ? ['slowtravel'] : [],
    }),
    geo: pickPointNearTown(own, 0),
    media: createMediaIfPlanned(own, post, book),
  });
  for (let count = 0; count < 45; count += 1) {
    const plan = { author: random.below(60), atMs: pickPastMoment(random, nowMs), write: writeCoffee };
    book.add({ ...plan, withMedia: random.chance(mediaPostRatio) });
  }
  const writeNews: PostWriter = (own) => ({
    composedText: appendHashtagsMentionsAndLinks('A new table in the open data portal, have a look.', 'en', {
      hashtags: [exampleValues.hashtag, own.pick(['mapmaking', 'openscience', 'citybikes'])],
    }),
  });
  // within the last 24 hours, for the hashtag's analytics
  for (let count = 0; count < 60; count += 1) {
    const author = random.below(accountCountByState.public);
    book.add({ author, atMs: nowMs - random.below(86_000_000) - 1000, write: writeNews });
  }
}

/** Unusual text, sometimes with a 20-digit id. */
function planEdgeCasePosts(book: PostRegistry): void {
  const base = BigInt(landmarks.twentyDigitPostId);
  made.edgeTexts.forEach((text, index) => {
    const composedText = {
      text,
      lang: 'und',
      hashtags: [],
      urls: text.includes('https://news.example/a') ? ['https://news.example/a?b=c&d=%C3%A9#frag-(1)'] : [],
      mentions: [],
    };
    const plan = {
      author: namedAccountNumbers.edgeCaseTexts,
      atMs: pickPastMoment(book.random, book.nowMs),
      write: () => ({ composedText }),
    };
    book.add(index < 5 ? { ...plan, id: (base + BigInt(index) * 41_943_040_000n).toString() } : plan);
  });
}

function planArticles(book: PostRegistry): void {
  const { random, nowMs } = book;
  const write: PostWriter = (own, { number, author: { language } }) => {
    const article = makeArticle(own, number, book.mediaBase, composeLongText(own, language, 2400), own.pick(language.sentences));
    return { composedText: { text: article.url, lang: 'zxx', hashtags: [], urls: [article.url], mentions: [] }, article };
  };
  for (let count = 0; count < 24; count += 1) {
    const author = count < 3 ? namedAccountNumbers.hero : random.below(accountCountByState.public);
    const plan = { author, atMs: pickPastMoment(random, nowMs), write };
    book.add(count === 0 ? { ...plan, id: exampleValues.articleTweetId, likes: 88 } : plan);
  }
}

function makeArticle(random: Random, number: number, mediaBase: string, text: string, title: string): Article {
  const id = (1_900_000_000_000_000_001n + BigInt(number)).toString();
  return {
    id,
    title,
    previewText: text.slice(0, 180),
    coverUrl: `${mediaBase}/cover/${random.below(1000)}.svg`,
    url: `${syntheticPlatformUrl}/i/article/${id}`,
    paragraphs: text.split('\n\n'),
  };
}

/** Posts that link to an audio room, none after it ended or in the future. */
function planSpaceShares(book: PostRegistry, spaces: readonly WorldSpace[]): void {
  const { random, nowMs } = book;
  for (const space of spaces) {
    const total =
      space.id === exampleValues.spaceId ? 26 : getSpaceState(space, nowMs) === 'cancelled' ? 1 : random.between(2, 6);
    const write: PostWriter = () => ({
      composedText: appendHashtagsMentionsAndLinks(`Listening in: ${space.title}`, 'en', {
        urls: [`${syntheticPlatformUrl}/i/spaces/${space.id}`],
      }),
      spaceId: space.id,
    });
    for (let count = 0; count < total; count += 1) {
      const latest = Math.min(nowMs, space.endsAtMs);
      const atMs = space.createdAtMs + random.next() * (latest - space.createdAtMs);
      book.add({ author: random.below(accountCountByState.public), atMs, write });
    }
  }
}

function planProtectedPosts(book: PostRegistry): void {
  const { random, nowMs, profiles } = book;
  const write: PostWriter = (own, { author: { language } }) => ({
    composedText: composePostText(own, language, [profiles[namedAccountNumbers.hero]?.handle ?? '']),
  });
  for (let offset = 0; offset < accountCountByState.protected * 3; offset += 1) {
    const author = accountCountByState.public + (offset % accountCountByState.protected);
    const plan = { author, atMs: pickPastMoment(random, nowMs), likes: 0, write };
    book.add(offset === 0 ? { ...plan, id: landmarks.protectedPostId } : plan);
  }
}

function pickPointNearTown(random: Random, town: number): GeoPoint | undefined {
  const place = townPlaces[town];
  return place?.locationId === undefined
    ? undefined
    : {
        placeId: place.locationId,
        latitude: jitterCoordinate(random, place.latitude),
        longitude: jitterCoordinate(random, place.longitude),
      };
}

function jitterCoordinate(random: Random, middle: number): number {
  return Math.round((middle + (random.next() - 0.5) * 0.08) * 100_000) / 100_000;
}

const minuteMs = 60_000;

/** Conversations, single-author threads, and a deep, a crowded, and a wide thread. */
function planConversations(book: PostRegistry): void {
  // leaves time for replies before now
  const roots = book.posts.filter(
    ({ createdAtMs, author }) => createdAtMs < book.nowMs - 30 * minuteMs && author.state === 'active',
  );
  for (let count = 0; count < 260; count += 1) {
    growTree(book, book.random.pick(roots), book.random.between(2, 14));
  }
  for (let count = 0; count < 30; count += 1) {
    planSelfThread(book, book.random.pick(roots), book.random.between(2, 8));
  }
  const start = book.find(exampleValues.tweetId);
  if (start !== undefined) {
    growTree(book, start, 190, 0.45);
    planSelfThread(book, start, 4);
  }
  planDeepThread(book);
  planCrowdThread(book);
  planWideThread(book);
}

/** @param breadth the probability that a reply is direct */
function growTree(book: PostRegistry, root: PlannedPost, size: number, breadth = 0.35): void {
  const tree = [root];
  for (let count = 0; count < size; count += 1) {
    const parent = book.random.chance(breadth) ? root : book.random.pick(tree);
    tree.push(addReply(book, parent, book.random.below(accountCountByState.public)));
  }
}

function planSelfThread(book: PostRegistry, root: PlannedPost, length: number): void {
  let parent = root;
  for (let count = 0; count < length; count += 1) {
    parent = addReply(book, parent, root.author.number);
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
    if (level % 20 === 0) addReply(book, parent, book.random.below(accountCountByState.public));
  }
}

function planCrowdThread(book: PostRegistry): void {
  const text = 'Tell us the name of your bench. All of them go on the map.';
  const root = addThreadRoot(book, namedAccountNumbers.crowd, landmarks.crowdThreadId, 330, text, ['mapmaking']);
  const directReplies: PlannedPost[] = [];
  for (let count = 0; count < 2000; count += 1) {
    const parent = count % 5 === 4 ? book.random.pick(directReplies) : root;
    const reply = addReply(book, parent, book.random.below(accountCountByState.public), 0);
    if (parent === root) directReplies.push(reply);
  }
}

function planWideThread(book: PostRegistry): void {
  const text = 'Say good morning in your language.';
  const root = addThreadRoot(book, namedAccountNumbers.partner, landmarks.wideThreadId, 140, text);
  for (let count = 0; count < 150; count += 1) {
    addReply(book, root, book.random.below(accountCountByState.public));
  }
}

function addThreadRoot(
  book: PostRegistry,
  author: number,
  id: string,
  likes: number,
  text: string,
  hashtags: readonly string[] = [],
): PlannedPost {
  const write: PostWriter = () => ({ composedText: appendHashtagsMentionsAndLinks(text, 'en', { hashtags }) });
  return book.add({ author, atMs: 0, id, likes, write });
}

/** Up to 36 hours after the post, and not in the future. */
function addReply(book: PostRegistry, replyTo: PlannedPost, author: number, likes?: number): PlannedPost {
  const { random, nowMs } = book;
  const room = Math.min(nowMs - replyTo.createdAtMs, 3 * 24 * 60 * minuteMs);
  const draw = random.next();
  const atMs = replyTo.createdAtMs + 1 + draw * draw * draw * (room / 2);
  const given = likes === undefined ? undefined : random.chance(0.1) ? random.below(40) : likes;
  const write: PostWriter = (own, post) => ({
    composedText: composeReplyText(own, post.author.language, replyTo.author.handle),
    communityId: book.write(getRootPost(post)).communityId,
  });
  return book.add({ author, atMs, replyTo, likes: given, write });
}

/** Reposts of quotes are nested two levels deep. */
const repostedQuoteCount = 12;

function planQuotesAndReposts(book: PostRegistry): void {
  const { random } = book;
  const posts = book.posts.filter((post) => getRootPost(post).id !== landmarks.crowdThreadId && post.author.state === 'active');
  for (const quoted of pickTargetPosts(book, posts, 70, 330)) {
    const author = random.below(accountCountByState.public);
    book.add({ author, atMs: pickRandomTimeAfterPost(book, quoted), write: createQuoteWriter(quoted), quoted });
  }
  const quotes = book.posts.filter(({ quoted }) => quoted !== undefined).slice(0, repostedQuoteCount);
  const reposted = new Set<string>();
  for (const retweetOf of [...pickTargetPosts(book, posts, 160, 420), ...quotes]) {
    const author = random.below(accountCountByState.public);
    const key = `${retweetOf.id} ${author}`;
    if (!reposted.has(key) && retweetOf.author.number !== author) {
      reposted.add(key);
      book.add({ author, atMs: pickRandomTimeAfterPost(book, retweetOf), write: createRepostWriter(retweetOf), retweetOf });
    }
  }
}

function pickTargetPosts(
  { random, find }: PostRegistry,
  posts: readonly PlannedPost[],
  ofStart: number,
  ofAny: number,
): readonly PlannedPost[] {
  const start = find(exampleValues.tweetId) ?? random.pick(posts);
  return [...Array.from({ length: ofStart }, () => start), ...Array.from({ length: ofAny }, () => random.pick(posts))];
}

function createQuoteWriter(quoted: PlannedPost): PostWriter {
  return (random, { author: { language } }) => {
    const urls = [toPermalink(quoted.author.handle, quoted.id)];
    return { composedText: appendHashtagsMentionsAndLinks(random.pick(language.sentences), language.code, { urls }) };
  };
}

/** A repost's text has the platform's old format, which is truncated. */
function createRepostWriter(retweetOf: PlannedPost): PostWriter {
  return (_random, _post, book) => {
    const { handle } = retweetOf.author;
    const { text, lang } = book.write(retweetOf);
    const characters = [...`RT @${handle}: ${text}`];
    const cut = characters.length > 140 ? `${characters.slice(0, 139).join('')}…` : characters.join('');
    return { composedText: { text: cut, lang, hashtags: [], urls: [], mentions: [handle] } };
  };
}

function pickRandomTimeAfterPost({ random, nowMs }: PostRegistry, { createdAtMs }: PlannedPost): number {
  const draw = random.next();
  return createdAtMs + 1 + draw * draw * (nowMs - createdAtMs);
}

/** One post for each script that no sample data language uses. */
function addWritingSystemPosts(book: PostRegistry): void {
  made.scripts.forEach(({ lang, text }, index) => {
    book.add({
      author: namedAccountNumbers.edgeCaseTexts,
      atMs: book.nowMs - (index + 30) * 3_600_000,
      likes: index % 5,
      write: () => ({ composedText: appendHashtagsMentionsAndLinks(text, lang, {}) }),
    });
  });
}
