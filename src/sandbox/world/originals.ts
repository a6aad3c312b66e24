import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import { edgeTexts } from './edgeTexts.ts';
import type { CommunityPlan } from './communityPlans.ts';
import { landmarks, siteUrl } from './landmarks.ts';
import { longText } from './longTexts.ts';
import { makeMedia, movie, photo } from './mediaKinds.ts';
import { pictureAddress } from './pictureAddress.ts';
import { places } from './places.ts';
import type { PostBook } from './postBook.ts';
import { accountCounts, cast, languages } from './profiles.ts';
import type { Random } from './random.ts';
import { spaceStateAt, type Space } from './spaceEntities.ts';
import type { Article, GeoPoint } from './world.ts';
import { assemble, writePost } from './writing.ts';

const spanMs = 730 * 86_400_000;

/** A moment in the last two years, most of them in the last months. */
function pastMoment(random: Random, nowMs: number): number {
  const draw = random.next();
  return nowMs - 60_000 - draw * draw * draw * spanMs;
}

/** Writes the posts that answer nothing: a handful for every public account, then the special ones. */
export function writeOriginals(book: PostBook, communities: readonly CommunityPlan[], spaces: readonly Space[]): void {
  const { random, nowMs, profiles } = book;
  const handles = profiles.slice(0, accountCounts.public).map((profile) => profile.handle);
  for (let author = 0; author < accountCounts.public; author += 1) {
    const { language = languages[0], badge } = profiles[author] ?? {};
    const joined = communities.filter((community) => community.members.includes(author));
    const total = author < 6 ? 45 : random.between(4, 11);
    for (let count = 0; language !== undefined && count < total; count += 1) {
      const atMs = pastMoment(random, nowMs);
      const isLong = badge !== 'none' && random.chance(0.07);
      const written = isLong
        ? assemble(longText(random, language, random.between(400, 3600)), language.code, {})
        : writePost(random, language, handles);
      const communityId = joined.length > 0 && random.chance(0.3) ? random.pick(joined).id : undefined;
      const geo = random.chance(0.07) ? pointNear(random, random.below(places.length)) : undefined;
      book.add({
        author,
        atMs,
        written,
        communityId,
        geo,
        media: makeMedia(random, book.serial(), book.mediaBase),
        sensitive: random.chance(0.02),
      });
    }
  }
  writeHeroPosts(book);
  writeEdgePosts(book);
  writeArticles(book);
  writeSpaceShares(book, spaces);
  writeProtectedPosts(book);
}

/** The posts of the examples' account: the start of its thread, one of each kind of media, coffee in Lisbon. */
function writeHeroPosts(book: PostBook): void {
  const { random, nowMs } = book;
  const start = assemble('Coffee, a map and a question: which open dataset do you wish existed in your town?', 'en', {
    hashtags: [exampleValues.hashtag],
  });
  book.add({
    author: cast.hero,
    atMs: nowMs,
    id: exampleValues.tweetId,
    written: start,
    likes: 233,
    media: [photo(random, 1, 0, book.mediaBase)],
  });
  for (const media of [
    movie(random, 2, 'video', book.mediaBase),
    movie(random, 3, 'animated_gif', book.mediaBase),
    photo(random, 4, 0, book.mediaBase),
  ]) {
    const written = assemble('From the workshop, with sound off.', 'en', { hashtags: ['fieldnotes'] });
    book.add({ author: cast.hero, atMs: pastMoment(random, nowMs), written, media: [media] });
  }
  for (let count = 0; count < 45; count += 1) {
    const author = random.below(60);
    const written = assemble('The coffee by the river is worth the hill.', 'en', {
      hashtags: count % 3 === 0 ? ['slowtravel'] : [],
    });
    book.add({
      author,
      atMs: pastMoment(random, nowMs),
      written,
      geo: pointNear(random, 0),
      media: makeMedia(random, book.serial(), book.mediaBase),
    });
  }
  // within the last day, so that analytics of the tag have something to count
  for (let count = 0; count < 60; count += 1) {
    const written = assemble('A new table in the open data portal, have a look.', 'en', {
      hashtags: [exampleValues.hashtag, random.pick(['mapmaking', 'openscience', 'citybikes'])],
    });
    book.add({ author: random.below(accountCounts.public), atMs: nowMs - random.below(86_000_000) - 1000, written });
  }
}

