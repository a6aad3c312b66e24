import { accountCountByState, type AccountProfile, type Language } from './profiles.ts';
import { createRandom, type Random } from './random.ts';
import { compareIds, createSnowflakeId, readSnowflakeSerial, readSnowflakeTimeMs } from './snowflake.ts';
import type { Media } from '../../client/schemas/primary.ts';
import { exampleValues } from '../../client/endpoints/exampleValues.ts';
import words from './texts/words.json' with { type: 'json' };

interface ComposedText {
  readonly text: string;
  readonly lang: string;
  /** Without `#`. */
  readonly hashtags: readonly string[];
  readonly urls: readonly string[];
  readonly mentions: readonly string[];
}

const { emoji, sites } = words.posts;

interface PostPlan {
  readonly author: number;
  readonly atMs: number;
  readonly id?: string;
  readonly replyTo?: PlannedPost;
  readonly quoted?: PlannedPost;
  readonly retweetOf?: PlannedPost;
  readonly likes?: number | undefined;
  /** Whether `write` returns media. */
  readonly withMedia?: boolean;
  readonly write: PostWriter;
}

export class PlannedPost {
  readonly author: AccountProfile;
  readonly createdAtMs: number;
  readonly likes: number;
  readonly replyTo: PlannedPost | undefined;
  readonly quoted: PlannedPost | undefined;
  readonly retweetOf: PlannedPost | undefined;
  readonly withMedia: boolean;
  readonly write: PostWriter;
  readonly number: number;
  #id: string | undefined;

  constructor(plan: PostPlan, number: number, { profiles, nowMs, random }: PostRegistry) {
    const author = profiles[plan.author];
    if (author === undefined) throw new RangeError(`there is no account ${plan.author}`);
    this.author = author;
    this.createdAtMs = plan.id === undefined ? Math.min(Math.floor(plan.atMs), nowMs) : readSnowflakeTimeMs(plan.id);
    this.likes = plan.likes ?? pickRandomLikeCount(random, plan);
    this.replyTo = plan.replyTo;
    this.quoted = plan.quoted;
    this.retweetOf = plan.retweetOf;
    this.withMedia = plan.withMedia ?? false;
    this.write = plan.write;
    this.number = number;
    this.#id = plan.id;
  }

  /** Created on first use, because most posts never need it. */
  get id(): string {
    return (this.#id ??= createSnowflakeId(this.createdAtMs, this.number));
  }
}

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly previewText: string;
  readonly coverUrl: string;
  readonly url: string;
  readonly paragraphs: readonly string[];
}

