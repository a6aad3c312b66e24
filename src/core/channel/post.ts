export type TextSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'mention'; readonly text: string; readonly handle: string }
  /** A hashtag without its #, or a cashtag with its $, which no hashtag contains. */
  | { readonly kind: 'tag'; readonly text: string; readonly tag: string };

export interface PostAuthor {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly picture: string | null;
  /** The kind of badge: paid or earned, of a business, of a government; null for none. */
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
  /** Its pictures are shown, and loaded, only when a person asks for them. */
  readonly isSensitive: boolean;
  readonly media: readonly PostMedium[];
  readonly poll: PostPoll | null;
  readonly card: PostCard | null;
  readonly article: PostArticle | null;
}

type PostCount = 'likes' | 'reposts' | 'replies' | 'quotes' | 'bookmarks' | 'views';

/** A post as pages show it, in a thread or on a card: everything that is foreign is plain text, never markup. */
export interface Post extends BasePost {
  /** null where the service does not report it. */
  readonly counts: Readonly<Record<PostCount, number | null>>;
  readonly source: string | null;
  readonly isPinned: boolean;
  readonly quoted: BasePost | null;
  /** Why the quoted post is not there, where it is not: the platform's own words, or null in them. */
  readonly quotedAbsence: { readonly text: string | null } | null;
  readonly replyTo: string | null;
  /** The handle and name of who reposted: the rest is then the reposted post's. */
  readonly repostedBy: { readonly handle: string; readonly name: string } | null;
  readonly note: { readonly segments: readonly TextSegment[]; readonly url: string | null } | null;
  readonly isEdited: boolean;
  readonly place: string | null;
  readonly community: string | null;
  /** Who may answer, where that is limited: the platform's own word ("ByInvitation") or sentence. */
  readonly replyPolicy: string | null;
  readonly notice: string | null;
}
