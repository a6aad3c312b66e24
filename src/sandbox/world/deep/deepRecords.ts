import type { User } from '../../../client/schemas/primary.ts';
import { toAccount } from '../accounts.ts';
import { landmarks } from '../landmarks.ts';
import { english, type Language, languages } from '../languages.ts';
import { createLazySequence } from '../lazySequence.ts';
import { createBio, createDisplayName, handleNouns, type AccountProfile } from '../profiles.ts';
import { createRandom, hashText } from '../random.ts';
import { readSnowflakeSerial, createSnowflakeId, readSnowflakeTimeMs } from '../snowflake.ts';
import type { Account, WorldPost, ProfileTab, SliceableSequence } from '../world.ts';
import { appendHashtagsMentionsAndLinks, composePostText, composeReplyText, type ComposedText } from '../composePostText.ts';

/** How many follow the one account; they are numbered from 0, the newest follower first. */
export const crowdedAccountFollowerCount = 1_000_000;
/** The numbers of the two well-known accounts, behind those of the crowd. */
export const starAccountNumbers = { crowded: crowdedAccountFollowerCount, prolific: crowdedAccountFollowerCount + 1 } as const;

/** One follower in so many is verified. */
export const verifiedFollowerInterval = 16;

/** A long row of posts, the newest first: everything about a post of it follows from its index, so that none is ever stored. */
export interface ComputedPostSeries {
  readonly length: number;
  /** So many authors, from the first one on, take turns. */
  readonly firstAuthor: number;
  readonly authorCount: number;
  /** What the ids are made with beside the moment: no two streams share one, and no other post has one of them. */
  readonly firstSerial: number;
  /** The time between two posts, milliseconds. */
  readonly stepMs: number;
  /** undefined: the clock of the world. */
  readonly newestMs: number | undefined;
  readonly replyToId: string | undefined;
}

const minuteMs = 60_000;
const million = 1_000_000;
const hugeThreadReplyCount = 5000;

const prolificAccountSeries: ComputedPostSeries = {
  length: million,
  firstAuthor: starAccountNumbers.prolific,
  authorCount: 1,
  firstSerial: million,
  stepMs: 100_000,
  newestMs: undefined,
  replyToId: undefined,
};

/** The million posts of a list: its members are the newest followers. */
export const longListSeries: ComputedPostSeries = {
  ...prolificAccountSeries,
  firstAuthor: 0,
  authorCount: 1000,
  firstSerial: 2 * million,
};

/** The replies of one thread, each by another follower. */
export const hugeThreadReplySeries: ComputedPostSeries = {
  length: hugeThreadReplyCount,
  firstAuthor: longListSeries.authorCount,
  authorCount: hugeThreadReplyCount,
  firstSerial: 3 * million,
  stepMs: minuteMs,
  newestMs: readSnowflakeTimeMs(landmarks.hugeThreadId) + (hugeThreadReplyCount + 1) * minuteMs,
  replyToId: landmarks.hugeThreadId,
};

const allComputedPostSeries: readonly ComputedPostSeries[] = [prolificAccountSeries, longListSeries, hugeThreadReplySeries];

/** The stream that an account writes in; undefined for none. */
function findSeriesByAuthor(author: number): ComputedPostSeries | undefined {
  return allComputedPostSeries.find(
    ({ firstAuthor, authorCount }) => author >= firstAuthor && author < firstAuthor + authorCount,
  );
}

/** How many posts of a stream one of its authors wrote. */
function countSeriesPostsOfAuthor({ length, firstAuthor, authorCount }: ComputedPostSeries, author: number): number {
  return Math.ceil((length - (author - firstAuthor)) / authorCount);
}

/** The series that stands on a tab of an account. */
function findSeriesOnTab(author: number, what: ProfileTab): ComputedPostSeries | undefined {
  const stream = findSeriesByAuthor(author);
  return what === 'postsAndReplies' || (what === 'posts' && stream !== hugeThreadReplySeries) ? stream : undefined;
}

