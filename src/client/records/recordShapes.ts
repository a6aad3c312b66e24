// One shape for each kind of record, whichever service and format it came from. What an answer does not tell is undefined,
// never 0 or ''; an empty text or a 0 is what the service said. Ids are texts; times are texts as the service wrote them.

/** Who wrote, owns or hosts something, as far as the answer says; or an account with all that is known of it. */
export interface UserRecord {
  readonly kind: 'user';
  /** The gateway leaves it out in some places. */
  readonly id?: string | undefined;
  readonly handle?: string | undefined;
  readonly name?: string | undefined;
  readonly bio?: string | undefined;
  readonly location?: string | undefined;
  readonly website?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly avatarUrl?: string | undefined;
  readonly bannerUrl?: string | undefined;
  readonly isVerified?: boolean | undefined;
  /** "Business", "Government". */
  readonly verifiedType?: string | undefined;
  readonly isProtected?: boolean | undefined;
  readonly isAutomated?: boolean | undefined;
  readonly followers?: number | undefined;
  readonly following?: number | undefined;
  readonly posts?: number | undefined;
  readonly likes?: number | undefined;
  readonly media?: number | undefined;
  readonly listed?: number | undefined;
  readonly pinnedIds?: readonly string[] | undefined;
  /** In a community, an audio room: "admin", "moderator", "member", "host", "speaker", "listener". */
  readonly role?: string | undefined;
  /** When it joined, or was added or invited to, what it was asked for. */
  readonly memberSince?: string | undefined;
}

export interface MediumRecord {
  /** "photo", "video", "animated_gif"; the list is open. */
  readonly type: string | undefined;
  /** The whole picture, or what plays. */
  readonly url: string | undefined;
  /** A still picture. */
  readonly previewUrl: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly alt: string | undefined;
  readonly durationMs: number | undefined;
}

export interface LinkRecord {
  /** Where it leads. */
  readonly url: string | undefined;
  /** As it stands in the text, where the service says that. */
  readonly token: string | undefined;
  /** As the platform shows it. */
  readonly display: string | undefined;
}

/** A long text with a title that is part of a post. */
export interface ArticleRecord {
  readonly title: string | undefined;
  readonly preview: string | undefined;
  readonly url: string | undefined;
  readonly pictureUrl: string | undefined;
  readonly content: string | undefined;
}

export interface PostRecord {
  readonly kind: 'post';
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly text?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly lang?: string | undefined;
  readonly author?: UserRecord | undefined;
  readonly likes?: number | undefined;
  readonly reposts?: number | undefined;
  readonly replies?: number | undefined;
  readonly quotes?: number | undefined;
  readonly bookmarks?: number | undefined;
  readonly views?: number | undefined;
  readonly media?: readonly MediumRecord[] | undefined;
  readonly links?: readonly LinkRecord[] | undefined;
  /** Without `#`. */
  readonly hashtags?: readonly string[] | undefined;
  /** Handles without `@`. */
  readonly mentions?: readonly string[] | undefined;
  readonly replyToId?: string | undefined;
  readonly replyToHandle?: string | undefined;
  readonly quoted?: PostRecord | undefined;
  readonly repostOf?: PostRecord | undefined;
  readonly article?: ArticleRecord | undefined;
  readonly conversationId?: string | undefined;
  readonly isPinned?: boolean | undefined;
  /** What it was sent with. */
  readonly source?: string | undefined;
  readonly place?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** The community that it was written in; the author's role there is the author's `role`. */
  readonly community?: { readonly id: string | undefined; readonly name: string | undefined } | undefined;
}

export interface ListRecord {
  readonly kind: 'list';
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly owner?: UserRecord | undefined;
  readonly members?: number | undefined;
  readonly followers?: number | undefined;
  readonly isPrivate?: boolean | undefined;
  readonly createdAt?: string | undefined;
  readonly bannerUrl?: string | undefined;
}

export interface CommunityRecord {
  readonly kind: 'community';
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly purpose?: string | undefined;
  readonly members?: number | undefined;
  readonly moderators?: number | undefined;
  /** The primary service's word for how people join. */
  readonly joinPolicy?: string | undefined;
  /** What the gateway says of the same. */
  readonly isInviteOnly?: boolean | undefined;
  readonly isSensitive?: boolean | undefined;
  readonly admin?: UserRecord | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly createdAt?: string | undefined;
  readonly bannerUrl?: string | undefined;
}

export interface JobRecord {
  readonly kind: 'job';
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly company?: string | undefined;
  readonly location?: string | undefined;
  readonly salary?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly url?: string | undefined;
}

/** A topic or a hashtag that many write about. */
export interface TrendRecord {
  readonly kind: 'trend';
  readonly name?: string | undefined;
  readonly rank?: number | undefined;
  /** How many posts. */
  readonly volume?: number | undefined;
  /** In percent. */
  readonly growthRate?: number | undefined;
  /** From 0 to 10. */
  readonly score?: number | undefined;
  readonly category?: string | undefined;
  readonly trendingSince?: string | undefined;
  readonly related?: readonly string[] | undefined;
  /** What is searched for to see its posts. */
  readonly query?: string | undefined;
  readonly url?: string | undefined;
}

/** An audio room. */
export interface SpaceRecord {
  readonly kind: 'space';
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  /** "live", "scheduled", "ended", "cancelled". */
  readonly state?: string | undefined;
  readonly host?: UserRecord | undefined;
  readonly participants?: number | undefined;
  readonly replays?: number | undefined;
  readonly reminders?: number | undefined;
  readonly scheduledStart?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly createdAt?: string | undefined;
  readonly isTicketed?: boolean | undefined;
  readonly topics?: readonly string[] | undefined;
  readonly hostIds?: readonly string[] | undefined;
  readonly speakerIds?: readonly string[] | undefined;
  /** What the user who was asked about is in it. */
  readonly userRole?: string | undefined;
}

/** A place that has trends, or that jobs are searched in. */
export interface PlaceRecord {
  readonly kind: 'place';
  /** A WOEID; of a place for jobs the service's own. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly placeType?: string | undefined;
  readonly country?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly parentId?: string | undefined;
  readonly url?: string | undefined;
}

/** How a hashtag did within one step of time. */
export interface HashtagPointRecord {
  readonly kind: 'hashtagPoint';
  readonly time?: string | undefined;
  readonly posts?: number | undefined;
  readonly engagement?: number | undefined;
}

/** What became of a handle that was asked about. */
export interface HandleStateRecord {
  readonly kind: 'handleState';
  readonly handle?: string | undefined;
  readonly userId?: string | undefined;
  /** "active", "suspended", …, or the name of what went wrong. */
  readonly state?: string | undefined;
  readonly message?: string | undefined;
}

/** What has no shape of its own: it is read where it stands. */
export interface OtherRecord {
  readonly kind: 'other';
  readonly value: unknown;
  /** The link that it brings. */
  readonly url?: string | undefined;
}

export type AnyRecord =
  | PostRecord
  | UserRecord
  | ListRecord
  | CommunityRecord
  | JobRecord
  | TrendRecord
  | SpaceRecord
  | PlaceRecord
  | HashtagPointRecord
  | HandleStateRecord
  | OtherRecord;