export interface GeoPoint {
  readonly placeId: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface PostContent {
  readonly composedText: ComposedText;
  readonly communityId?: string | undefined;
  readonly spaceId?: string;
  readonly media?: readonly Media[];
  readonly article?: Article;
  readonly geo?: GeoPoint | undefined;
  /** True if `filter:safe` excludes it. */
  readonly sensitive?: boolean;
}

export type PostWriter = (random: Random, post: PlannedPost, book: PostRegistry) => PostContent;

/** Facts that indexes need are planned immediately; the rest, such as the text, is created on first use. */
export interface PostRegistry {
  /** Only for plans, which are created in a fixed order. */
  readonly random: Random;
  readonly profiles: readonly AccountProfile[];
  readonly nowMs: number;
  readonly mediaBase: string;
  readonly posts: readonly PlannedPost[];
  readonly add: (plan: PostPlan) => PlannedPost;
  readonly find: (id: string) => PlannedPost | undefined;
  /** Always returns the same object for a post. */
  readonly write: (post: PlannedPost) => WorldPost;
}

export function getRootPost(post: PlannedPost): PlannedPost {
  return post.replyTo === undefined ? post : getRootPost(post.replyTo);
}

export function compareNewestFirst(left: PlannedPost, right: PlannedPost): number {
  return right.createdAtMs - left.createdAtMs || compareIds(right.id, left.id);
}

const postSources = ['Web App', 'Phone App', 'Tablet App', 'Scheduler for <Teams>'];

export function createPostRegistry(profiles: readonly AccountProfile[], nowMs: number, mediaBase: string): PostRegistry {
  const random = createRandom('posts');
  const posts: PlannedPost[] = [];
  const reserved = new Map<string, PlannedPost>();
  const written: WorldPost[] = [];
  const book: PostRegistry = {
    ...{ random, profiles, nowMs, mediaBase, posts },
    add: (plan) => {
      const post = new PlannedPost(plan, posts.length, book);
      posts.push(post);
      if (plan.id !== undefined) reserved.set(plan.id, post);
      return post;
    },
    find: (id) => {
      const post = reserved.get(id) ?? posts[readSnowflakeSerial(id) ?? -1];
      return post?.id === id ? post : undefined;
    },
    write: (post) => (written[post.number] ??= toWorldPost(book, post)),
  };
  return book;
}

export type WorldPost = ReturnType<typeof toWorldPost>;

function toWorldPost(book: PostRegistry, post: PlannedPost) {
  const { id, author, createdAtMs, likes, replyTo, quoted, retweetOf } = post;
  const own = createRandom(`post ${post.number}`);
  const { composedText, communityId, spaceId, media = [], article, geo, sensitive = false } = post.write(own, post, book);
  return {
    ...composedText,
    ...{ id, authorId: author.id, createdAtMs, conversationId: getRootPost(post).id },
    ...{ replyToId: replyTo?.id, quotedId: quoted?.id, retweetOfId: retweetOf?.id, communityId, spaceId, media },
    source: author.isAutomated ? 'Robot Posts' : (postSources[author.number % postSources.length] ?? ''),
    ...{ article, geo, sensitive, likes, bookmarks: Math.floor(likes / 9) },
    views: retweetOf === undefined ? likes * 41 + own.below(90) : 0,
  };
}

/** Most posts get few likes. Replies get fewer, and reposts don't get any. */
function pickRandomLikeCount(random: Random, { retweetOf, replyTo }: Pick<PostPlan, 'retweetOf' | 'replyTo'>): number {
  if (retweetOf !== undefined) return 0;
  let luck = random.next();
  const squarings = replyTo === undefined ? 3 : 5;
  for (let count = 0; count < squarings; count += 1) luck *= luck;
  return Math.floor(luck * accountCountByState.public);
}

export function composePostText(random: Random, language: Language, handles: readonly string[]): ComposedText {
  const sentences = Array.from({ length: random.chance(0.3) ? random.between(2, 3) : 1 }, () => random.pick(language.sentences));
  const hashtags = random.chance(0.3) ? pickTags(random, language) : [];
  const mentions = random.chance(0.12) ? [random.pick(handles)] : [];
  const urls = random.chance(0.14) ? [random.pick(sites)] : [];
  return appendHashtagsMentionsAndLinks(sentences.join(' '), language.code, {
    hashtags,
    mentions,
    urls,
    ending: random.chance(0.16) ? ` ${random.pick(emoji)}` : '',
  });
}

/** Starts with a handle, like the platform's replies. */
export function composeReplyText(random: Random, language: Language, toHandle: string): ComposedText {
  const body = random.chance(0.75) ? random.pick(language.replies) : random.pick(language.sentences);
  const ending = random.chance(0.15) ? ` ${random.pick(emoji)}` : '';
  return { text: `@${toHandle} ${body}${ending}`, lang: language.code, hashtags: [], urls: [], mentions: [toHandle] };
}

export function appendHashtagsMentionsAndLinks(
  text: string,
  lang: string,
  parts: Partial<Pick<ComposedText, 'hashtags' | 'mentions' | 'urls'>> & { readonly ending?: string },
): ComposedText {
  const { hashtags = [], mentions = [], urls = [], ending = '' } = parts;
  const tail = [...mentions.map((handle) => `@${handle}`), ...hashtags.map((tag) => `#${tag}`), ...urls];
  return { text: `${[text, ...tail].join(' ')}${ending}`, lang, hashtags, urls, mentions };
}

function pickTags(random: Random, language: Language): readonly string[] {
  const first = random.chance(0.3) ? exampleValues.hashtag : random.pick(language.tags);
  const second = random.pick(language.tags);
  return random.chance(0.35) && second !== first ? [first, second] : [first];
}

/** Paragraphs with at least `length` UTF-16 units. */
export function composeLongText(random: Random, language: Language, length: number): string {
  const paragraphs: string[] = [];
  let written = 0;
  while (written < length) {
    const paragraph = Array.from({ length: random.between(2, 5) }, () => random.pick(language.sentences)).join(' ');
    paragraphs.push(paragraph);
    written += paragraph.length + 2;
  }
  return paragraphs.join('\n\n');
}