/** A post with nothing but its text. */
function toDeepPost(facts: Pick<WorldPost, 'id' | 'authorId' | 'createdAtMs' | 'replyToId'>, written: ComposedText): WorldPost {
  return {
    ...written,
    ...facts,
    conversationId: facts.replyToId ?? facts.id,
    quotedId: undefined,
    retweetOfId: undefined,
    communityId: undefined,
    spaceId: undefined,
    media: [],
    source: 'Web App',
    article: undefined,
    geo: undefined,
    sensitive: false,
    // nobody likes them, so that nobody need be named, and any ranking of replies leaves them as they are
    likes: 0,
    bookmarks: 0,
    views: 1 + (hashText(`views ${facts.id}`) % 900),
  };
}

/** The posts of the deep part, made from their places in the streams. */
export function createDeepPosts(seed: number, nowMs: number, people: DeepPeople) {
  const momentOf = ({ newestMs = nowMs, stepMs, firstSerial }: ComputedPostSeries, index: number): number =>
    newestMs - index * stepMs - (hashText(`moment ${firstSerial + index}`) % stepMs);
  const idAt = (stream: ComputedPostSeries, index: number): string =>
    createSnowflakeId(momentOf(stream, index), stream.firstSerial + index);
  const write = (stream: ComputedPostSeries, index: number, author: number): ComposedText => {
    const random = createRandom(seed, `deep post ${stream.firstSerial + index}`);
    const language = people.languageOf(author);
    if (stream.replyToId !== undefined) {
      return composeReplyText(random, language, landmarks.crowdedHandle);
    }
    const written = composePostText(random, language, [landmarks.crowdedHandle]);
    // the number says how deep a page is: the oldest post is number 1
    return { ...written, text: `${stream.length - index} · ${written.text}` };
  };
  const at = (stream: ComputedPostSeries, index: number): WorldPost => {
    const author = stream.firstAuthor + (index % stream.authorCount);
    const { replyToId } = stream;
    const facts = { id: idAt(stream, index), authorId: people.idOf(author), createdAtMs: momentOf(stream, index), replyToId };
    return toDeepPost(facts, write(stream, index, author));
  };
  const root = (): WorldPost => {
    const language = people.languageOf(starAccountNumbers.crowded);
    const written = appendHashtagsMentionsAndLinks('Everybody, one word each. We read them all.', language.code, {});
    const id = landmarks.hugeThreadId;
    const authorId = people.idOf(starAccountNumbers.crowded);
    return toDeepPost({ id, authorId, createdAtMs: readSnowflakeTimeMs(id), replyToId: undefined }, written);
  };
  return {
    find: (id: string): WorldPost | undefined => {
      if (id === landmarks.hugeThreadId) {
        return root();
      }
      const serial = readSnowflakeSerial(id) ?? -1;
      const stream = allComputedPostSeries.find(
        ({ firstSerial, length }) => serial >= firstSerial && serial < firstSerial + length,
      );
      const index = serial - (stream?.firstSerial ?? 0);
      return stream !== undefined && idAt(stream, index) === id ? at(stream, index) : undefined;
    },
    all: (stream: ComputedPostSeries): SliceableSequence<WorldPost> => ({
      ...createLazySequence(stream.length, (index) => at(stream, index)),
      hasFixedOrder: true,
    }),
    /** The tab of an account, by its number. */
    by: (author: number, what: ProfileTab): SliceableSequence<WorldPost> => {
      if (author === starAccountNumbers.crowded) {
        return what === 'posts' || what === 'postsAndReplies' ? [root()] : [];
      }
      const stream = findSeriesOnTab(author, what);
      return stream === undefined
        ? []
        : createLazySequence(countSeriesPostsOfAuthor(stream, author), (place) =>
            at(stream, author - stream.firstAuthor + place * stream.authorCount),
          );
    },
  };
}

type StarProfile = Pick<AccountProfile, 'id' | 'handle' | 'name' | 'description'>;

const { crowdedId, crowdedHandle, prolificId, prolificHandle } = landmarks;
const starProfileByAccountNumber: ReadonlyMap<number, StarProfile> = new Map([
  [
    starAccountNumbers.crowded,
    { id: crowdedId, handle: crowdedHandle, name: 'The Lighthouse', description: 'A million ships look this way.' },
  ],
  [
    starAccountNumbers.prolific,
    { id: prolificId, handle: prolificHandle, name: 'The Tide Gauge', description: 'One reading after another.' },
  ],
]);

