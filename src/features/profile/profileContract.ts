import * as z from 'zod/mini';
import { pageRequests, type PageResults } from '../../core/channel/pageCommands.ts';
import type { PostAuthor, TextSegment } from '../../core/channel/post.ts';

export interface ProfileFact {
  readonly title: string;
  /** `time` and `date`: ISO 8601. `user`: a handle without `@`. `link`: the words of an address. */
  readonly as: 'text' | 'time' | 'date' | 'user' | 'link';
  readonly text: string;
  readonly url: string | null;
}

/** Everything that is foreign is plain text, never markup. */
export interface ProfileContent {
  readonly kind: 'user' | 'list' | 'community' | 'space' | 'job';
  readonly name: string;
  readonly handle: string | null;
  readonly badge: PostAuthor['badge'];
  /** Drawn as the icon beside the name, or as words where there is none. */
  readonly marks: readonly { readonly title: string; readonly icon: 'lock' | 'hubot' | null }[];
  readonly picture: string | null;
  readonly banner: string | null;
  readonly about: readonly TextSegment[];
  readonly facts: readonly ProfileFact[];
  /** Named as the part that lists what is counted, where there is one. */
  readonly counts: readonly { readonly section: string; readonly title: string; readonly count: number }[];
  readonly rules: readonly string[];
}

/** What a person can do with the response that a page shows. None of it calls but `refresh`, at the price that it says. */
const profileActions = [
  'refresh',
  'json',
  'fixture',
  'fixturePseudonymized',
  'pin',
  'unpin',
  'copy',
  'browser',
  'lookUp',
] as const;
export type ProfileAction = (typeof profileActions)[number];

export interface ProfileState {
  /** Null where its response is no longer kept. */
  readonly profile: ProfileContent | null;
  /** What can be asked about it: a section of `presentSection`, and what opening it costs ("free, kept 3 min ago"). */
  readonly parts: readonly { readonly section: string; readonly offer: string; readonly isStored: boolean }[];
  readonly actions: readonly { readonly action: ProfileAction; readonly title: string }[];
  readonly response: string;
  readonly isLive: boolean;
  /** Who answered, where that is a sandbox. */
  readonly isSandbox: boolean;
  /** Why it cannot be gone on with; empty where it can. */
  readonly notice: string;
  readonly exchangeId: string | null;
  readonly connection: string | null;
}

export const profileTables = {
  events: {},
  requests: {
    /** The page is ready; says what it showed before it was hidden or reloaded, and over which connection. */
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
