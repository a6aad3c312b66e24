import { postSources, robotSource } from '../postBook.ts';
import { snowflakeTime, toSnowflake } from '../snowflake.ts';
import type { Post } from '../world.ts';
import type { Written } from '../writing.ts';
import type { AccountGroups } from './accountGroups.ts';
import { type BlockShuffle, createBlockShuffle } from './blockShuffle.ts';
import type { BulkProfiles } from './bulkProfiles.ts';
import { mixed, type Walk, walkOver } from './numbers.ts';
import { handleMark, idMark, type Reactions, type Template, type Templates } from './templates.ts';
import { type BulkSize, blockLength } from './worldSize.ts';

/** Where a post stands: reactions point to the block before, so that the first block has none and the last one gets none. */
export type BlockKind = 'first' | 'middle' | 'last';

/** The public posts of the bulk by number, the oldest first, and every way from one to others. */
export interface BulkPosts {
  readonly count: number;
  readonly shuffle: BlockShuffle;
  readonly templates: Templates;
  readonly templateOf: (number: number) => Template;
  readonly blockKind: (number: number) => BlockKind;
  readonly post: (number: number) => Post;
  readonly idOf: (number: number) => string;
  /** -1 for an id that belongs to none. */
  readonly numberOfId: (id: string) => number;
  /** How many posts are as old as a moment and an id, or older. */
  readonly countUpTo: (createdAtMs: number, isOlder: (number: number) => boolean) => number;
  readonly authorOf: (number: number) => number;
  /** What a post reacts to; -1 for nothing. */
  readonly targetOf: (number: number) => number;
  /** Newest first. */
  readonly reactionsTo: (number: number, kind: keyof Reactions) => readonly number[];
  readonly reactionCount: (number: number, kind: keyof Reactions) => number;
  /** Everything by an account, newest first. */
  readonly by: (account: number) => readonly number[];
  /** The account that a text names; -1 for none. */
  readonly namedIn: (number: number) => number;
  /** Every post whose text names an account: answers, quotes and reposts of its posts, and the others. */
  readonly naming: (account: number) => readonly number[];
  readonly likerAt: (number: number, position: number) => number;
  readonly likeCountOf: (account: number) => number;
  readonly likedBy: (account: number) => readonly number[];
}

const spanMs = 730 * 86_400_000;

