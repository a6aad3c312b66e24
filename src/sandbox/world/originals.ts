import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import type { Media } from '../../client/schemas/primary.ts';
import type { CommunityPlan } from './communities.ts';
import { landmarks, syntheticPlatformUrl } from './landmarks.ts';
import { type Lazy, once } from '../../client/once.ts';
import { mediaPostRatio, createVideo, createPhoto, createRandomMedia } from './media.ts';
import { edgeCaseTexts } from './edgeCaseTexts.ts';
import { townPlaces } from './places.ts';
import type { PostRegistry, PostWriter } from './postRegistry.ts';
import { accountCountByState, namedAccountNumbers, type AccountProfile } from './profiles.ts';
import type { Random } from './random.ts';
import { getSpaceState } from './spaces.ts';
import type { Article, GeoPoint, WorldSpace } from './world.ts';
import { appendHashtagsMentionsAndLinks, composeLongText, composePostText } from './composePostText.ts';

const spanMs = 730 * 86_400_000;

/** A moment in the last two years, most of them in the last months. */
function pickPastMoment(random: Random, nowMs: number): number {
  const draw = random.next();
  return nowMs - 60_000 - draw * draw * draw * spanMs;
}

/** Plans the posts that answer nothing: a handful for every public account, then the special ones. */
export function planOriginalPosts(
  book: PostRegistry,
  communities: Lazy<readonly CommunityPlan[]>,
  spaces: readonly WorldSpace[],
): void {
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

/** What most posts are: a few sentences, or a long text of somebody with a badge. */
function createEverydayWriter(profiles: readonly AccountProfile[], communities: Lazy<readonly CommunityPlan[]>): PostWriter {
  const handles = profiles.slice(0, accountCountByState.public).map((profile) => profile.handle);
  const joinedBy = once(() => {
    const ids = profiles.map((): string[] => []);
    for (const { entry, members } of communities()) {
      for (const member of members) {
        ids[member]?.push(entry.id);
      }
    }
    return ids;
  });
  return (random, number, book) => {
    const { language, badge } = book.authorOf(number);
    const isLong = badge !== 'none' && random.chance(0.07);
    const written = isLong
      ? appendHashtagsMentionsAndLinks(composeLongText(random, language, random.between(400, 3600)), language.code, {})
      : composePostText(random, language, handles);
    const joined = joinedBy()[book.authors[number] ?? -1] ?? [];
    return {
      composedText: written,
      communityId: joined.length > 0 && random.chance(0.3) ? random.pick(joined) : undefined,
      geo: random.chance(0.07) ? pickPointNearTown(random, random.below(townPlaces.length)) : undefined,
      media: createMediaIfPlanned(random, number, book),
      sensitive: random.chance(0.02),
    };
  };
}

function createMediaIfPlanned(random: Random, number: number, { withMedia, mediaBase }: PostRegistry): readonly Media[] {
  return withMedia[number] === true ? createRandomMedia(random, number, mediaBase) : [];
}

/** The posts of the examples' account: the start of its thread, one of each kind of media, coffee in Lisbon. */
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
        {
          hashtags: [exampleValues.hashtag],
        },
      ),
      media: [createPhoto(own, 1, 0, mediaBase)],
    }),
  });
  const kinds: readonly ((own: Random) => Media)[] = [
    (own) => createVideo(own, 2, 'video', mediaBase),
    (own) => createVideo(own, 3, 'animated_gif', mediaBase),
    (own) => createPhoto(own, 4, 0, mediaBase),
  ];
  for (const make of kinds) {
    const write: PostWriter = (own) => ({
      composedText: appendHashtagsMentionsAndLinks('From the workshop, with sound off.', 'en', { hashtags: ['fieldnotes'] }),
      media: [make(own)],
    });
    book.add({ author: namedAccountNumbers.hero, atMs: pickPastMoment(random, nowMs), withMedia: true, write });
  }
  const writeCoffee: PostWriter = (own, number) => ({
    composedText: appendHashtagsMentionsAndLinks('The coffee by the river is worth the hill.', 'en', {
      hashtags: number % 3 === 0 ? ['slowtravel'] : [],
    }),
    geo: pickPointNearTown(own, 0),
    media: createMediaIfPlanned(own, number, book),
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
  // within the last day, so that analytics of the tag have something to count
  for (let count = 0; count < 60; count += 1) {
    const author = random.below(accountCountByState.public);
    book.add({ author, atMs: nowMs - random.below(86_000_000) - 1000, write: writeNews });
  }
}

/** Odd texts, a few of them under ids of 20 digits. */
function planEdgeCasePosts(book: PostRegistry): void {
  const base = BigInt(landmarks.twentyDigitPostId);
  edgeCaseTexts.forEach((text, index) => {
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
  const write: PostWriter = (own, number) => {
    const { language } = book.authorOf(number);
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

/** Posts that lead to a room: before it starts or while it runs, never after the clock. */
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
  const write: PostWriter = (own, number) => ({
    composedText: composePostText(own, book.authorOf(number).language, [profiles[namedAccountNumbers.hero]?.handle ?? '']),
  });
  for (let offset = 0; offset < accountCountByState.protected * 3; offset += 1) {
    const author = accountCountByState.public + (offset % accountCountByState.protected);
    const plan = { author, atMs: pickPastMoment(random, nowMs), likes: 0, write };
    book.add(offset === 0 ? { ...plan, id: landmarks.protectedPostId } : plan);
  }
}

/** A point within some kilometres of a town's middle. */
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
