/** Why a post that has a place is not there. */
export interface TweetAbsence {
  /** `unreadable`: it is there, and not as known. */
  readonly kind: 'tombstone' | 'unavailable' | 'empty' | 'unreadable';
  /** The platform's own words, in the language of the viewer; shown as they are. */
  readonly text: string | undefined;
  /** The platform's own code ("NoReason", "Protected", "Suspended"), where it gives one. */
  readonly reason: string | undefined;
}

/** What upstream JSON knows of a post beyond the simple format's fields. Beside the record, never in place of it. */
export interface TweetExtra {
  readonly poll?: Poll;
  readonly card?: LinkCard;
  readonly edits?: TweetEditInfo;
  readonly communityNote?: CommunityNote;
  readonly place?: PostPlace;
  readonly community?: { readonly id: string; readonly name: string | undefined };
  /** Every link of the text with the token that stands for it there, in the order of the text. */
  readonly links?: readonly TextLink[];
  readonly article?: ArticleExtra;
  /** The quoted post's id, also where its body is not there; `absence` says why it is not. */
  readonly quotedId?: string;
  readonly quotedAbsence?: TweetAbsence;
  /** What the quoted and the retweeted post know beyond their records. */
  readonly quoted?: TweetExtra;
  readonly retweetOf?: TweetExtra;
  /** Who may answer, where that is limited ("ByInvitation", "Community", "Verified"). */
  readonly replyPolicy?: string;
  /** The same in the platform's own sentence, where it says only that. */
  readonly replyLimit?: string;
  /** False where the platform reported no view count: the record then says 0. */
  readonly hasViewCount: boolean;
  /** Where the visible part of the text begins and ends, in code points of the record's text; leading mentions are outside. */
  readonly displayRange?: readonly [number, number];
  /** What the platform says in front of the post, where its visibility is limited. */
  readonly notice?: string;
  /** The author or the platform marked its media as sensitive. */
  readonly isSensitive?: true;
  /** Whom it answers, where it answers no post: the record has no place for that. */
  readonly replyToUser?: { readonly id: string; readonly username: string | undefined };
}

export interface Poll {
  readonly choices: readonly { readonly label: string; readonly votes: number | undefined }[];
  readonly isFinal: boolean;
  /** ISO, seconds. */
  readonly endsAt: string | undefined;
}

export interface LinkCard {
  readonly name: string;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly domain: string | undefined;
  readonly imageUrl: string | undefined;
  /** The audio room that the card is about. */
  readonly roomId?: string;
}

export interface TweetEditInfo {
  readonly ids: readonly string[];
  readonly remaining: number | undefined;
}

export interface CommunityNote {
  readonly text: string;
  /** Where the note itself stands. */
  readonly url: string | undefined;
  /** Where the words between two positions of the text lead, in code points. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly url: string }[];
}

export interface PostPlace {
  readonly id: string | undefined;
  readonly fullName: string;
  readonly country: string | undefined;
}

export interface TextLink {
  /** As it stands in the platform's text ("https://t.co/…"). */
  readonly token: string;
  readonly url: string;
  readonly display: string | undefined;
}

export interface ArticleExtra {
  readonly id: string;
  /** The paragraphs, where the body was sent. */
  readonly blocks: readonly { readonly type: string; readonly text: string }[];
}

/** What upstream JSON knows of a trend beyond the simple format's fields. */
export interface TrendExtra {
  /** The platform's own words on what it is and how many posts it has ("Trending now · News · 346 posts"). */
  readonly context?: string;
}

/** What upstream JSON knows of a record beyond the simple format's fields. */
export type RecordExtra = TweetExtra | UserExtra | TrendExtra;

/** What upstream JSON knows of an account beyond the simple format's fields. */
export interface UserExtra {
  /** Who runs an automated account, or whom it belongs to. */
  readonly label?: string;
  readonly links?: readonly TextLink[];
  /** False where the platform no longer sends the listed count: the record then says 0. */
  readonly hasListedCount: boolean;
  /** In a community: "Admin", "Moderator", "Member". */
  readonly communityRole?: string;
}
