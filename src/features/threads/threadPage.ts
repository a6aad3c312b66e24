import type { PostRecord } from '../../client/records/readRecord.ts';
import { type PageRecord, type RecordPage, toPage } from '../../client/records/toPage.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { TweetExtra, TimelineSlot } from '../../client/upstream/upstreamPage.ts';

export interface PagePost {
  readonly id: string;
  readonly record: PostRecord;
  /** What only the raw format says. */
  readonly extra: TweetExtra | undefined;
}

/** One page of a conversation, from either format. */
export interface ThreadPage {
  readonly askedId: string;
  /** The cursor that led to it; undefined for a first page. */
  readonly cursor: string | undefined;
  readonly posts: ReadonlyMap<string, PagePost>;
  readonly places: readonly TimelineSlot[];
  /** Whether its posts were picked out of the response to another query, whose cursor leads nowhere in this conversation. */
  readonly isExcerpt: boolean;
}

export type ThreadPageKey = Pick<ThreadPage, 'askedId' | 'cursor'>;

/**
 * The posts of a response as a page of a conversation. Upstream JSON says where each stands, with tombstones and the cursors
 * of branches; the simple format has the posts in their order. What cannot be read as a post has a place that says so.
 */
export function toThreadPage(page: RecordPage, asked: ThreadPageKey): ThreadPage {
  const read = page.records.map(toPagePost);
  const posts = read.flatMap((post) => post ?? []);
  return {
    ...asked,
    posts: new Map(posts.map((post) => [post.id, post])),
    places:
      page.meta.upstream?.slots ??
      read.map((post, at) => (post === undefined ? createUnreadableSlot(page.records[at]?.id) : toTimelineSlot(post))),
    isExcerpt: false,
  };
}

/** Where a post stands in a conversation, as far as it says so itself. */
function toTimelineSlot({ id, record: { replyToId } }: PagePost): TimelineSlot {
  return { kind: 'tweet', tweetId: id, parentId: replyToId === '' ? undefined : replyToId, moduleId: undefined };
}

function createUnreadableSlot(id: string | undefined): TimelineSlot {
  const tweetId = id === '' ? undefined : id;
  return { kind: 'absent', tweetId, moduleId: undefined, absence: { kind: 'unreadable', text: undefined, reason: undefined } };
}

/** undefined for what is no post: it has no id, or it neither says anything nor says who wrote it. */
function toPagePost({ id, record, extra }: PageRecord): PagePost | undefined {
  if (record.kind !== 'post' || id === undefined || id === '' || (record.text === undefined && record.author === undefined)) {
    return undefined;
  }
  return { id, record, extra: extra !== undefined && 'hasViewCount' in extra ? extra : undefined };
}

export interface FoundThread {
  readonly focal: PagePost;
  readonly count: number;
}

function isUnreadableSlot(place: TimelineSlot): boolean {
  return place.kind === 'absent' && place.absence.kind === 'unreadable';
}

interface ParsedThreadText {
  readonly page: ThreadPage;
  /** Whether the text is one conversation by its shape, whatever its posts say. */
  readonly isWhole: boolean;
  readonly format: 'raw' | 'simple';
}

/**
 * The conversations in a JSON text, in its order: upstream JSON of any kind, or records of the simple format. None where it
 * is not recognised or has no posts; never throws.
 */
export function findThreadsInText(
  text: string,
  site: string | undefined,
): { readonly format: ParsedThreadText['format']; readonly threads: readonly FoundThread[] } {
  const { page, isWhole, format } = readThreadText(text, { askedId: '', cursor: undefined }, site);
  if (isWhole) {
    const focal = findFocalPost(page);
    return { format, threads: focal === undefined ? [] : [{ focal, count: page.posts.size }] };
  }
  const groups = Map.groupBy(page.posts.values(), getConversationId);
  return { format, threads: [...groups.values()].map(toFoundThread) };
}

/** The page of a thread from a JSON text: what belongs to the conversation of the post that is asked for. */
export function readDocumentThreadPage(text: string, asked: ThreadPageKey, site: string | undefined): ThreadPage {
  const { page, isWhole } = readThreadText(text, asked, site);
  if (isWhole) {
    return page;
  }
  const wanted = page.posts.get(asked.askedId);
  const posts = new Map(
    [...page.posts].filter(([, post]) => wanted !== undefined && getConversationId(post) === getConversationId(wanted)),
  );
  const isOnlyOne = posts.size > 0 && posts.size === page.posts.size;
  const places = page.places.filter((place) =>
    place.kind === 'tweet' ? posts.has(place.tweetId) : isOnlyOne && isUnreadableSlot(place),
  );
  return { ...page, posts, places, isExcerpt: true };
}

function readThreadText(text: string, asked: ThreadPageKey, site: string | undefined): ParsedThreadText {
  const value = tryParseJson(text);
  const inside: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const simple = readAsConversation('simple', { data: Array.isArray(inside) ? inside : [inside] }, site);
  const page = toThreadPage(simple, asked);
  // anybody's JSON may have ids and texts: one post with an author is what tells
  if ([...page.posts.values()].some(({ record }) => record.text !== undefined && record.author !== undefined)) {
    return { page, isWhole: false, format: 'simple' };
  }
  const raw = readAsConversation('raw', value, site);
  const { posts, places, ...rest } = toThreadPage(raw, asked);
  const placed = new Set(places.flatMap((place) => (place.kind === 'tweet' ? [place.tweetId] : [])));
  const others = [...posts.values()].filter(({ id }) => !placed.has(id)).map(toTimelineSlot);
  return {
    page: { ...rest, posts, places: [...places, ...others] },
    isWhole: raw.meta.upstream?.operation === 'tweetDetail',
    format: 'raw',
  };
}

/** The posts of a JSON value, as if a conversation had been asked for. */
function readAsConversation(format: ParsedThreadText['format'], value: unknown, site: string | undefined): RecordPage {
  return toPage({ request: { endpointId: tweet.id, format, params: {} }, value, warnings: [] }, { endpoint: tweet, site });
}

/** The value of a JSON text: a list, a page or one response; undefined where it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined; // nothing is recognised in it, which is said where it is shown
  }
}

/** Of a conversation's page: what stands above the responses last, since those come in modules. */
function findFocalPost({ places, posts }: ThreadPage): PagePost | undefined {
  const alone = places.findLast((place) => place.kind === 'tweet' && place.moduleId === undefined && posts.has(place.tweetId));
  return (alone?.kind === 'tweet' ? posts.get(alone.tweetId) : undefined) ?? [...posts.values()][0];
}

/** Around the post that began the conversation, else the earliest that is here. */
function toFoundThread(posts: readonly PagePost[]): FoundThread {
  const begun = posts.find(({ id, record }) => id === record.conversationId);
  const focal = begun ?? posts.reduce((one, other) => (isPostEarlier(other, one) ? other : one));
  return { focal, count: posts.length };
}

function isPostEarlier(one: PagePost, other: PagePost): boolean {
  return Date.parse(one.record.createdAt ?? '') < Date.parse(other.record.createdAt ?? '');
}

function getConversationId({ id, record: { conversationId } }: PagePost): string {
  return conversationId === undefined || conversationId === '' ? id : conversationId;
}
