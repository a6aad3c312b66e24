import type { Medium } from '../../protocol/threadPost.ts';
import type { PictureLoader } from '../components/remotePicture.ts';

/** What a line of the thread can do, and what it has to know of the whole. */
export interface ThreadHands {
  readonly now: () => number;
  /** What is looked for, in small letters; empty when nothing is. */
  readonly query: string;
  /** 0 for the controls of the line that has the focus, -1 for those of all others: Tab goes through one post only. */
  readonly tab: 0 | -1;
  readonly loadPicture: PictureLoader;
  readonly openLink: (url: string) => void;
  readonly lookUpUser: (handle: string) => void;
  readonly lookUpRoom: (id: string) => void;
  readonly searchTag: (tag: string) => void;
  /** Shows the pictures of a post large. */
  readonly view: (media: readonly Medium[], at: number) => void;
  readonly load: (key: string) => void;
  readonly toggleBranch: (key: string) => void;
  readonly toggleFold: (id: string) => void;
  readonly isUnfolded: (id: string) => boolean;
}