/** Odd texts, a few of them under ids of 20 digits. */
function writeEdgePosts(book: PostBook): void {
  const base = BigInt(landmarks.twentyDigitPostId);
  edgeTexts.forEach((text, index) => {
    const written = {
      text,
      lang: 'und',
      hashtags: [],
      urls: text.includes('https://news.example/a') ? ['https://news.example/a?b=c&d=%C3%A9#frag-(1)'] : [],
      mentions: [],
    };
    const plan = { author: cast.edgeTexts, atMs: pastMoment(book.random, book.nowMs), written };
    book.add(index < 5 ? { ...plan, id: (base + BigInt(index) * 41_943_040_000n).toString() } : plan);
  });
}

function writeArticles(book: PostBook): void {
  const { random, nowMs, profiles } = book;
  for (let count = 0; count < 24; count += 1) {
    const author = count < 3 ? cast.hero : random.below(accountCounts.public);
    const language = profiles[author]?.language;
    if (language !== undefined) {
      const article = makeArticle(book, longText(random, language, 2400), random.pick(language.sentences));
      const written = { text: article.url, lang: 'zxx', hashtags: [], urls: [article.url], mentions: [] };
      const plan = { author, atMs: pastMoment(random, nowMs), written, article };
      book.add(count === 0 ? { ...plan, id: exampleValues.articleTweetId, likes: 88 } : plan);
    }
  }
}

function makeArticle({ random, serial, mediaBase }: PostBook, text: string, title: string): Article {
  const id = (1_900_000_000_000_000_001n + BigInt(serial())).toString();
  return {
    id,
    title,
    previewText: text.slice(0, 180),
    coverUrl: pictureAddress(mediaBase, `cover/${random.below(1000)}.png`),
    url: `${siteUrl}/i/article/${id}`,
    paragraphs: text.split('\n\n'),
  };
}

/** Posts that lead to a room: before it starts or while it runs, never after the clock. */
function writeSpaceShares(book: PostBook, spaces: readonly Space[]): void {
  const { random, nowMs } = book;
  for (const space of spaces) {
    const total = space.id === exampleValues.spaceId ? 26 : spaceStateAt(space, nowMs) === 'cancelled' ? 1 : random.between(2, 6);
    for (let count = 0; count < total; count += 1) {
      const written = assemble(`Listening in: ${space.title}`, 'en', { urls: [`${siteUrl}/i/spaces/${space.id}`] });
      const latest = Math.min(nowMs, space.endsAtMs);
      const atMs = space.createdAtMs + random.next() * (latest - space.createdAtMs);
      book.add({ author: random.below(accountCounts.public), atMs, written, spaceId: space.id });
    }
  }
}

function writeProtectedPosts(book: PostBook): void {
  const { random, nowMs, profiles } = book;
  for (let offset = 0; offset < accountCounts.protected * 3; offset += 1) {
    const author = accountCounts.public + (offset % accountCounts.protected);
    const language = profiles[author]?.language;
    if (language !== undefined) {
      const plan = {
        author,
        atMs: pastMoment(random, nowMs),
        written: writePost(random, language, [profiles[cast.hero]?.handle ?? '']),
        likes: 0,
      };
      book.add(offset === 0 ? { ...plan, id: landmarks.protectedPostId } : plan);
    }
  }
}

/** A point within some kilometres of a town's middle. */
export function pointNear(random: Random, town: number): GeoPoint | undefined {
  const place = places[town];
  return place?.locationId === undefined
    ? undefined
    : { placeId: place.locationId, latitude: spread(random, place.latitude), longitude: spread(random, place.longitude) };
}

function spread(random: Random, middle: number): number {
  return Math.round((middle + (random.next() - 0.5) * 0.08) * 100_000) / 100_000;
}
