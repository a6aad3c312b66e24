import { tryParseJson } from '../../client/json/tryParseJson.ts';
import type { PostRecord } from '../../client/records/readRecord.ts';
import { type PageRecord, type RecordPage, toPage } from '../../client/records/toPage.ts';
import { tweet } from '../../client/endpoints/primary/tweets.ts';
import type { TweetExtra, TimelineSlot } from '../../client/upstream/upstreamPage.ts';

export interface PagePost {
  readonly id: string;
  readonly record: PostRecord;
  /** From the raw format only. */
  readonly extra: TweetExtra | undefined;
}

export interface ThreadPageKey {
  /** The post whose conversation was requested. */
  readonly postId: string;
  /** Undefined for a first page. */
  readonly cursor: string | undefined;
}

/** One page of a conversation, from either format. */
export interface ThreadPage extends ThreadPageKey {
  readonly posts: ReadonlyMap<string, PagePost>;
  readonly places: readonly TimelineSlot[];
  /** Whether its posts come from a document or a different query's response, so there is no cursor for the next page. */
  readonly isExcerpt: boolean;
}

/** Upstream JSON has places with tombstones and branches; in the simple format each record is a place. */
export function toThreadPage(page: RecordPage, { postId, cursor }: ThreadPageKey): ThreadPage {
  const read = page.records.map(toPagePost);
  return {
    postId,
    cursor,
    posts: new Map(read.flatMap((post) => (post === undefined ? [] : [[post.id, post]]))),
    places:
      page.meta.upstream?.slots ??
      read.map((post, at) => (post === undefined ? createUnreadableSlot(page.records[at]?.id) : toTimelineSlot(post))),
    isExcerpt: false,
  };
}

function toTimelineSlot({ id, record: { replyToId } }: PagePost): TimelineSlot {
  return { kind: 'tweet', tweetId: id, parentId: replyToId === '' ? undefined : replyToId, moduleId: undefined };
}

function createUnreadableSlot(id: string | undefined): TimelineSlot {
  const tweetId = id === '' ? undefined : id;
  return { kind: 'absent', tweetId, moduleId: undefined, absence: { kind: 'unreadable', text: undefined, reason: undefined } };
}

/** Undefined for a record without an id, or without text and author. */
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
  /** Whether the text is the upstream response for a single conversation. */
  readonly isWhole: boolean;
  readonly format: 'raw' | 'simple';
}

/** Finds the conversations in upstream JSON or simple-format records, in text order. Returns an empty list for any other text. */
export function findThreadsInText(
  text: string,
  site: string | undefined,
): { readonly format: ParsedThreadText['format']; readonly threads: readonly FoundThread[] } {
  const { page, isWhole, format } = readThreadText(text, { postId: '', cursor: undefined }, site);
  if (isWhole) {
    const focal = findFocalPost(page);
    return { format, threads: focal === undefined ? [] : [{ focal, count: page.posts.size }] };
  }
  const groups = Map.groupBy(page.posts.values(), getConversationId);
  return { format, threads: [...groups.values()].map(toFoundThread) };
}

/** Returns the posts in a JSON string that belong to the requested post's conversation. */
export function readDocumentThreadPage(text: string, key: ThreadPageKey, site: string | undefined): ThreadPage {
  const { page, isWhole } = readThreadText(text, key, site);
  if (isWhole) {
    return page;
  }
  const wanted = page.posts.get(key.postId);
  const posts = new Map(
    [...page.posts].filter(([, post]) => wanted !== undefined && getConversationId(post) === getConversationId(wanted)),
  );
  const isOnlyOne = posts.size > 0 && posts.size === page.posts.size;
  const places = page.places.filter((place) =>
    place.kind === 'tweet' ? posts.has(place.tweetId) : isOnlyOne && isUnreadableSlot(place),
  );
  return { ...page, posts, places, isExcerpt: true };
}

function readThreadText(text: string, key: ThreadPageKey, site: string | undefined): ParsedThreadText {
  const value = tryParseJson(text);
  const inside: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : value;
  const simple = readAsConversation('simple', { data: Array.isArray(inside) ? inside : [inside] }, site);
  const page = toThreadPage(simple, key);
  // unrelated JSON may have ids and text, but rarely authors
  if ([...page.posts.values()].some(({ record }) => record.text !== undefined && record.author !== undefined)) {
    return { page, isWhole: false, format: 'simple' };
  }
  const raw = readAsConversation('raw', value, site);
  const { posts, places, ...rest } = toThreadPage(raw, key);
  const placed = new Set(places.flatMap((place) => (place.kind === 'tweet' ? [place.tweetId] : [])));
  const others = [...posts.values()].filter(({ id }) => !placed.has(id)).map(toTimelineSlot);
  return {
    page: { ...rest, posts, places: [...places, ...others] },
    isWhole: raw.meta.upstream?.operation === 'tweetDetail',
    format: 'raw',
  };
}

function readAsConversation(format: ParsedThreadText['format'], value: unknown, site: string | undefined): RecordPage {
  return toPage({ request: { endpointId: tweet.id, format, params: {} }, value, warnings: [] }, { endpoint: tweet, site });
}

/** Returns the last post outside modules, because the replies to the focal post come in modules. */
function findFocalPost({ places, posts }: ThreadPage): PagePost | undefined {
  const alone = places.findLast((place) => place.kind === 'tweet' && place.moduleId === undefined && posts.has(place.tweetId));
  return (alone?.kind === 'tweet' ? posts.get(alone.tweetId) : undefined) ?? [...posts.values()][0];
}

/** The focal post is the conversation's first post, otherwise the earliest in the text. */
function toFoundThread(posts: readonly PagePost[]): FoundThread {
  const first = posts.find(({ id, record }) => id === record.conversationId);
  const focal = first ?? posts.reduce((one, other) => (isPostEarlier(other, one) ? other : one));
  return { focal, count: posts.length };
}

function isPostEarlier(one: PagePost, other: PagePost): boolean {
  return Date.parse(one.record.createdAt ?? '') < Date.parse(other.record.createdAt ?? '');
}

function getConversationId({ id, record: { conversationId } }: PagePost): string {
  return conversationId === undefined || conversationId === '' ? id : conversationId;
}
