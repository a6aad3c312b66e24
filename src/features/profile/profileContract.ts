import * as z from 'zod/mini';
import type { SectionId } from '../explore/index.ts';
import { pageRequests, type PageResults } from '../../core/channel/pageRequests.ts';
import type { PostAuthor, TextSegment } from '../../core/channel/post.ts';

export interface ProfileFact {
  readonly title: string;
  /** How to show the text. `time` and `date`: ISO 8601. `user`: a handle without `@`. `link`: text that links to `url`. */
  readonly as: 'text' | 'time' | 'date' | 'user' | 'link';
  readonly text: string;
  readonly url: string | null;
}

/** All strings from services are plain text, never markup. */
export interface ProfileContent {
  readonly kind: 'user' | 'list' | 'community' | 'space' | 'job';
  readonly name: string;
  readonly handle: string | null;
  readonly badge: PostAuthor['badge'];
  /** Shown as an icon next to the name, or as a text badge if `icon` is null. */
  readonly marks: readonly { readonly title: string; readonly icon: 'lock' | 'hubot' | null }[];
  readonly picture: string | null;
  readonly banner: string | null;
  readonly about: readonly TextSegment[];
  readonly facts: readonly ProfileFact[];
  /** `section`: the part that lists the counted records, if there is one. */
  readonly counts: readonly { readonly section: string; readonly title: string; readonly count: number }[];
  readonly rules: readonly string[];
}

export interface ProfilePart {
  readonly section: SectionId;
  /** What it opens. */
  readonly summary: string;
  readonly offer: string;
  readonly isStored: boolean;
}

/** Only `refresh` sends a request; its title shows the price. */
const profileActions = ['refresh', 'openAsJson', 'saveAsFixture', 'pin', 'unpin', 'openInBrowser', 'lookUp'] as const;
export type ProfileAction = (typeof profileActions)[number];

export interface ProfileState {
  /** Null if its response is no longer in history. */
  readonly profile: ProfileContent | null;
  /** Below the record's row in a tree, without what the page shows. `offer`: the price. */
  readonly parts: readonly ProfilePart[];
  /** For menus, see `RowContextFlag`. */
  readonly words: string;
  readonly actions: readonly { readonly action: ProfileAction; readonly title: string }[];
  readonly response: string;
  readonly isLive: boolean;
  readonly isSandbox: boolean;
  readonly isLoading: boolean;
  /** Why there is no profile; empty if there is one. */
  readonly notice: string;
  readonly exchangeId: string | null;
  readonly connection: string | null;
}

export const profileTables = {
  events: {},
  requests: {
    /** The response and connection that the page showed before it was hidden or reloaded. */
    ready: z.strictObject({ exchangeId: z.nullable(z.string()), connection: z.nullable(z.string()) }),
    openPart: z.strictObject({ section: z.string() }),
    act: z.strictObject({ action: z.enum(profileActions) }),
    ...pageRequests,
  },
};

export interface ProfileContract {
  readonly host: typeof profileTables;
  readonly results: PageResults;
  readonly page: { readonly state: ProfileState };
}