/** Above the serials of all other accounts. */
const firstDeepAccountSerial = 2 ** 21;
/** One to one modulo a million: handles do not look counted, and `gathering` undoes it. */
const handleCodeMultiplier = 387_421;
const inverseHandleCodeMultiplier = 140_981;
const firstAccountMs = Date.UTC(2012, 0, 1);
const lastAccountMs = Date.UTC(2022, 0, 1);

/** The same that paging gives. */
function getDeepAccountCounts(number: number): User['counts'] {
  const stream = findSeriesByAuthor(number);
  const isCrowded = number === starAccountNumbers.crowded;
  return {
    followers: isCrowded ? crowdedAccountFollowerCount : 0,
    following: starProfileByAccountNumber.has(number) ? 0 : 1,
    // the one without a stream has the first post of the thread
    tweets: stream === undefined ? Number(isCrowded) : countSeriesPostsOfAuthor(stream, number),
    likes: 0,
    media: 0,
    listed: Number(stream === longListSeries),
  };
}

export type DeepPeople = ReturnType<typeof createDeepPeople>;

/** The accounts of the deep part, made from their numbers. */
export function createDeepPeople(seed: number, mediaBase: string) {
  const shift = hashText(`deep ${seed}`) % crowdedAccountFollowerCount;
  const createdAtMs = (number: number): number =>
    firstAccountMs + createRandom(seed, `deep moment ${number}`).below(lastAccountMs - firstAccountMs);
  const handleAt = (number: number): string => {
    const code = (number * handleCodeMultiplier + shift) % crowdedAccountFollowerCount;
    return `${handleNouns[code % handleNouns.length] ?? ''}_${String(code).padStart(6, '0')}`;
  };
  const languageOf = (number: number): Language =>
    starProfileByAccountNumber.has(number) ? english : createRandom(seed, `deep language ${number}`).pick(languages);
  const idOf = (number: number): string =>
    starProfileByAccountNumber.get(number)?.id ?? createSnowflakeId(createdAtMs(number), firstDeepAccountSerial + number);
  const starNumber = (isIt: (star: StarProfile) => boolean): number =>
    [...starProfileByAccountNumber].find(([, star]) => isIt(star))?.[0] ?? -1;
  const inCrowd = (number: number, isIt: (number: number) => boolean): number =>
    number >= 0 && number < crowdedAccountFollowerCount && isIt(number) ? number : -1;
  return {
    idOf,
    languageOf,
    at: (number: number): Account => {
      const star = starProfileByAccountNumber.get(number);
      const random = createRandom(seed, `deep account ${number}`);
      const language = languageOf(number);
      const handle = star?.handle ?? handleAt(number);
      const id = idOf(number);
      const profile: AccountProfile = {
        ...{ id, handle, language, location: '', url: null, bannerUrl: null, state: 'active', isAutomated: false },
        name: star?.name ?? createDisplayName(random, language),
        description: star?.description ?? createBio(random, language),
        avatarUrl: `${mediaBase}/avatar/${handle}.png`,
        createdAtMs: star === undefined ? createdAtMs(number) : readSnowflakeTimeMs(id),
        badge: star !== undefined ? 'business' : number % verifiedFollowerInterval === 0 ? 'blue' : 'none',
      };
      return toAccount(profile, getDeepAccountCounts(number), []);
    },
    /** -1 where there is none. */
    numberOf: (id: string): number => {
      const star = starNumber((one) => one.id === id);
      return star >= 0
        ? star
        : inCrowd((readSnowflakeSerial(id) ?? -1) - firstDeepAccountSerial, (number) => idOf(number) === id);
    },
    /** Case-insensitive; -1 where there is none. */
    numberOfHandle: (handle: string): number => {
      const lower = handle.toLowerCase();
      const star = starNumber((one) => one.handle === lower);
      const code = Number(/^[a-z]+_(\d{6})$/.exec(lower)?.[1] ?? -1);
      const number =
        (((code - shift + crowdedAccountFollowerCount) % crowdedAccountFollowerCount) * inverseHandleCodeMultiplier) %
        crowdedAccountFollowerCount;
      return star >= 0 ? star : inCrowd(code < 0 ? -1 : number, () => handleAt(number) === lower);
    },
  };
}
