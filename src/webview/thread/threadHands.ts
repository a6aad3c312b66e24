import type { PostCallbacks, PostTab } from '../post/postCallbacks.ts';

/** What a line of the thread can do, and what it has to know of the whole. */
export interface ThreadHands extends PostCallbacks {
  readonly tab: PostTab;
  readonly load: (key: string) => void;
  readonly toggleBranch: (key: string) => void;
  readonly toggleFold: (id: string) => void;
  readonly isUnfolded: (id: string) => boolean;
}
