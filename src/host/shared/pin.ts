import type { Event } from 'vscode';
import type { World } from './connections/world.ts';

export type PinKind = 'user' | 'list' | 'community';

/** What was known of the pinned thing when it was last seen: what its row shows without a call. */
export interface PinLabel {
  readonly name: string;
  /** The handle of an account, or of a list's owner. */
  readonly handle?: string;
  readonly avatarUrl?: string;
  readonly isVerified?: boolean;
  readonly isProtected?: boolean;
  readonly isPrivate?: boolean;
  readonly followers?: number;
  readonly following?: number;
  readonly posts?: number;
  readonly members?: number;
  /** Where its id says something; unknown of what was pinned before this was kept. */
  readonly world?: World;
}

/** Something that a person pinned. */
export interface Pin {
  readonly kind: PinKind;
  readonly id: string;
  readonly label: PinLabel;
  /** Milliseconds since 1970. */
  readonly pinnedAt: number;
}

/** What a person pinned, in their order, in every window alike. Makes no call. */
export interface PinShelf {
  readonly onDidChange: Event<void>;
  /** The pins of a kind, or of every kind. */
  list(kind?: PinKind): readonly Pin[];
  has(kind: PinKind, id: string): boolean;
  /** Pins, or moves what is pinned, before another pin of the kind; at the end without one. */
  place(items: readonly Pick<Pin, 'kind' | 'id' | 'label'>[], before?: string): Promise<void>;
  unpin(items: readonly Pick<Pin, 'kind' | 'id'>[]): Promise<void>;
  /** Keeps what was newly learned of pinned things; what is not pinned is left alone. */
  relabel(items: readonly Pick<Pin, 'kind' | 'id' | 'label'>[]): Promise<void>;
  /** Takes over what other windows wrote. */
  reread(): Promise<void>;
}
