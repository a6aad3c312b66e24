export type TextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'mention'; readonly text: string; readonly handle: string }
  /** `tag` is a hashtag without its # or a cashtag with its $. */
  | { readonly kind: 'tag'; readonly text: string; readonly tag: string };

export interface PostAuthor {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly picture: string | null;
  /** `verified` covers paid and earned badges. Null without a badge. */
  readonly badge: 'verified' | 'business' | 'government' | null;
  readonly isProtected: boolean;
  readonly isAutomated: boolean;
}

export interface PostMedium {
  readonly type: 'photo' | 'video' | 'gif' | 'other';
  readonly url: string;
  readonly preview: string;
  readonly alt: string | null;
  readonly durationMs: number | null;
}

interface PostPoll {
  readonly choices: readonly { readonly label: string; readonly votes: number | null }[];
  readonly isFinal: boolean;
  readonly endsAt: string | null;
}

interface PostCard {
  readonly url: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly domain: string | null;
  readonly picture: string | null;
  readonly roomId: string | null;
}

interface PostArticle {
  readonly title: string;
  readonly preview: string;
  readonly url: string | null;
  readonly picture: string | null;
  readonly paragraphs: readonly string[];
}

export interface BasePost {
  readonly id: string;
  readonly url: string;
  readonly author: PostAuthor;
  readonly segments: readonly TextSegment[];
  readonly lang: string;
  readonly createdAt: string;
  /** Images are hidden and not loaded until the user reveals them. */
  readonly isSensitive: boolean;
  readonly media: readonly PostMedium[];
  readonly poll: PostPoll | null;
  readonly card: PostCard | null;
  readonly article: PostArticle | null;
}

type PostCount = 'likes' | 'reposts' | 'replies' | 'quotes' | 'bookmarks' | 'views';

/** A post for display. Text from services is plain text, never markup. */
export interface Post extends BasePost {
  /** Null if the service doesn't report the count. */
  readonly counts: Readonly<Record<PostCount, number | null>>;
  readonly source: string | null;
  readonly isPinned: boolean;
  readonly quoted: BasePost | null;
  /** Set if the quoted post is unavailable. `text` is the platform's reason, or null without one. */
  readonly quotedAbsence: { readonly text: string | null } | null;
  readonly replyTo: string | null;
  /** The user who reposted. All other fields then describe the reposted post. */
  readonly repostedBy: { readonly handle: string; readonly name: string } | null;
  readonly note: { readonly segments: readonly TextSegment[]; readonly url: string | null } | null;
  readonly isEdited: boolean;
  readonly place: string | null;
  readonly community: string | null;
  /** The platform's word ("ByInvitation") or sentence for who can reply, if replies are limited. */
  readonly replyPolicy: string | null;
  readonly notice: string | null;
}
