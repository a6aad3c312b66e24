import type { PostSubject } from '../search/postSubject.ts';
import type { Post, World } from '../world.ts';
import { verifiedTypeOf } from '../accountRecords.ts';
import type { AccountGroups, Writers } from './accountGroups.ts';
import { type BlockKind, figuresOf, sourceOf } from './bulkPosts.ts';
import type { Template, Templates } from './templates.ts';

/** Thrown when a test looks at what the posts of one template do not have in common. */
export class Unreadable extends Error {}

/** One for all: a test may run into it thousands of times in a search. */
const unreadable = new Unreadable('differs from post to post');

/** The templates as a search looks at posts, as they are in one kind of block; what differs from post to post throws `Unreadable`. */
export function templateSubjects(groups: AccountGroups, templates: Templates, kind: BlockKind): readonly PostSubject[] {
  return templates.all.map((template) => toTemplateSubject(groups, templates, kind, template));
}

/** How much engagement a post of a template has: the measure of the top order. */
export function templateScore(templates: Templates, kind: BlockKind, template: Template): number {
  const figures = figuresIn(templates, kind, template);
  return template.likes + 2 * figures.reposts() + 3 * figures.quotes() + figures.replies();
}

function toTemplateSubject(groups: AccountGroups, templates: Templates, kind: BlockKind, template: Template): PostSubject {
  const written = kind === 'first' ? template.alone : template.written;
  const writers = groups.writers[template.writers];
  if (writers === undefined) {
    throw new RangeError(`nobody writes template ${template.number}`);
  }
  const reacts = kind !== 'first' && template.kind !== 'original';
  // whether there is something is in common, what it is is not
  const targetOf = (wanted: Template['kind']): string | undefined => (reacts && template.kind === wanted ? 'unknown' : undefined);
  const post: Post = {
    get id(): string {
      throw unreadable;
    },
    get authorId(): string {
      throw unreadable;
    },
    get createdAtMs(): number {
      throw unreadable;
    },
    get conversationId(): string {
      throw unreadable;
    },
    text: written.text,
    lang: written.lang,
    replyToId: targetOf('reply'),
    quotedId: targetOf('quote'),
    retweetOfId: targetOf('repost'),
    communityId: undefined,
    spaceId: undefined,
    media: template.media,
    urls: written.urls,
    hashtags: written.hashtags,
    mentions: written.mentions,
    source: sourceOf(template, groups),
    article: undefined,
    geo: template.geo,
    sensitive: template.sensitive,
    likes: template.likes,
    ...figuresOf(template),
  };
  return {
    post,
    author: authorOf(writers),
    lowerText: written.text.toLowerCase(),
    figures: figuresIn(templates, kind, template),
    get world(): World {
      throw unreadable;
    },
  };
}

function authorOf({ group }: Writers): PostSubject['author'] {
  const differs = (): never => {
    throw unreadable;
  };
  const verifiedType = verifiedTypeOf(group.badge);
  return {
    get id(): string {
      return differs();
    },
    get createdAtMs(): number {
      return differs();
    },
    state: 'active',
    badge: group.badge,
    lang: group.language.code,
    record: {
      get id(): string {
        return differs();
      },
      get username(): string {
        return differs();
      },
      get name(): string {
        return differs();
      },
      get description(): string {
        return differs();
      },
      get location(): string {
        return differs();
      },
      get url(): string {
        return differs();
      },
      get createdAt(): string {
        return differs();
      },
      get avatarUrl(): string {
        return differs();
      },
      get bannerUrl(): string {
        return differs();
      },
      verified: group.badge !== 'none',
      verifiedType,
      protected: false,
      get counts(): PostSubject['author']['record']['counts'] {
        return differs();
      },
      get pinnedTweetIds(): string[] {
        return differs();
      },
      isAutomated: group.isAutomated,
    },
  };
}

function figuresIn(templates: Templates, kind: BlockKind, template: Template): PostSubject['figures'] {
  const reactions = kind === 'last' ? undefined : templates.reactions[template.number];
  return {
    replies: () => reactions?.reply.length ?? 0,
    reposts: () => reactions?.repost.length ?? 0,
    quotes: () => reactions?.quote.length ?? 0,
    isSelfThread: () => false,
  };
}
