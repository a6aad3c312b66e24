import type { Media } from '../../client/records/media.ts';
import { accountCounts, type Profile } from './profiles.ts';
import { hashText, type Random } from './random.ts';
import { snowflakeAt, snowflakeTime } from './snowflake.ts';
import type { Article, GeoPoint, Post } from './world.ts';
import type { Written } from './writing.ts';

/** What a new post is made from; all but author, moment and text may be left out. */
export interface PostPlan {
  /** The number of the account. */
  readonly author: number;
  readonly atMs: number;
  readonly written: Written;
  /** A reserved id; the moment then comes from it. */
  readonly id?: string;
  readonly replyTo?: Post;
  readonly quoted?: Post;
  readonly retweetOf?: Post;
  readonly communityId?: string | undefined;
  readonly spaceId?: string;
  readonly media?: readonly Media[];
  readonly article?: Article;
  readonly geo?: GeoPoint | undefined;
  readonly likes?: number;
  readonly sensitive?: boolean;
}

/** The posts of a world while they are being written, in the order of writing. */
export interface PostBook {
  readonly random: Random;
  readonly profiles: readonly Profile[];
  readonly nowMs: number;
  /** What the addresses of pictures start with. */
  readonly mediaBase: string;
  readonly posts: readonly Post[];
  /** How many posts there are: the serial of the next one. */
  readonly serial: () => number;
  /** The number of the account that wrote a post. */
  readonly authorOf: (post: Post) => number;
  /** @throws RangeError when the author does not exist */
  readonly add: (plan: PostPlan) => Post;
}

export const postSources = ['Web App', 'Phone App', 'Tablet App', 'Scheduler for <Teams>'];
/** What automated accounts post with. */
export const robotSource = 'Robot Posts';

export function createPostBook(random: Random, profiles: readonly Profile[], nowMs: number, mediaBase: string): PostBook {
  const posts: Post[] = [];
  const numbers = new Map(profiles.map((profile, index) => [profile.id, index]));
  const add = (plan: PostPlan): Post => {
    const author = profiles[plan.author];
    if (author === undefined) {
      throw new RangeError(`there is no account ${plan.author}`);
    }
    const id = plan.id ?? snowflakeAt(Math.min(Math.floor(plan.atMs), nowMs), posts.length);
    const likes = plan.likes ?? likesByLuck(random, plan);
    const post: Post = {
      id,
      authorId: author.id,
      createdAtMs: snowflakeTime(id),
      text: plan.written.text,
      lang: plan.written.lang,
      conversationId: plan.replyTo?.conversationId ?? id,
      replyToId: plan.replyTo?.id,
      quotedId: plan.quoted?.id,
      retweetOfId: plan.retweetOf?.id,
      communityId: plan.communityId,
      spaceId: plan.spaceId,
      media: plan.media ?? [],
      urls: plan.written.urls,
      hashtags: plan.written.hashtags,
      mentions: plan.written.mentions,
      source: author.isAutomated ? robotSource : (postSources[plan.author % postSources.length] ?? robotSource),
      article: plan.article,
      geo: plan.geo,
      sensitive: plan.sensitive ?? false,
      likes,
      bookmarks: Math.floor(likes / 9),
      views: plan.retweetOf === undefined ? likes * 41 + random.below(90) : 0,
    };
    posts.push(post);
    return post;
  };
  return {
    random,
    profiles,
    nowMs,
    mediaBase,
    posts,
    serial: () => posts.length,
    authorOf: (post) => numbers.get(post.authorId) ?? -1,
    add,
  };
}

/** Who liked a post, as numbers of public accounts by position: a walk with a step of its own, so that nobody comes twice. */
export function likersOf(post: Post): (position: number) => number {
  const hash = hashText(post.id);
  const step = 1 + ((hash >>> 9) % (accountCounts.public - 1));
  return (position) => ((hash % accountCounts.public) + position * step) % accountCounts.public;
}

/** How many likers of a post there are to name: everyone at most, though a dataset may count more. */
export function likerCount(post: Post): number {
  return Math.min(post.likes, accountCounts.public);
}

/** Many get none, few get many; answers get less, reposts none of their own. */
function likesByLuck(random: Random, plan: PostPlan): number {
  if (plan.retweetOf !== undefined) {
    return 0;
  }
  let luck = random.next();
  const halvings = plan.replyTo === undefined ? 3 : 5;
  for (let turn = 0; turn < halvings; turn += 1) {
    luck *= luck;
  }
  return Math.floor(luck * accountCounts.public);
}
