import { type Tweet, tweetSchema } from '../../client/schemas/tweet.ts';
import { readUpstream } from '../../client/upstream/readUpstream.ts';
import { type PagePost, type ThreadPage, simplePage } from './threadPage.ts';

/** A conversation that a JSON text holds posts of. */
export interface FoundThread {
  /** The post that the thread is shown around. */
  readonly focal: PagePost;
  /** How many of its posts the text has. */
  readonly count: number;
}

interface ReadText {
  readonly page: ThreadPage;
  /** Whether the text is one conversation by its shape, whatever its posts say. */
  readonly isWhole: boolean;
  readonly format: 'raw' | 'simple';
}

type Asked = Pick<ThreadPage, 'exchangeId' | 'askedId' | 'cursor'>;
const nobody: Asked = { exchangeId: '', askedId: '', cursor: undefined };

/**
 * The conversations in a JSON text, in its order: upstream JSON of any kind, or records of the simple format. None where it
 * is not recognised or has no posts; never throws.
 */
export function threadsInText(
  text: string,
  site: string | undefined,
): { readonly format: ReadText['format']; readonly threads: readonly FoundThread[] } {
  const { page, isWhole, format } = readText(text, nobody, site);
  if (isWhole) {
    const focal = focalOfPage(page);
    return { format, threads: focal === undefined ? [] : [{ focal, count: page.posts.size }] };
  }
  const groups = Map.groupBy(page.posts.values(), ({ record }) => conversationOf(record));
  return { format, threads: [...groups.values()].map(toFound) };
}

/** The page of a thread from a JSON text: what belongs to the conversation of the post that is asked for. */
export function documentPage(text: string, asked: Asked, site: string | undefined): ThreadPage {
  const { page, isWhole } = readText(text, asked, site);
  if (isWhole) {
    return page;
  }
  const wanted = page.posts.get(asked.askedId);
  const posts = new Map(
    [...page.posts].filter(([, { record }]) => wanted !== undefined && conversationOf(record) === conversationOf(wanted.record)),
  );
  const places = page.places.filter((place) => place.kind === 'tweet' && posts.has(place.tweetId));
  // the cursor of another question leads nowhere in a conversation
  return { ...page, posts, places, next: undefined };
}

function readText(text: string, asked: Asked, site: string | undefined): ReadText {
  const simple = simpleRecords(text);
  if (simple !== undefined) {
    const page = simplePage({ data: simple, nextCursor: null, hasNextPage: false }, asked);
    return { page, isWhole: false, format: 'simple' };
  }
  const { operation, records, places, cursor } = readUpstream(text, site === undefined ? {} : { site });
  const posts = records.flatMap((one): readonly (readonly [string, PagePost])[] =>
    one.kind === 'tweet' ? [[one.record.id, { record: one.record, extra: one.extra }]] : [],
  );
  const placed = new Set(places.flatMap((place) => (place.kind === 'tweet' ? [place.tweetId] : [])));
  const others = posts.flatMap(([id, { record }]) =>
    placed.has(id) ? [] : simplePage({ data: [record], nextCursor: null, hasNextPage: false }, asked).places,
  );
  return {
    page: { ...asked, posts: new Map(posts), places: [...places, ...others], next: cursor.bottom ?? cursor.more },
    isWhole: operation === 'tweetDetail',
    format: 'raw',
  };
}

/** The posts of a text in the simple format: a list, a page or one answer; undefined where it is something else. */
function simpleRecords(text: string): readonly Tweet[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined; // the reader of upstream JSON finds nothing in it either
  }
  const inside: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const tweets = (Array.isArray(inside) ? inside : [inside]).flatMap((one) => tweetSchema.safeParse(one).data ?? []);
  return tweets.length === 0 ? undefined : tweets;
}

/** Of a conversation's page: what stands above the answers last, since those come in modules. */
function focalOfPage({ places, posts }: ThreadPage): PagePost | undefined {
  const alone = places.findLast((place) => place.kind === 'tweet' && place.moduleId === undefined && posts.has(place.tweetId));
  return (alone?.kind === 'tweet' ? posts.get(alone.tweetId) : undefined) ?? [...posts.values()][0];
}

/** Around the post that began the conversation, else the earliest that is here. */
function toFound(posts: readonly PagePost[]): FoundThread {
  const begun = posts.find(({ record }) => record.id === record.conversationId);
  const focal = begun ?? posts.reduce((one, other) => (isBefore(other.record, one.record) ? other : one));
  return { focal, count: posts.length };
}

function isBefore(one: Tweet, other: Tweet): boolean {
  return Date.parse(one.createdAt) < Date.parse(other.createdAt);
}

function conversationOf({ conversationId, id }: Tweet): string {
  return conversationId === '' ? id : conversationId;
}