export function createBulkPosts(
  seed: number,
  size: BulkSize,
  nowMs: number,
  groups: AccountGroups,
  profiles: BulkProfiles,
  templates: Templates,
): BulkPosts {
  const shuffle = createBlockShuffle(seed);
  const count = size.blocks * blockLength;
  const stepMs = Math.floor(spanMs / count);
  const startMs = nowMs - 60_000 - count * stepMs;
  const people = walkOver(size.people.public);
  const likes = createLikes(templates, size.blocks, people);
  const blockOf = (number: number): number => Math.floor(number / blockLength);
  const numberAt = (block: number, template: number): number => block * blockLength + shuffle.slotOf(block, template);
  const momentOf = (number: number): number => startMs + number * stepMs + (mixed(seed + 2, number) % stepMs);
  // the last bit is for posts that are not public
  const idOf = (number: number): string => toSnowflake(momentOf(number), mixed(seed + 3, number) & ~1);
  const templateOf = (number: number): Template => {
    const template = templates.all[shuffle.templateAt(blockOf(number), number % blockLength)];
    if (template === undefined) {
      throw new RangeError(`there is no post ${number}`);
    }
    return template;
  };
  const blockKind = (number: number): BlockKind => {
    const block = blockOf(number);
    return block === 0 ? 'first' : block === size.blocks - 1 ? 'last' : 'middle';
  };
  const authorOf = (number: number): number => {
    const { writers, turn } = templateOf(number);
    const { first, walk } = writersAt(writers);
    return first + groups.count * walk.at(blockOf(number) * (templates.byWriters[writers]?.length ?? 0) + turn);
  };
  const writersAt = (writers: number) => {
    const found = groups.writers[writers];
    if (found === undefined) {
      throw new RangeError(`there are no writers ${writers}`);
    }
    return found;
  };
  const targetOf = (number: number): number => {
    const { target } = templateOf(number);
    const block = blockOf(number);
    return target < 0 || block === 0 ? -1 : numberAt(block - 1, target);
  };
  const reactingTemplates = (number: number, kind: keyof Reactions): readonly number[] =>
    blockKind(number) === 'last' ? [] : (templates.reactions[templateOf(number).number]?.[kind] ?? []);
  const reactionsTo = (number: number, kind: keyof Reactions): readonly number[] =>
    reactingTemplates(number, kind)
      .map((template) => numberAt(blockOf(number) + 1, template))
      .sort(descending);
  const by = (account: number): readonly number[] => {
    if (account >= size.people.public) {
      return [];
    }
    const writers = groups.writersOf(account);
    const { first, walk } = writersAt(writers);
    const own = templates.byWriters[writers] ?? [];
    const numbers: number[] = [];
    for (let turn = walk.stepTo((account - first) / groups.count); turn < size.blocks * own.length; turn += walk.size) {
      numbers.push(numberAt(Math.floor(turn / own.length), own[turn % own.length] ?? 0));
    }
    return numbers.sort(descending);
  };
  const namedIn = (number: number): number => {
    const target = targetOf(number);
    if (target >= 0) {
      return authorOf(target);
    }
    return writtenAt(number).mentions.length > 0 ? people.at(number) : -1;
  };
  const writtenAt = (number: number): Written => {
    const template = templateOf(number);
    return blockKind(number) === 'first' ? template.alone : template.written;
  };
  return {
    count,
    shuffle,
    templates,
    templateOf,
    blockKind,
    idOf,
    authorOf,
    targetOf,
    reactionsTo,
    reactionCount: (number, kind) => reactingTemplates(number, kind).length,
    by,
    namedIn,
    naming: (account) => {
      const numbers = new Set(by(account).flatMap((own) => kinds.flatMap((kind) => reactionsTo(own, kind))));
      for (let number = account < people.size ? people.stepTo(account) : count; number < count; number += people.size) {
        if (namedIn(number) === account) {
          numbers.add(number);
        }
      }
      return [...numbers];
    },
    likerAt: (number, position) => likes.likerAt(blockOf(number), templateOf(number), position),
    likeCountOf: (account) => likes.countOf(account),
    likedBy: (account) =>
      likes
        .templatesLikedBy(account)
        .map(([block, template]) => numberAt(block, template))
        .sort(descending),
    numberOfId: (id) => {
      if (!/^[1-9]\d{14,18}$/.test(id)) {
        return -1;
      }
      const number = Math.floor((snowflakeTime(id) - startMs) / stepMs);
      return number >= 0 && number < count && idOf(number) === id ? number : -1;
    },
    countUpTo: (createdAtMs, isOlder) => {
      const number = Math.floor((createdAtMs - startMs) / stepMs);
      if (number < 0 || number >= count) {
        return number < 0 ? 0 : count;
      }
      return isOlder(number) ? number + 1 : number;
    },
    post: (number) => {
      const template = templateOf(number);
      const id = idOf(number);
      const target = targetOf(number);
      const named = namedIn(number);
      const written = filled(writtenAt(number), named < 0 ? '' : profiles.handleOf(named), target < 0 ? '' : idOf(target));
      const author = authorOf(number);
      const targetId = target < 0 ? undefined : idOf(target);
      return {
        id,
        authorId: profiles.idOf(author),
        createdAtMs: momentOf(number),
        ...written,
        conversationId: template.kind === 'reply' && target >= 0 ? idOf(rootOf(target)) : id,
        replyToId: template.kind === 'reply' ? targetId : undefined,
        quotedId: template.kind === 'quote' ? targetId : undefined,
        retweetOfId: template.kind === 'repost' ? targetId : undefined,
        communityId: undefined,
        spaceId: undefined,
        media: template.media,
        source: sourceOf(template, groups),
        article: undefined,
        geo: template.geo,
        sensitive: template.sensitive,
        likes: template.likes,
        ...figuresOf(template),
      };
    },
  };

  function rootOf(number: number): number {
    const target = templateOf(number).kind === 'reply' ? targetOf(number) : -1;
    return target < 0 ? number : rootOf(target);
  }
}

const kinds: readonly (keyof Reactions)[] = ['reply', 'quote', 'repost'];

export function figuresOf(template: Template): Pick<Post, 'bookmarks' | 'views'> {
  const { kind, likes, extraViews } = template;
  return { bookmarks: Math.floor(likes / 9), views: kind === 'repost' ? 0 : likes * 41 + extraViews };
}

export function sourceOf(template: Template, groups: AccountGroups): string {
  return groups.writers[template.writers]?.group.isAutomated === true
    ? robotSource
    : (postSources[template.number % postSources.length] ?? robotSource);
}

/** Puts a handle and an id where the marks are. */
export function filled(written: Written, handle: string, id: string): Written {
  const fill = (text: string): string =>
    text.includes(handleMark) ? text.replaceAll(handleMark, handle).replaceAll(idMark, id) : text;
  return {
    text: fill(written.text),
    lang: written.lang,
    hashtags: written.hashtags,
    urls: written.urls.map(fill),
    mentions: written.mentions.map(fill),
  };
}

/** Every like has a number, block by block; a walk over the people says whose it is, and back. */
function createLikes(templates: Templates, blocks: number, people: Walk) {
  const total = blocks * templates.likes;
  const templateWith = (like: number): number => {
    let low = 0;
    let high = templates.all.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((templates.all[middle]?.likesBefore ?? 0) <= like) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  };
  const firstOf = (account: number): number => (account < people.size ? people.stepTo(account) : total);
  return {
    likerAt: (block: number, template: Template, position: number): number =>
      people.at(block * templates.likes + template.likesBefore + position),
    countOf: (account: number): number => Math.max(0, Math.ceil((total - firstOf(account)) / people.size)),
    templatesLikedBy: (account: number): readonly (readonly [number, number])[] => {
      const found: (readonly [number, number])[] = [];
      for (let like = firstOf(account); like < total; like += people.size) {
        found.push([Math.floor(like / templates.likes), templateWith(like % templates.likes)]);
      }
      return found;
    },
  };
}

function descending(left: number, right: number): number {
  return right - left;
}
