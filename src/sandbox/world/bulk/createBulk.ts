import { verifiedTypeOf } from '../accountRecords.ts';
import { toIsoSeconds, toSnowflake, snowflakeTime } from '../snowflake.ts';
import type { Account, Post } from '../world.ts';
import { createAccountGroups, type AccountGroups } from './accountGroups.ts';
import { createBulkPosts, figuresOf, filled, sourceOf, type BulkPosts } from './bulkPosts.ts';
import { createBulkProfiles, type BulkProfiles } from './bulkProfiles.ts';
import { createBulkTies, type BulkTies } from './bulkTies.ts';
import { mixed } from './numbers.ts';
import { createTemplates } from './templates.ts';
import type { BulkSize } from './worldSize.ts';

/** What a world has beside the small one: accounts and posts that are computed from their number when somebody asks. */
export interface Bulk {
  readonly size: BulkSize;
  readonly groups: AccountGroups;
  readonly profiles: BulkProfiles;
  readonly ties: BulkTies;
  readonly posts: BulkPosts;
  readonly account: (number: number) => Account;
  /** Posts of protected accounts, newest first. */
  readonly hiddenBy: (account: number) => readonly Post[];
  readonly hiddenPost: (id: string) => Post | undefined;
}

/** How many posts a protected account has. */
const hiddenEach = 3;
const hiddenSpanMs = 600 * 86_400_000;

export function createBulk(seed: number, size: BulkSize, nowMs: number, mediaBase: string): Bulk {
  const groups = createAccountGroups(seed, size);
  const profiles = createBulkProfiles(seed, size, groups, mediaBase);
  const ties = createBulkTies(seed, size, groups);
  const posts = createBulkPosts(seed, size, nowMs, groups, profiles, createTemplates(seed, size, groups, mediaBase));
  const hidden = createHidden(seed, size, nowMs, groups, profiles, posts);
  return {
    size,
    groups,
    profiles,
    ties,
    posts,
    ...hidden,
    account: (number) => toAccount(number, ties, profiles, posts, hidden),
  };
}

function toAccount(number: number, ties: BulkTies, profiles: BulkProfiles, posts: BulkPosts, hidden: Hidden): Account {
  const profile = profiles.profile(number);
  const own = posts.by(number);
  const isSuspended = profile.state === 'suspended';
  return {
    id: profile.id,
    state: profile.state,
    badge: profile.badge,
    lang: profile.lang,
    createdAtMs: profile.createdAtMs,
    record: {
      id: profile.id,
      username: profile.handle,
      name: profile.sketch.name,
      description: profile.sketch.description,
      location: profile.sketch.location,
      url: profile.url,
      createdAt: toIsoSeconds(profile.createdAtMs),
      avatarUrl: profile.avatarUrl,
      bannerUrl: profile.bannerUrl,
      verified: profile.badge !== 'none',
      verifiedType: verifiedTypeOf(profile.badge),
      protected: profile.state === 'protected',
      counts: {
        followers: ties.followers(number, 'all').length,
        following: isSuspended ? 0 : ties.following(number).length,
        tweets: profile.state === 'protected' ? hidden.hiddenBy(number).length : own.length,
        likes: posts.likeCountOf(number),
        media: own.filter((post) => posts.templateOf(post).media.length > 0).length,
        listed: 0,
      },
      pinnedTweetIds: pinnedOf(number, own, posts),
      isAutomated: profile.isAutomated,
    },
  };
}

/** One in four pins its most liked post of those that answer and repeat nothing. */
function pinnedOf(account: number, own: readonly number[], posts: BulkPosts): string[] {
  if (mixed(account, 4) % 4 !== 0) {
    return [];
  }
  let best = -1;
  let likes = -1;
  for (const number of own) {
    const template = posts.templateOf(number);
    if ((template.kind === 'original' || template.kind === 'quote') && template.likes > likes) {
      best = number;
      likes = template.likes;
    }
  }
  return best < 0 ? [] : [posts.idOf(best)];
}

type Hidden = Pick<Bulk, 'hiddenBy' | 'hiddenPost'>;

function createHidden(
  seed: number,
  size: BulkSize,
  nowMs: number,
  groups: AccountGroups,
  profiles: BulkProfiles,
  posts: BulkPosts,
): Hidden {
  const { people } = size;
  const count = people.protected * hiddenEach;
  const stepMs = Math.floor(hiddenSpanMs / count);
  const startMs = nowMs - 60_000 - count * stepMs;
  const originals = posts.templates.all.filter(
    ({ kind, writers, written }) => kind === 'original' && writers >= groups.count && written.mentions.length === 0,
  );
  const post = (number: number): Post => {
    const account = people.public + (number % people.protected);
    const fitting = originals.filter(({ writers }) => writers === groups.writersOf(account));
    const template = (fitting.length > 0 ? fitting : originals)[number % Math.max(fitting.length, 1)];
    if (template === undefined) {
      throw new RangeError('nothing to write about');
    }
    const createdAtMs = startMs + number * stepMs + (mixed(seed + 4, number) % stepMs);
    const id = toSnowflake(createdAtMs, mixed(seed + 5, number) | 1);
    return {
      id,
      authorId: profiles.idOf(account),
      createdAtMs,
      ...filled(template.written, '', ''),
      conversationId: id,
      replyToId: undefined,
      quotedId: undefined,
      retweetOfId: undefined,
      communityId: undefined,
      spaceId: undefined,
      media: template.media,
      source: sourceOf(template, groups),
      article: undefined,
      geo: template.geo,
      sensitive: template.sensitive,
      ...figuresOf(template),
      likes: 0,
    };
  };
  return {
    hiddenBy: (account) => {
      const offset = account - people.public;
      return offset < 0 || offset >= people.protected
        ? []
        : Array.from({ length: hiddenEach }, (_, turn) => post((hiddenEach - 1 - turn) * people.protected + offset));
    },
    hiddenPost: (id) => {
      if (!/^[1-9]\d{14,18}$/.test(id)) {
        return undefined;
      }
      const number = Math.floor((snowflakeTime(id) - startMs) / stepMs);
      const found = number >= 0 && number < count ? post(number) : undefined;
      return found?.id === id ? found : undefined;
    },
  };
}
