import type { PostMedium } from '../../core/channel/post.ts';
import type { PictureLoader } from '../kit/pagePictureLoader.ts';

/** The same for all posts of a page. */
export interface PostCallbacks {
  /** In lower case; empty if nothing is searched for. */
  readonly query: string;
  readonly loadPicture: PictureLoader;
  readonly openLink: (url: string) => void;
  readonly lookUpUser: (handle: string) => void;
  readonly lookUpSpace: (id: string) => void;
  readonly searchTag: (tag: string) => void;
  readonly viewPictures: (media: readonly PostMedium[], at: number) => void;
}

/** 0 for the controls of the post that has the focus, -1 for those of all others: Tab goes through one post only. */
export type PostTabIndex = 0 | -1;

export interface TextFoldControl {
  /** How often more of it was wanted; 0 where it is folded. */
  readonly steps: number;
  readonly show: (steps: number) => void;
}

export type FoldableTextName = 'text' | 'article' | 'note' | 'quoted text' | 'quoted article';

export interface PostRenderContext extends PostCallbacks {
  readonly tab: PostTabIndex;
  /** It stands alone, as a record among others: whom it answers is not in sight, and what is long is shown in short. */
  readonly isCard: boolean;
  readonly foldOf: (part: FoldableTextName) => TextFoldControl;
  /** Milliseconds since 1970: times are relative to it. */
  readonly now: number;
}
