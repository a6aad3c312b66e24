import { verifiedTypeOf } from '../accountRecords.ts';
import type { PostSubject } from './postSubject.ts';
import type { Account, Post, World } from '../world.ts';
import type { AccountGroups, Writers } from '../bulk/accountGroups.ts';
import { type BlockKind, figuresOf, sourceOf } from '../bulk/bulkPosts.ts';
import type { Template, Templates } from '../bulk/templates.ts';

/** Thrown when a test looks at what the posts of one template do not have in common. */
export class Unreadable extends Error {}

/** One for all: a test may run into it thousands of times in a search. */
const unreadable = new Unreadable('differs from post to post');

function differs(): never {
  throw unreadable;
}

/** The templates as a search looks at posts, as they are in one kind of block; what differs from post to post throws `Unreadable`. */
export function templateSubjects(groups: AccountGroups, templates: Templates, kind: BlockKind): readonly PostSubject[] {
  const authors = groups.writers.map((writers) => new TemplateAuthor(writers));
  return templates.all.map((template) => {
    const author = authors[template.writers];
    if (author === undefined) {
      throw new RangeError(`nobody writes template ${template.number}`);
    }
    return new TemplateSubject(
      new TemplatePost(template, kind, sourceOf(template, groups)),
      author,
      figuresIn(templates, kind, template),
    );
  });
}

/** How much engagement a post of a template has: the measure of the top order. */
export function templateScore(templates: Templates, kind: BlockKind, template: Template): number {
  const figures = figuresIn(templates, kind, template);
  return template.likes + 2 * figures.reposts() + 3 * figures.quotes() + figures.replies();
}

// classes, because there are thousands: what throws stands once in the prototype

class TemplateSubject implements PostSubject {
  readonly post: Post;
  readonly author: Account;
  readonly figures: PostSubject['figures'];
  readonly lowerText: string;

  constructor(post: Post, author: Account, figures: PostSubject['figures']) {
    this.post = post;
    this.author = author;
    this.figures = figures;
    this.lowerText = post.text.toLowerCase();
  }

  get world(): World {
    return differs();
  }
}

class TemplatePost implements Post {
  readonly text: string;
  readonly lang: string;
  readonly replyToId: string | undefined;
  readonly quotedId: string | undefined;
  readonly retweetOfId: string | undefined;
  readonly communityId = undefined;
  readonly spaceId = undefined;
  readonly media: Post['media'];
  readonly urls: readonly string[];
  readonly hashtags: readonly string[];
  readonly mentions: readonly string[];
  readonly source: string;
  readonly article = undefined;
  readonly geo: Post['geo'];
  readonly sensitive: boolean;
  readonly likes: number;
  readonly bookmarks: number;
  readonly views: number;

  constructor(template: Template, kind: BlockKind, source: string) {
    const written = kind === 'first' ? template.alone : template.written;
    const { bookmarks, views } = figuresOf(template);
    // whether there is something is in common, what it is is not
    const targetOf = (wanted: Template['kind']): string | undefined =>
      kind !== 'first' && template.kind === wanted ? 'unknown' : undefined;
    this.text = written.text;
    this.lang = written.lang;
    this.replyToId = targetOf('reply');
    this.quotedId = targetOf('quote');
    this.retweetOfId = targetOf('repost');
    this.media = template.media;
    this.urls = written.urls;
    this.hashtags = written.hashtags;
    this.mentions = written.mentions;
    this.source = source;
    this.geo = template.geo;
    this.sensitive = template.sensitive;
    this.likes = template.likes;
    this.bookmarks = bookmarks;
    this.views = views;
  }

  get id(): string {
    return differs();
  }

  get authorId(): string {
    return differs();
  }

  get createdAtMs(): number {
    return differs();
  }

  get conversationId(): string {
    return differs();
  }
}

class TemplateAuthor implements Account {
  readonly state = 'active';
  readonly badge: Account['badge'];
  readonly lang: string;
  readonly record: Account['record'];

  constructor({ group }: Writers) {
    this.badge = group.badge;
    this.lang = group.language.code;
    this.record = recordOf({ group });
  }

  get id(): string {
    return differs();
  }

  get createdAtMs(): number {
    return differs();
  }
}

function recordOf({ group }: Pick<Writers, 'group'>): Account['record'] {
  return {
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
    verifiedType: verifiedTypeOf(group.badge),
    protected: false,
    get counts(): Account['record']['counts'] {
      return differs();
    },
    get pinnedTweetIds(): string[] {
      return differs();
    },
    isAutomated: group.isAutomated,
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
